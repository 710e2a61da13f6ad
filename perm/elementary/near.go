package elementary

import "math"

// Log1p is log(1+x), precise where x is small: 1 + x = 2^k (1 + f), with what rounding 1 + x lost.
func Log1p(x float64) float64 {
	const root = 0x0006a09e667f3bcd // of 2: its mantissa
	switch {
	case x < -1 || math.IsNaN(x):
		return math.NaN()
	case x == -1:
		return math.Inf(-1)
	case math.IsInf(x, 1):
		return x
	case math.Abs(x) < 0x1p-54:
		return x
	case math.Abs(x) < 0x1p-29:
		return x - float64(x*x*0.5)
	}
	if x > math.Sqrt2/2-1 && x < math.Sqrt2-1 {
		return log1p(x, 0, 0, false)
	}
	u, lost := x, 0.0
	if math.Abs(x) < 0x1p53 {
		u = 1 + x
		lost = x - (u - 1)
		if u >= 2 {
			lost = 1 - (u - x)
		}
		lost /= u
	}
	bits := math.Float64bits(u)
	k := int(bits>>52) - 1023
	bits &= 1<<52 - 1
	f := math.Float64frombits(bits|0x3ff<<52) - 1
	if bits >= root {
		k++
		f = math.Float64frombits(bits|0x3fe<<52) - 1
		bits = (1<<52 - bits) >> 2
	}
	return log1p(f, float64(k), lost, bits == 0)
}

// log1p is k log 2 + log(1+f) + lost; tiny says that |f| < 2^-20.
func log1p(f, k, lost float64, tiny bool) float64 {
	half := float64(0.5 * f * f)
	if tiny {
		if f == 0 {
			return float64(k*ln2Hi) + (lost + float64(k*ln2Lo))
		}
		r := float64(half * (1 - float64(0.66666666666666666*f)))
		return float64(k*ln2Hi) - ((r - (float64(k*ln2Lo) + lost)) - f)
	}
	s := f / (2 + f)
	z := float64(s * s)
	sum := lp7
	for _, c := range [...]float64{lp6, lp5, lp4, lp3, lp2, lp1} {
		sum = c + float64(z*sum)
	}
	r := float64(s * (half + float64(z*sum)))
	if k == 0 {
		return f - (half - r)
	}
	return float64(k*ln2Hi) - ((half - (r + (float64(k*ln2Lo) + lost))) - f)
}

// Expm1 is e^x - 1, precise where x is small.
func Expm1(x float64) float64 {
	switch {
	case math.Abs(x) < 0x1p-54:
		return x
	case !(math.Abs(x) <= math.Ln2/2):
		return Exp(x) - 1
	}
	half := 0.5 * x
	square := float64(x * half)
	sum := -2.01099218183624371326e-07
	for _, c := range [...]float64{4.00821782732936239552e-06, -7.93650757867487942473e-05,
		1.58730158725481460165e-03, -3.33333333333331316428e-02, 1} {
		sum = c + float64(square*sum)
	}
	t := 3 - float64(sum*half)
	e := float64(square * ((sum - t) / (6 - float64(x*t))))
	return x - (float64(x*e) - square)
}

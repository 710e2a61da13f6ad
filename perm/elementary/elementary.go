// Package elementary has functions of real numbers that give the same bits on every machine.
//
// Those of package math do not: some are assembly on amd64 or on arm64, and Go may fuse the
// products and sums of the others. Here every product is rounded, float64(x*y), or fused by
// math.FMA, which is one result everywhere. On amd64 with fused multiply-adds all of them have the
// bits of package math, except Expm1 of large arguments. A test compares them. The formulas are
// those of FreeBSD's msun (e_log.c, s_log1p.c, s_expm1.c, e_lgamma_r.c; Copyright (C) 1993 by Sun
// Microsystems, Inc., freely used with this notice) as in Go's package math, for Exp N. Shibata's
// (Efficient evaluation methods of elementary functions suitable for SIMD computation, 2010), and
// those of Cephes (S. Moshier, 1984 to 2000) and others as in package math and gonum's mathext,
// whose bits they have.
package elementary

import "math"

// ln2 is ln2Hi + ln2Lo; a product of ln2Hi with a whole number below 2^20 is exact.
const (
	ln2Hi = 6.93147180369123816490e-01
	ln2Lo = 1.90821492927058770002e-10
)

// Exp is e^x: x = k ln 2 + 16 r, the Taylor series of e^r - 1, squared four times. It errs by a unit
// in the last place or so.
func Exp(x float64) float64 {
	const (
		ln2Upper = 0.69314718055966295651160180568695068359375
		ln2Lower = 0.28235290563031577122588448175013436025525412068e-12
		most     = 7.09782712893384e+02
	)
	switch {
	case math.IsNaN(x):
		return x
	case x > most:
		return math.Inf(1)
	case x < -1e3:
		return 0
	}
	k := math.RoundToEven(math.Log2E * x)
	r := math.FMA(-k, ln2Lower, math.FMA(-k, ln2Upper, x)) * 0.0625
	sum := 2.4801587301587301587e-5
	for _, c := range [...]float64{1.9841269841269841270e-4, 1.3888888888888888889e-3, 8.3333333333333333333e-3,
		4.1666666666666666667e-2, 1.6666666666666666667e-1, 0.5, 1} {
		sum = math.FMA(sum, r, c)
	}
	r *= sum
	for range 3 { // e^2r - 1 = (e^r - 1) (e^r + 1)
		r *= float64(r) + 2
	}
	return math.Ldexp(math.FMA(r, float64(r)+2, 1), int(k))
}

// Log is the natural logarithm: x = 2^k (1 + f) with sqrt(2)/2 <= 1 + f < sqrt(2), and s = f/(2+f).
func Log(x float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 1):
		return x
	case x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	}
	f, exponent := math.Frexp(x)
	if f < math.Sqrt2/2 {
		f *= 2
		exponent--
	}
	f = float64(f) - 1
	k := float64(exponent)
	s := f / (2 + f)
	half := float64(0.5 * f * f)
	s2 := float64(s * s)
	s4 := float64(s2 * s2)
	odd := s2 * (lp1 + float64(s4*(lp3+float64(s4*(lp5+float64(s4*lp7))))))
	even := s4 * (lp2 + float64(s4*(lp4+float64(s4*lp6))))
	rest := half + (float64(odd) + float64(even))
	return float64(k*ln2Hi) - ((half - (float64(s*rest) + float64(k*ln2Lo))) - f)
}

// The coefficients of log(1+f) - log(1-f) in powers of s^2.
const (
	lp1 = 6.666666666666735130e-01
	lp2 = 3.999999999940941908e-01
	lp3 = 2.857142874366239149e-01
	lp4 = 2.222219843214978396e-01
	lp5 = 1.818357216161805012e-01
	lp6 = 1.531383769920937332e-01
	lp7 = 1.479819860511658591e-01
)

// Log2 is the logarithm to base 2, exact for powers of 2.
func Log2(x float64) float64 {
	fraction, exponent := math.Frexp(x)
	if fraction == 0.5 {
		return float64(exponent - 1)
	}
	return float64(Log(fraction)*(1/math.Ln2)) + float64(exponent)
}

// Log10 is the logarithm to base 10.
func Log10(x float64) float64 { return Log(x) * (1 / math.Ln10) }

// Hypot is the square root of x^2 + y^2.
func Hypot(x, y float64) float64 {
	x, y = math.Abs(x), math.Abs(y)
	if y > x {
		x, y = y, x
	}
	if x == 0 || math.IsInf(x, 1) {
		return x
	}
	y /= x
	return x * math.Sqrt(1+float64(y*y))
}

// Lgamma is the logarithm of (x-1)! for whole x from 1 to 2^58.
func Lgamma(x float64) float64 {
	if x < 8 {
		product := 1.0
		for k := 2.0; k < x; k++ {
			product *= k
		}
		return Log(product)
	}
	z := 1 / x
	y := float64(z * z)
	sum := -1.63092934096575273989e-03
	for _, c := range [...]float64{8.36339918996282139126e-04, -5.95187557450339963135e-04,
		7.93650558643019558500e-04, -2.77777777728775536470e-03, 8.33333333333329678849e-02} {
		sum = c + float64(y*sum)
	}
	return float64((x-0.5)*(Log(x)-1)) + (4.18938533204672725052e-01 + float64(z*sum))
}

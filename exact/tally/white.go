package tally

import (
	"fmt"
	"math"
	"math/big"

	"dovetail/perm/elementary"
)

// White is the probability, as a function of a cell's deviation e = p - 1/n,
// that the cell looks white after s deals:
//
//	f(e) = P(a <= t <= b), t ~ Binomial(s, 1/n + e),
//
// with a and b the least and the largest count for which |t/s - 1/n| <= e_max. It is
// tabulated once, since a ranking evaluates it 10^8 times. Its derivative
//
//	df/dp = s (P(t' = a-1) - P(t' = b)), t' ~ Binomial(s-1, p),
//
// is sampled at Chebyshev points of short intervals and integrated. Between the two
// ends of the table f runs from 0 (or 1, if a <= 0) to 0 (or 1, if b >= s). The error
// of the integral at the end is checked.
type White struct {
	a, b     int64
	s        int64
	from     float64 // e at the left end of the table
	perUnit  float64 // intervals per unit of e
	outside  [2]float64
	interval []interval // the first and the last are constant, for all that lies outside

	// Error bounds the absolute error of At: the error of the integral at the end, and
	// the rounding of p itself, 2^-53 df/dp, twice.
	Error float64

	// Steepest bounds |df/de|: on |x| <= 1 a polynomial is at most the sum of the
	// absolute values of its coefficients.
	Steepest float64
}

// interval is the coefficients of a polynomial in x from -1 to 1.
type interval [degree + 1]float64

// degree of the polynomials of an interval: with 7, intervals of an eighth of a
// standard deviation leave errors near 10^-15.
const degree = 7

// maxError is the largest Error that a table may have.
const maxError = 1e-6

// maxIntervals bounds the table's size.
const maxIntervals = 1 << 20

// NewWhite tabulates f for n cards, s deals and the tolerance emax.
func NewWhite(n int, s int64, emax *big.Rat) (*White, error) {
	a, b := Bounds(n, s, emax)
	w := &White{a: a, b: b, s: s}
	if err := w.Tabulate(n); err != nil {
		return nil, fmt.Errorf("e_max=%s %w", emax.RatString(), err)
	}
	return w, nil
}

// Tabulate makes the table for n cards, unless there is one. The counts may come from a
// text.
func (w *White) Tabulate(n int) error {
	if w == nil || w.interval != nil {
		return nil
	}
	if w.a > w.b { // no count is within e_max
		w.interval = make([]interval, 2)
		return nil
	}
	w.outside = [2]float64{indicator(w.a <= 0), indicator(w.b >= w.s)}
	lo, hi := w.window()
	w.from = lo - 1/float64(n)
	for size := 64; size <= maxIntervals; size *= 2 {
		w.perUnit = float64(size) / (hi - lo)
		if w.fill(lo, hi, size) {
			return nil
		}
	}
	w.interval = nil
	return fmt.Errorf("s=%d: the probability of a white cell varies too fast to tabulate", w.s)
}

// Bounds is the range of counts t of s deals with |t/s - 1/n| <= emax, decided on
// integers: these are white. It is empty, a > b, if there is no such count.
func Bounds(n int, s int64, emax *big.Rat) (a, b int64) {
	mean := big.NewRat(1, int64(n))
	lo := new(big.Rat).Sub(mean, emax)
	hi := new(big.Rat).Add(mean, emax)
	deals := new(big.Rat).SetInt64(s)
	lo.Mul(lo, deals)
	hi.Mul(hi, deals)
	// ceil(lo) = -floor(-lo); big.Int's Div is Euclidean.
	low := new(big.Int).Div(new(big.Int).Neg(lo.Num()), lo.Denom())
	low.Neg(low)
	high := new(big.Int).Div(hi.Num(), hi.Denom())
	if low.Sign() < 0 {
		low.SetInt64(0)
	}
	if top := big.NewInt(s); high.Cmp(top) > 0 {
		high = top
	}
	return low.Int64(), high.Int64()
}

// window is the range of p outside which f is constant up to 10^-20, by
// Chernoff's bound P(t >= a) <= exp(-s KL(a/s, p)) for p < a/s.
func (w *White) window() (lo, hi float64) {
	const reach = 46.1 // -ln 10^-20
	s := float64(w.s)
	lo, hi = 1, 0
	extend := func(edge float64) {
		lo = min(lo, bisect(0, edge, func(p float64) bool { return s*kl(edge, p) > reach }))
		hi = max(hi, bisect(1, edge, func(p float64) bool { return s*kl(edge, p) > reach }))
	}
	if w.a > 0 {
		extend(float64(w.a) / s)
	}
	if w.b < w.s {
		extend(float64(w.b) / s)
	}
	if lo >= hi {
		return 0, 1
	}
	return lo, hi
}

// derivative is df/dp.
func (w *White) derivative(p float64) float64 {
	d := 0.0
	if w.a > 0 {
		d += pmf(w.a-1, w.s-1, p)
	}
	if w.b < w.s {
		d -= pmf(w.b, w.s-1, p)
	}
	return float64(w.s) * d
}

// fill tabulates size intervals and reports whether they are fine enough.
func (w *White) fill(lo, hi float64, size int) bool {
	w.interval = make([]interval, size+2)
	w.interval[0][0], w.interval[size+1][0] = w.outside[0], w.outside[1]
	half := (hi - lo) / float64(size) / 2
	f := w.outside[0]
	fine := true
	steepest := 0.0
	for k := range size {
		mid := lo + float64((float64(2*float64(k))+1)*half)
		var slope [degree]float64
		for i, x := range nodes {
			slope[i] = half * w.derivative(mid+float64(half*x))
		}
		c := &w.interval[k+1]
		total, last, steep := 0.0, 0.0, 0.0
		for j := range degree {
			for i, y := range slope {
				c[j+1] += float64(monomial[j][i] * y)
			}
			steep += math.Abs(c[j+1]) / half // of the derivative's own coefficients
			c[j+1] /= float64(j + 1)
			if j%2 == 0 {
				total += 2 * c[j+1]
				c[0] += c[j+1] // f(-1) is the sum of the intervals before
			} else {
				c[0] -= c[j+1]
			}
			last = math.Abs(c[j+1])
		}
		c[0] += f
		f += total
		steepest = max(steepest, steep)
		// Coefficients fall at least geometrically here, so the first one left
		// out is below the last one kept; rounding of p shows in both.
		fine = fine && last < 1e-14+float64(0x1p-55*steep)
	}
	w.Steepest = steepest
	w.Error = 1e-13 + float64(10*math.Abs(f-w.outside[1])) + float64(0x1p-52*steepest)
	return fine && w.Error < maxError
}

// String names f by its counts.
func (w *White) String() string { return fmt.Sprintf("%d..%d of %d", w.a, w.b, w.s) }

// MarshalText writes the counts of f. With the number of cards they determine it.
func (w *White) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

// UnmarshalText reads the counts. Tabulate makes the rest.
func (w *White) UnmarshalText(text []byte) error {
	*w = White{}
	if _, err := fmt.Sscanf(string(text), "%d..%d of %d", &w.a, &w.b, &w.s); err != nil || w.String() != string(text) {
		return fmt.Errorf("%q is not a list of counts of white cells", text)
	}
	return nil
}

// At is f(e).
func (w *White) At(e float64) float64 {
	// Explicit conversions keep products apart from sums on every machine.
	u := float64((e-w.from)*w.perUnit) + 1
	u = min(max(u, 0), float64(len(w.interval))-0.5)
	k := int(u)
	return w.interval[k].at(2*(u-float64(k)) - 1)
}

// at evaluates a polynomial, in the order of Estrin's scheme.
func (c *interval) at(x float64) float64 {
	x2 := x * x
	low := (c[0] + float64(c[1]*x)) + float64((c[2]+float64(c[3]*x))*x2)
	high := (c[4] + float64(c[5]*x)) + float64((c[6]+float64(c[7]*x))*x2)
	return low + float64(high*float64(x2*x2))
}

// Spread is the variance of the number of white cells in a row of deviations as
// if they were independent: the sum of f(e) (1 - f(e)), rounding of f beyond 0
// and 1 left out.
func (w *White) Spread(row []float64) (variance float64) {
	for _, e := range row {
		f := w.At(e)
		variance += max(0, f*(1-f))
	}
	return variance
}

// nodes are the Chebyshev points of [-1, 1]; monomial turns values there into
// coefficients of 1, x, ..., x^(degree-1).
var nodes, monomial = chebyshev()

func chebyshev() (x [degree]float64, m [degree][degree]float64) {
	for i := range x {
		x[i] = elementary.Cos(math.Pi * (float64(i) + 0.5) / degree)
	}
	// Lagrange's polynomials, multiplied out.
	for i := range x {
		poly := [degree]float64{1}
		size := 1
		for k := range x {
			if k == i {
				continue
			}
			d := x[i] - x[k]
			for j := size; j >= 0; j-- {
				low := 0.0
				if j > 0 {
					low = poly[j-1]
				}
				high := 0.0
				if j < size {
					high = poly[j]
				}
				poly[j] = (low - float64(x[k]*high)) / d
			}
			size++
		}
		for j, c := range poly {
			m[j][i] = c
		}
	}
	return x, m
}

// Sum is the expected number of white cells in a row of deviations. The values
// of At are added in four interleaved sums s0..s3, as (s0+s1)+(s2+s3), so that
// every kernel gives the same bits.
func (w *White) Sum(row []float64) float64 {
	var s [4]float64
	done := sumFours(w, row, &s)
	for j := done; j < len(row); j++ {
		s[j&3] += w.At(row[j])
	}
	return (s[0] + s[1]) + (s[2] + s[3])
}

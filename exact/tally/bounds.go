// Package tally says what s real deals would show of an exact position law: the number t_ij of
// deals that move card i to position j is Binomial(s, p_ij).
//
// It has the tolerance e_max (emax.go), the probability that a cell looks white and the variance of
// the number of white cells (white.go), and bounds on means from samples (bounds.go, betting.go).
// Deals themselves are in search/deals.
package tally

import (
	"math"

	"dovetail/perm/elementary"
)

// Bounds on a mean from a sample: they fail with at most a chosen probability, for any law.

// ClopperPearsonLower is a lower confidence limit for the probability of an event that occurred k
// times in n independent trials, and ClopperPearsonUpper an upper one. For any probability, each
// limit is on its side of it with probability 1-delta at least (C. Clopper and E. Pearson, 1934).
// The lower limit is the p with P(Binomial(n, p) >= k) = delta, by bisection from below. A
// thousandth of delta covers the rounding of the tail.
func ClopperPearsonLower(k, n int64, delta float64) float64 {
	if k == 0 {
		return 0
	}
	low, high := 0.0, float64(k)/float64(n)
	for {
		p := (low + high) / 2
		switch {
		case p <= low || p >= high:
			return low
		case elementary.BetaBelow(float64(k), float64(n-k+1), p) <= 0.999*delta:
			low = p
		default:
			high = p
		}
	}
}

// ClopperPearsonUpper is the upper limit; see ClopperPearsonLower.
func ClopperPearsonUpper(k, n int64, delta float64) float64 {
	return 1 - ClopperPearsonLower(n-k, n, delta)
}

// WilsonUpper is an approximate upper limit for the probability of an event that occurred k times
// in n trials, z standard deviations up.
func WilsonUpper(k, n int, z float64) float64 {
	x, m := float64(k), float64(n)
	return (x + float64(z*z/2) + float64(z*math.Sqrt(x*(m-x)/m+float64(z*z/4)))) / (m + float64(z*z))
}

// BernsteinRadius bounds the distance of the mean of independent values from their sample mean, on
// one side, except with probability delta. The values x have |x| <= most, lie on that side of their
// mean by no more than reach, and have the given mean square in the sample. Half of delta is for
// the mean square, which by Chernoff's bound is not above v. The rest is for Bernstein's
// inequality, P(deviation of t) <= exp(-count t^2/(2v + 2 reach t/3)).
func BernsteinRadius(square, most, reach, delta float64, count int64) float64 {
	v := most * most * ChernoffUpper(min(1, square/(most*most)), delta/2, count)
	n := float64(count)
	return bernstein(float64(n*v), reach, elementary.Log(2/delta)) / n
}

// bernstein is the t with exp(-t^2/(2 variance + 2 reach t/3)) = e^-log.
func bernstein(variance, reach, log float64) float64 {
	third := reach * log / 3
	return third + math.Sqrt(float64(third*third)+float64(2*variance*log))
}

// ChernoffUpper is an upper bound, except with probability delta, on the mean of independent values
// in [0, 1] whose sample mean is given: the largest q with count KL(mean, q) <= ln(1/delta) (W.
// Hoeffding, Probability inequalities for sums of bounded random variables, 1963, theorem 1). Where
// the mean is near 0 it is about mean + ln(1/delta)/count.
func ChernoffUpper(mean, delta float64, count int64) float64 {
	most := elementary.Log(1/delta) / float64(count)
	return bisect(1, mean, func(q float64) bool { return kl(mean, q) > most })
}

// kl is the divergence of a coin q from a coin p, p ln(p/q) + (1-p) ln((1-p)/(1-q)).
func kl(p, q float64) float64 {
	part := func(p, q float64) float64 {
		if p == 0 {
			return 0
		}
		return p * elementary.Log(p/q)
	}
	return part(p, q) + part(1-p, 1-q)
}

// bisect finds the point between outer and inner up to which far holds, from the outer side. It
// returns outer if far holds nowhere.
func bisect(outer, inner float64, far func(float64) bool) float64 {
	for range 60 {
		mid := (outer + inner) / 2
		if far(mid) {
			outer = mid
		} else {
			inner = mid
		}
	}
	return outer
}

// Moments are estimates of a law's moments from a sample: its mean, and its unbiased variance with
// the standard error of that for any law, sqrt((m_4 - v^2 (k-3)/(k-1))/k) for k values, with m_4
// their fourth central moment. The variance of one value is NaN.
type Moments struct{ Mean, Variance, VarianceError float64 }

// MomentsOf makes two passes, to keep the digits.
func MomentsOf[T int | int64 | float64](values []T) (m Moments) {
	k := float64(len(values))
	for _, x := range values {
		m.Mean += float64(x)
	}
	m.Mean /= k
	var second, fourth float64
	for _, x := range values {
		d := float64((float64(x) - m.Mean) * (float64(x) - m.Mean))
		second += d
		fourth += float64(d * d)
	}
	m.Variance = second / (k - 1)
	m.VarianceError = math.Sqrt(max(0, fourth/k-m.Variance*m.Variance*(k-3)/(k-1)) / k)
	return m
}

// pmf is P(X = k) for X ~ Binomial(n, p), by Loader's saddle-point expansion
// (C. Loader, Fast and Accurate Computation of Binomial Probabilities, 2000):
// the deviance keeps relative precision where a difference of logarithms of
// factorials would lose ten digits.
func pmf(k, n int64, p float64) float64 {
	if k < 0 || k > n {
		return 0
	}
	x, m, q := float64(k), float64(n), 1-p
	switch {
	case p <= 0:
		return indicator(k == 0)
	case q <= 0:
		return indicator(k == n)
	case k == 0:
		return elementary.Exp(m * elementary.Log1p(-p))
	case k == n:
		return elementary.Exp(m * elementary.Log(p))
	}
	log := stirlingError(n) - stirlingError(k) - stirlingError(n-k) -
		deviance(x, m*p) - deviance(m-x, m*q)
	return elementary.Exp(log) * math.Sqrt(m/(2*math.Pi*x*(m-x)))
}

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// deviance is x ln(x/y) + y - x, without cancellation where x is near y.
func deviance(x, y float64) float64 {
	d := x - y
	if math.Abs(d) > 0.1*(x+y) {
		return float64(x*elementary.Log(x/y)) - d
	}
	// With v = d/(x+y): x ln(x/y) = 2x (v + v^3/3 + v^5/5 + ...).
	v := d / (x + y)
	sum := d * v
	term := 2 * x * v
	for j := 1; ; j++ {
		term *= v * v
		next := sum + term/float64(2*j+1)
		if next == sum {
			return sum
		}
		sum = next
	}
}

// stirlingError is ln n! - ln(sqrt(2 pi n) (n/e)^n), for n >= 1.
func stirlingError(n int64) float64 {
	if n < 16 {
		f := 1.0
		for k := int64(2); k <= n; k++ {
			f *= float64(k)
		}
		x := float64(n)
		return elementary.Log(f) - (float64(0.5*elementary.Log(2*math.Pi*x)) + float64(x*elementary.Log(x)) - x)
	}
	x := 1 / float64(n)
	y := x * x
	return x * (1./12 - float64(y*(1./360-float64(y*(1./1260-float64(y*(1./1680-float64(y*(1./1188-y*691./360360)))))))))
}

// Spread is what the law of a word says about the variance of w, the number of white cells after s
// deals.
//
// Cells are not independent: one deal raises exactly one count of each row and
// of each column, and cards that lay together tend to stay together. Let x_c
// be 1 if a deal takes the card of cell c to its place, p_c its mean, and
// rho_cd the correlation of x_c and x_d. Deals are independent, so by the
// diagonal expansion of two binomial counts in Krawtchouk polynomials (Aitken
// and Gonin, On fourfold sampling with and without replacement, 1935)
//
//	Cov(white_c, white_d) = sum_{k>=1} rho_cd^k a_k(c) a_k(d),
//
// with sum_k a_k(c)^2 = f(1-f) on the diagonal and a_1 = f' sqrt(p(1-p)/s),
// because Cov(white, t) = p(1-p) f' for a binomial t. The terms k = 1 of all
// pairs add up to the variance of a sum over one deal,
//
//	sum_cd Cov(x_c, x_d) f'_c f'_d / s = Var(F)/s,  F = sum of f'_c over the cells of one deal,
//
// which is the variance of the best approximation of w by a sum of functions
// of single deals (Hajek's projection). Off the diagonal rho is small, so its
// higher powers are left out:
//
//	Var(w) = sum f(1-f) + (Var(F) - sum f'^2 p(1-p))/s + O(sum of rho^2 off the diagonal).
//
// The first sum alone, as if cells were independent, misses a fifth of the standard deviation of
// RRR at n = 52; the powers from rho^2 on were worth at most 0.8% of it in the seven words tried.
// Var(F) needs the law of two cards, or a sample, in which one deal gives one value of F.
type Spread struct {
	N           int
	Mean        float64   // E[w]
	Independent float64   // sum f(1-f)
	Slope       []float64 // f' of every cell, n x n, row-major: start, then end position

	s     float64
	alone float64 // sum f'^2 p(1-p)
}

// NewSpread takes the deviations of a word as rows of n, row(i) being that of
// start position i.
func NewSpread(w *White, n int, row func(i int) []float64) *Spread {
	p := &Spread{N: n, Slope: make([]float64, 0, n*n), s: float64(w.s)}
	for i := range n {
		p.Mean += w.Sum(row(i))
		p.Independent += w.Spread(row(i))
		for _, e := range row(i) {
			// A sum of rounded products may be a little below 0 or above 1.
			x := min(max(e+1/float64(n), 0), 1)
			slope := w.slope(x)
			p.Slope = append(p.Slope, slope)
			p.alone += float64(slope * slope * x * (1 - x))
		}
	}
	return p
}

// slope is f' at the probability p.
func (w *White) slope(p float64) float64 {
	if w.a > w.b {
		return 0
	}
	return w.derivative(p)
}

// Variance is Var(w), given the variance of F.
func (p *Spread) Variance(f float64) float64 {
	return math.Max(0, p.Independent+(f-p.alone)/p.s)
}

// PerUnit is how much Variance grows with the variance of F.
func (p *Spread) PerUnit() float64 { return 1 / p.s }

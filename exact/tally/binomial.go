// Package tally says what s real deals would show of an exact position law:
// the count t_ij of deals that move card i to position j is Binomial(s, p_ij).
//
// Here are the tolerance e_max (emax.go), the chance that a cell looks white (white.go),
// and the variance of the number of white cells (spread.go). Deals themselves are in
// search/deals.
package tally

import "math"

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
		return math.Exp(m * math.Log1p(-p))
	case k == n:
		return math.Exp(m * math.Log(p))
	}
	log := stirlingError(n) - stirlingError(k) - stirlingError(n-k) -
		deviance(x, m*p) - deviance(m-x, m*q)
	return math.Exp(log) * math.Sqrt(m/(2*math.Pi*x*(m-x)))
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
		return x*math.Log(x/y) - d
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
		return math.Log(f) - (0.5*math.Log(2*math.Pi*x) + x*math.Log(x) - x)
	}
	x := 1 / float64(n)
	y := x * x
	return x * (1./12 - y*(1./360-y*(1./1260-y*(1./1680-y*(1./1188-y*691./360360)))))
}

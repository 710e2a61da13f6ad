package tally

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// What a sample says of a mean: bounds that fail with a chosen probability at most, whatever
// the law is.

// ClopperPearsonLower is a lower end for the probability of what happened k times in n independent
// trials, and ClopperPearsonUpper an upper one: each is on its side of it with probability 1-delta
// at least, whatever it is (C. Clopper and E. Pearson, 1934). The lower end is the p with
// P(Binomial(n, p) >= k) = delta, by bisection from below; what rounding does to the tail
// is covered by a thousandth of delta.
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
		case mathext.RegIncBeta(float64(k), float64(n-k+1), p) <= 0.999*delta:
			low = p
		default:
			high = p
		}
	}
}

// ClopperPearsonUpper is as ClopperPearsonLower.
func ClopperPearsonUpper(k, n int64, delta float64) float64 {
	return 1 - ClopperPearsonLower(n-k, n, delta)
}

// WilsonUpper is about an upper end for the probability of what happened k times in n trials, z
// standard deviations up.
func WilsonUpper(k, n int, z float64) float64 {
	x, m := float64(k), float64(n)
	return (x + z*z/2 + z*math.Sqrt(x*(m-x)/m+z*z/4)) / (m + z*z)
}

// BernsteinRadius is how far the mean of independent values is from their sample mean at most, on one
// side, but for a probability delta: values x with |x| <= most, which lie on that side of their
// mean by no more than reach, and have the given mean square in the sample. Half of delta
// is for the mean square, which by Chernoff's bound is not above v; the rest for Bernstein's
// inequality, P(deviation of t) <= exp(-count t^2/(2v + 2 reach t/3)).
func BernsteinRadius(square, most, reach, delta float64, count int64) float64 {
	v := most * most * ChernoffUpper(min(1, square/(most*most)), delta/2, count)
	n := float64(count)
	return bernstein(n*v, reach, math.Log(2/delta)) / n
}

// bernstein is the t with exp(-t^2/(2 variance + 2 reach t/3)) = e^-log.
func bernstein(variance, reach, log float64) float64 {
	third := reach * log / 3
	return third + math.Sqrt(third*third+2*variance*log)
}

// ChernoffUpper is an upper bound, but for a probability delta, on the mean of independent values
// in [0, 1] whose sample mean is given: the largest q with count KL(mean, q) <= ln(1/delta)
// (W. Hoeffding, Probability inequalities for sums of bounded random variables, 1963,
// theorem 1). Where the mean is next to 0 it is about mean + ln(1/delta)/count.
func ChernoffUpper(mean, delta float64, count int64) float64 {
	most := math.Log(1/delta) / float64(count)
	return bisect(1, mean, func(q float64) bool { return kl(mean, q) > most })
}

// kl is the divergence of a coin q from a coin p, p ln(p/q) + (1-p) ln((1-p)/(1-q)).
func kl(p, q float64) float64 {
	part := func(p, q float64) float64 {
		if p == 0 {
			return 0
		}
		return p * math.Log(p/q)
	}
	return part(p, q) + part(1-p, 1-q)
}

// bisect finds the point between outer and inner up to which far holds, from
// the outer side; it returns outer if it holds nowhere.
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

// Moments are what a sample says of a law: its mean, and its unbiased variance with the
// standard error of that for any law, sqrt((m_4 - v^2 (k-3)/(k-1))/k) for k values, m_4 being
// their fourth central moment. The variance of one value is NaN.
type Moments struct{ Mean, Variance, VarianceError float64 }

// MomentsOf takes two passes, which keep the digits.
func MomentsOf[T int | int64 | float64](values []T) (m Moments) {
	k := float64(len(values))
	for _, x := range values {
		m.Mean += float64(x)
	}
	m.Mean /= k
	var second, fourth float64
	for _, x := range values {
		d := (float64(x) - m.Mean) * (float64(x) - m.Mean)
		second += d
		fourth += d * d
	}
	m.Variance = second / (k - 1)
	m.VarianceError = math.Sqrt(max(0, fourth/k-m.Variance*m.Variance*(k-3)/(k-1)) / k)
	return m
}

package decks

import "math"

// slack is how far the mean of independent values is from their sample mean at most, on one
// side, but for a chance delta: values x with |x| <= most, which lie on that side of their
// mean by no more than reach, and have the given mean square in the sample. Half of delta
// is for the mean square, which by Chernoff's bound is not above v; the rest for Bernstein's
// inequality, P(off by t) <= exp(-count t^2/(2v + 2 reach t/3)).
func slack(square, most, reach, delta float64, count int64) float64 {
	v := most * most * chernoff(min(1, square/(most*most)), delta/2, count)
	l, n := math.Log(2/delta), float64(count)
	third := reach * l / 3
	return (third + math.Sqrt(third*third+2*n*v*l)) / n
}

// chernoff is an upper bound, but for a chance delta, on the mean of independent values
// in [0, 1] whose sample mean is given: the largest q with count kl(mean, q) <= ln(1/delta),
// kl(p, q) = p ln(p/q) + (1-p) ln((1-p)/(1-q)) (W. Hoeffding, Probability inequalities for
// sums of bounded random variables, 1963, theorem 1). Where the mean is next to 0 it is
// about mean + ln(1/delta)/count.
func chernoff(mean, delta float64, count int64) float64 {
	most := math.Log(1/delta) / float64(count)
	low, high := mean, 1.0
	for range 60 {
		q := (low + high) / 2
		if kl(mean, q) <= most {
			low = q
		} else {
			high = q
		}
	}
	return high
}

func kl(p, q float64) float64 {
	part := func(p, q float64) float64 {
		if p == 0 {
			return 0
		}
		return p * math.Log(p/q)
	}
	return part(p, q) + part(1-p, 1-q)
}

package decks

import "math"

// bernstein is how far the mean of independent values in a range of the given width is
// from their sample mean at most, on one side, but for a chance delta (A. Maurer and M.
// Pontil, Empirical Bernstein bounds and sample variance penalization, 2009, theorem 4).
func bernstein(variance, width, delta float64, count int64) float64 {
	l, n := math.Log(2/delta), float64(count)
	return math.Sqrt(2*variance*l/n) + 7*width*l/(3*(n-1))
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

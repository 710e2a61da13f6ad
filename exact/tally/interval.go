package tally

import "gonum.org/v1/gonum/mathext"

// AtLeast is a lower end for the probability of what happened k times in n independent
// trials, and AtMost an upper one: each is on its side of it with probability 1-delta at
// least, whatever it is (C. Clopper and E. Pearson, 1934). The lower end is the p with
// P(Binomial(n, p) >= k) = delta, by bisection from below; what rounding does to the tail
// is covered by a thousandth of delta.
func AtLeast(k, n int64, delta float64) float64 {
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

// AtMost is as AtLeast.
func AtMost(k, n int64, delta float64) float64 { return 1 - AtLeast(n-k, n, delta) }

// Package fair knows what statistics of a fair deck are like: all n! orders equally
// likely. Means and standard deviations are exact where there is a closed form, and so
// are distribution functions, which are given for any n where they can be had.
package fair

import (
	"math"

	"dovetail/perm/statistic"
)

// Exact is the source of what is proved.
const Exact = "exact"

// Law is the law of a statistic.
type Law struct {
	Mean, SD float64
	By       string // Exact, or whose approximation mean and deviation are

	// UpTo is P(value <= k) within Error, or nil where it is not known.
	UpTo func(k int64) float64
}

// Error bounds that of a distribution function.
const Error = 1e-12

// Of is the law of a statistic of n cards, n >= 1.
//
// Descents are the whole part of the sum of n uniform numbers in law (see eulerian), and
// rising sequences are one more than the descents of the inverse. Fixed points and neighbours are sums of indicators, which are 1 together with
// probability 1/(n(n-1)); cycles of independent ones with chances 1/i (Feller); inversions
// of independent uniform numbers 0..i-1. Displacement is from Diaconis and Graham,
// Spearman's footrule as a measure of disarray, 1977.
func Of(s statistic.Statistic, n int) Law {
	x := float64(n)
	exact := func(mean, variance float64, upTo func(k int64) float64) Law {
		if n == 1 {
			variance = 0
		}
		return Law{mean, math.Sqrt(variance), Exact, upTo}
	}
	switch s {
	case statistic.Rising:
		descents := eulerian(n)
		return exact((x+1)/2, (x+1)/12, func(k int64) float64 { return descents(k - 1) })
	case statistic.Descents:
		return exact((x-1)/2, (x+1)/12, eulerian(n))
	case statistic.Fixed:
		return exact(1, 1, cumulated(fixed(n)))
	case statistic.Adjacencies:
		return exact((x-1)/x, (x*x-x-1)/(x*x), cumulated(adjacencies(n)))
	case statistic.Cycles:
		mean, variance := 0.0, 0.0
		for i := n; i > 0; i-- {
			mean += 1 / float64(i)
			variance += 1/float64(i) - 1/(float64(i)*float64(i))
		}
		return exact(mean, variance, cumulated(cycles(n)))
	case statistic.Inversions:
		return exact(x*(x-1)/4, x*(x-1)*(2*x+5)/72, nil)
	case statistic.Displacement:
		return exact((x*x-1)/3, (x+1)*(2*x*x+7)/45, nil)
	case statistic.Increasing:
		return increasing(n)
	}
	return exact((x+1)/2, (x*x-1)/12, func(k int64) float64 { return float64(min(max(k, 0), int64(n))) / x }) // one card
}

// listed is a law on 0, 1, 2, ...
func listed(law []float64) Law {
	mean, square := 0.0, 0.0
	for k, p := range law {
		mean += float64(k) * p
		square += float64(k) * float64(k) * p
	}
	return Law{mean, math.Sqrt(max(0, square-mean*mean)), Exact, cumulated(law)}
}

// cumulated is the distribution function of a law on 0, 1, 2, ...
func cumulated(law []float64) func(k int64) float64 {
	upTo := make([]float64, len(law))
	sum := 0.0
	for k, p := range law {
		sum += p
		upTo[k] = sum
	}
	return func(k int64) float64 {
		switch {
		case k < 0:
			return 0
		case k >= int64(len(upTo)):
			return 1
		}
		return upTo[k]
	}
}

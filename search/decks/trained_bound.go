package decks

import "math"

// verdict turns how many of the word's decks and of as many uniform ones passed into a
// bound.
//
// Call a deck of the word that passes, and a uniform one that does not, rightly told. If a
// deck of the word passes with probability p and a uniform one with q, the number S of
// decks rightly told, of 2N, is a sum of independent truths with the mean chance
// (1 + p - q)/2. Of all such sums with that mean, the binomial one has the largest tail
// P(S >= k) for every k above the mean by 1 at least (W. Hoeffding, On the distribution of
// the number of successes in independent trials, 1956). So Clopper and Pearson's limit
// for one binomial of 2N trials holds for the mean chance, and 2 mean - 1 = p - q;
// docs/decks.md says why for delta up to 1/4. Two limits, one for p and one for q, would
// be half as far off again.
func verdict(passed [2]int64, decks int64, delta float64) TrainedResult {
	n := float64(decks)
	p, q := float64(passed[0])/n, float64(passed[1])/n
	return TrainedResult{
		Lower:    max(0, 2*chanceLow(passed[0]+decks-passed[1], 2*decks, delta)-1),
		Estimate: p - q,
		StdError: math.Sqrt((p*(1-p) + q*(1-q)) / n),
	}
}

// chanceLow is below the chance of a truth with probability 1 - delta at least, if so many
// of the trials were true: the largest x for which that many or more have probability at
// most delta, or a little less.
func chanceLow(truths, trials int64, delta float64) float64 {
	low, high := 0.0, float64(truths)/float64(trials)
	if binomialTail(truths, trials, high) <= delta {
		return high
	}
	for range 60 {
		if mid := (low + high) / 2; binomialTail(truths, trials, mid) <= delta {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

// binomialTail bounds P(B >= k) for B binomial with m trials of chance x <= k/m: its first term,
// and the others by a geometric series, each being at most (m-k)/(k+1) x/(1-x) of the one
// before. Rounding of the logarithms, which are below 2^36 here, is allowed for.
func binomialTail(k, m int64, x float64) float64 {
	if k == 0 {
		return 1
	}
	if x <= 0 {
		return 0
	}
	K, M := float64(k), float64(m)
	choose := lgamma(M+1) - lgamma(K+1) - lgamma(M-K+1)
	first := choose + K*math.Log(x)
	if k < m {
		first += (M - K) * math.Log1p(-x)
	}
	ratio := (M - K) / (K + 1) * x / (1 - x)
	return math.Exp(first+M*0x1p-40) / (1 - ratio)
}

func lgamma(x float64) float64 {
	y, _ := math.Lgamma(x)
	return y
}

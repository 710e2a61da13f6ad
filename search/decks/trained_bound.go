package decks

import (
	"math"

	"dovetail/exact/tally"
)

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
		Lower:    max(0, 2*tally.ClopperPearsonLower(passed[0]+decks-passed[1], 2*decks, delta)-1),
		Estimate: p - q,
		StdError: math.Sqrt((p*(1-p) + q*(1-q)) / n),
	}
}

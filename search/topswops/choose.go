package topswops

import (
	"context"
	"math/rand/v2"
)

// The thresholds of a search by bundles are halves: that at n-1 cards is about 0.4 of the
// moves asked for, and each lower one half of the next, which is as much as loses no deck.
// More at n-1 cards makes fewer bundles, of which more have to be resolved; a smaller base
// takes less to list, and makes more bundles. From sampledFrom cards on both are chosen by
// samples of the search, of which the seed is fixed.
const (
	sampledFrom   = 16
	samplesOfEach = 2

	usualSizes                             = 4
	usualShare, leastTry, mostTry, tryStep = 40, 36, 44, 2 // percent
)

// halvesOf are thresholds for so many sizes below n, the largest being percent of t.
func halvesOf(t, percent, sizes int) []int {
	from := make([]int, sizes)
	for i, e := sizes-1, t*percent/100; i >= 0; i, e = i-1, e/2 {
		from[i] = e
	}
	return from
}

// chosen are thresholds for a query; any, if ctx ends.
func chosen(ctx context.Context, q Query) []int {
	sizes := min(q.N-1, max(usualSizes, q.N-baseMax))
	if q.N < sampledFrom || q.Least < q.Lengths[q.N-1] {
		return halvesOf(q.Least, usualShare, sizes)
	}
	var best []int
	least := 0.0
	for _, levels := range []int{sizes, sizes + 1} {
		rng := rand.New(rand.NewPCG(1, uint64(levels)))
		low := halvesOf(q.Least, leastTry, levels)
		var samples [samplesOfEach]sampledBase
		for i := range samples {
			samples[i] = sampleBase(ctx, rng, q.N-levels, low[0], reach(q.Lengths))
		}
		for share := leastTry; share <= mostTry; share += tryStep {
			from := halvesOf(q.Least, share, levels)
			seconds := 0.0
			for i := range samples {
				seconds += samples[i].forecast(ctx, rng, newLevels(q.N, q.Least, from), q.Lengths).seconds()
			}
			if best == nil || seconds < least {
				best, least = from, seconds
			}
		}
	}
	return best
}

package topswops

import (
	"context"
	"math"
	"math/rand/v2"
)

// The thresholds of a search by bundles are halves: that at n-1 cards is about 0.37 of the
// moves asked for, and each lower one half of the next, which is as much as loses no deck.
// More at n-1 cards makes fewer bundles, of which more have to be resolved; a smaller base
// takes less to list, and makes more bundles: one of 14 cards takes some 700 seconds, which
// pays from 18 on. From sampledFrom cards on both are chosen by samples of the search, of
// which the seed is fixed.
const (
	sampledFrom   = 17
	samplesOfEach = 1

	smallBase, largeBase, largeFrom        = 13, 14, 18    // cards of the base at most, and from largeFrom on
	usualSizes                             = 4             // above it, at least
	usualShare, leastTry, mostTry, tryStep = 37, 35, 41, 2 // percent
)

// halves are thresholds for so many sizes below n, the largest being percent of t.
func halves(n, t, percent, sizes int) []int {
	from := make([]int, min(n-1, sizes))
	for i, e := len(from)-1, t*percent/100; i >= 0; i, e = i-1, e/2 {
		from[i] = e
	}
	return from
}

// usual are thresholds that are good.
func usual(n, t int) []int {
	base := smallBase
	if n >= largeFrom {
		base = largeBase
	}
	return halves(n, t, usualShare, max(usualSizes, n-base))
}

// chosen are thresholds for a query; any, if ctx ends.
func chosen(ctx context.Context, q Query) []int {
	best := usual(q.N, q.Least)
	if q.N < sampledFrom || q.Least < q.Lengths[q.N-1] {
		return best
	}
	least := math.Inf(1)
	for sizes := len(best); sizes <= len(best)+1; sizes++ {
		rng := rand.New(rand.NewPCG(1, uint64(sizes)))
		low := halves(q.N, q.Least, leastTry, sizes)
		var samples [samplesOfEach]sampledBase
		for i := range samples {
			samples[i] = sampleBase(ctx, rng, q.N-sizes, low[0], reach(q.Lengths))
		}
		for share := leastTry; share <= mostTry && ctx.Err() == nil; share += tryStep {
			from := halves(q.N, q.Least, share, sizes)
			seconds := 0.0
			for i := range samples {
				seconds += samples[i].forecast(ctx, rng, newLevels(q.N, q.Least, from), q.Lengths).seconds()
			}
			if seconds < least {
				best, least = from, seconds
			}
		}
	}
	return best
}

package topswops

import (
	"context"
	"fmt"

	"dovetail/search/run/progress"
)

// incumbent is the length of a long game on n cards, from whose length on a
// search lists all. It need not be the longest, but some deck reaches it: the
// walk is that of the search with thresholds raised, as if the longer half of
// every deck had a share well above one half of its moves, which most of the
// longest have. The share falls from walk to walk, each starts from the best
// length so far, and ends after a fixed number of decks.
func incumbent(ctx context.Context, n int, f []int, meter *progress.Meter) (int, error) {
	best := 0
	if n > 1 {
		best = f[n-1] // of the longest deck below, with card n appended
	}
	return skim(ctx, n, f, best, false, meter)
}

// sortedIncumbent is the length of a long game that ends in order. One card
// more allows as many moves as the longest games have, more often than not.
func sortedIncumbent(ctx context.Context, n int, f []int, meter *progress.Meter) (int, error) {
	for least := f[n-1]; ; least /= 2 {
		if best, err := skim(ctx, n, f, least-1, true, meter); best >= least || err != nil {
			return best, err
		}
	}
}

// patience is the number of decks that a walk may follow: a small part of the
// search to come, and not so many that a minute would not do for all the walks.
func patience(n int) uint64 { return 1 << max(10, min(2*n-9, n+6, 26)) }

// The shares of the longer half that the walks try, in percent.
const mostShare, leastShare, shareStep = 85, 55, 5

// skim looks for more than best moves.
func skim(ctx context.Context, n int, f []int, best int, order bool, meter *progress.Meter) (int, error) {
	w := newWalk(n, halved(n, best), reach(f))
	if order {
		w.inOrder()
	}
	w.left = func(rest) {}
	w.until(ctx, func(m int) bool { return m < n && sumOf(w.Nodes) > patience(n) })
	meter = meter.For(fmt.Sprintf("walks for a long game on %d cards", n))
	meter.Start((mostShare-leastShare)/shareStep+1, 0)
	defer meter.Stop()
	for percent := mostShare; percent >= leastShare; percent -= shareStep {
		w.follow(raised(n, best+1, percent))
		w.leaf = func(x node) {
			if x.moves > best && (!order || x.end.Ordered(n)) {
				best = x.moves
				w.follow(raised(n, best+1, percent))
			}
		}
		x := root()
		w.from(&x)
		w.stats()
		meter.Add(1)
	}
	return best, ctx.Err()
}

// raised are thresholds that lose decks: the longer half has percent of the
// moves.
func raised(n, t, percent int) thresholds {
	h := halved(n, t)
	for m := n; m > 1; m-- {
		h.Cut[m] = (h.Need[m] + 1) / 2
		h.Need[m-1] = h.Need[m] * percent / 100
	}
	return h
}

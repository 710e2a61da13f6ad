package topswops

import (
	"context"

	"dovetail/perm/topswops"
	"dovetail/search/population"
)

// incumbent is the length of a long game on n cards, from whose length on a search lists all;
// of a game that ends in order, if sorted is set. It need not be the longest, but some deck
// reaches it: one that a beam has found, much sooner than the search to come.
func incumbent(ctx context.Context, n int, sorted bool) (int, error) {
	decks, err := population.Beam{Width: beamFor(n), Families: 12, Seed: 1, Sorted: sorted}.Longest(ctx, min(n, population.MaxBeam))
	if err != nil {
		return 0, err
	}
	return topswops.Play(decks[len(decks)-1], false).Length(), nil
}

// beamFor is the width of the beam for a search on n cards: with 2^16 decks it takes some
// twenty seconds.
func beamFor(n int) int { return 1 << max(6, min(n, 16)) }

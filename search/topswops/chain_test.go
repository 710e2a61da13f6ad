package topswops

import (
	"slices"
	"testing"

	"dovetail/perm/topswops"
)

// Every round ends in order and has at least 19 n/8 moves, from the deck in
// order on n cards.
func TestRoundsEndInOrder(t *testing.T) {
	for _, r := range rounds {
		for n := r.from; n <= 400; n += 4 {
			g := topswops.Play(r.extend(counted(n)), false)
			if !slices.Equal(g.End, counted(n+8)) || 8*g.Length() < 19*n {
				t.Errorf("residue %d, n=%d: %d moves to %v", r.residue, n, g.Length(), g.End)
			}
		}
	}
}

// Chains are decks of every size, and have more than n^2/7 moves.
func TestChainsAreQuadratic(t *testing.T) {
	for n := 1; n <= 500; n++ {
		deck := chainedDeck(n)
		g := topswops.Play(deck, false)
		if len(deck) != n || topswops.CheckDeck(deck) != nil || !slices.Equal(g.End, counted(n)) {
			t.Fatalf("n=%d: %v to %v", n, deck, g.End)
		}
		if n > 40 && 7*g.Length() < n*n {
			t.Errorf("n=%d: %d moves", n, g.Length())
		}
	}
}

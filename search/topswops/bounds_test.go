package topswops

import (
	"math/big"
	"slices"
	"testing"

	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/perm/topswops"
	"dovetail/results/games"
)

func TestBoundsHoldTheKnown(t *testing.T) {
	for _, f := range Known {
		b := must.Have(ask[games.TopswopsBounds](t.Context(), Bounds{f.N}))(t)
		length := big.NewInt(int64(f.Length))
		if b.Wilf.Cmp(length) < 0 || b.Fibonacci.Cmp(length) < 0 || f.Decks > 0 && b.Lower > f.Length || topswops.CheckDeck(b.Deck) != nil {
			t.Errorf("%+v: %d <= f <= %v, %v", f, b.Lower, b.Fibonacci, b.Wilf)
		}
	}
}

// The best deck is the longest of those built, and has as many moves as are
// said; of more than 53 cards in the long tests.
func TestBoundsKeepTheBest(t *testing.T) {
	for n, want := range map[int]int{1: 0, 5: 7, 17: 159, 18: 191, 53: 2121, 97: 9041, 121: 13883, 200: 29226} {
		if n > 53 && !longtest.On() {
			continue
		}
		b := must.Have(ask[games.TopswopsBounds](t.Context(), Bounds{n}))(t)
		longest := 0
		for _, c := range b.Built {
			longest = max(longest, c.Length)
		}
		g := topswops.Play(b.Deck, false)
		if len(b.Deck) != n || topswops.CheckDeck(b.Deck) != nil || g.Length() != b.Lower || b.Lower != longest || want > 0 && b.Lower != want {
			t.Errorf("n=%d: %d moves, %d said, of %v", n, g.Length(), b.Lower, b.Built)
		}
	}
}

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

// Chains are decks of every size from that of their start on, end in order, and
// from all starts together have more than n^2/7 moves. The starts are as long as
// games that end in order can be (OEIS A000376).
func TestChains(t *testing.T) {
	longest := map[int]int{6: 10, 10: 38, 13: 80, 14: 101, 17: 159, 18: 191}
	for _, f := range starts {
		if f.source != "" && topswops.Play(f.deck, false).Length() != longest[len(f.deck)] {
			t.Errorf("%s: %v", f.name, f.deck)
		}
	}
	for n := 1; n <= 250; n++ {
		most := 0
		for _, f := range starts {
			if n < len(f.deck) {
				continue
			}
			deck := f.chain(n)
			g := topswops.Play(deck, false)
			if len(deck) != n || topswops.CheckDeck(deck) != nil || !slices.Equal(g.End, counted(n)) {
				t.Fatalf("n=%d from %s: %v to %v", n, f.name, deck, g.End)
			}
			most = max(most, g.Length())
		}
		if n > 40 && 7*most < n*n {
			t.Errorf("n=%d: %d moves", n, most)
		}
	}
}

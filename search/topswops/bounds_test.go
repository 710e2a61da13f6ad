package topswops

import (
	"math/big"
	"testing"

	"dovetail/perm/topswops"
)

func TestBoundsHoldTheKnown(t *testing.T) {
	for _, f := range Known {
		b, err := BoundsAt(t.Context(), f.N)
		if err != nil {
			t.Fatal(err)
		}
		length := big.NewInt(int64(f.Length))
		if b.Wilf.Cmp(length) < 0 || b.Fibonacci.Cmp(length) < 0 || f.Decks > 0 && b.Lower > f.Length || topswops.CheckDeck(b.Deck) != nil {
			t.Errorf("%+v: %d <= f <= %v, %v", f, b.Lower, b.Fibonacci, b.Wilf)
		}
	}
}

// The best deck is the longest of those built, and has as many moves as are
// said.
func TestBoundsKeepTheBest(t *testing.T) {
	for n, want := range map[int]int{1: 0, 5: 7, 17: 159, 18: 191, 53: 732, 61: 0, 97: 2064} {
		b, err := BoundsAt(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
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

package topswops

import (
	"math/big"
	"testing"

	"dovetail/perm/topswops"
)

func TestBoundsHoldTheKnown(t *testing.T) {
	for _, f := range Known {
		b := BoundsAt(f.N)
		length := big.NewInt(int64(f.Length))
		if b.Wilf.Cmp(length) < 0 || b.Fibonacci.Cmp(length) < 0 || f.Decks > 0 && b.Lower > f.Length || topswops.CheckDeck(b.Deck) != nil {
			t.Errorf("%+v: %d <= f <= %v, %v", f, b.Lower, b.Fibonacci, b.Wilf)
		}
		t.Logf("n=%d: %d by a deck, %d known", f.N, b.Lower, f.Length)
	}
	t.Log(BoundsAt(52).Lower)
}

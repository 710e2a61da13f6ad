// Package shuffletest compares the laws of shuffles on all decks.
package shuffletest

import (
	"math/big"
	"testing"

	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// Support is the law on S_n by the deck that each outcome makes of 0..n-1, in
// units of 2^-bits.
func Support(m shuffle.Model, n int, bits uint) map[string]*big.Int {
	law := map[string]*big.Int{}
	m.Support(n, bits, func(p perm.Perm, w *big.Int) bool {
		Add(law, p.Inverse(), w)
		return true
	})
	return law
}

// Key is a permutation or a deck of at most 256 cards as a key of maps.
func Key(p []int) string {
	b := make([]byte, len(p))
	for i, j := range p {
		b[i] = byte(j)
	}
	return string(b)
}

// Add adds w to the probability of a deck.
func Add(law map[string]*big.Int, deck []int, w *big.Int) {
	name := Key(deck)
	if law[name] == nil {
		law[name] = new(big.Int)
	}
	law[name].Add(law[name], w)
}

// Same compares laws on S_n up to some units.
func Same(t *testing.T, what string, got, want map[string]*big.Int, units int64) {
	t.Helper()
	for deck, w := range want {
		g := got[deck]
		if g == nil {
			g = new(big.Int)
		}
		if new(big.Int).Sub(g, w).CmpAbs(big.NewInt(units)) > 0 {
			t.Fatalf("%s: %q has probability %v, want %v", what, deck, g, w)
		}
	}
	for deck, g := range got {
		if want[deck] == nil && g.CmpAbs(big.NewInt(units)) > 0 {
			t.Fatalf("%s: %q comes with probability %v", what, deck, g)
		}
	}
}

package riffles

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"dovetail/perm"
	"dovetail/perm/shuffle/fixed"
	"dovetail/perm/shuffle/shuffletest"
)

// usual is the model by default.
var usual = &human{low: big.NewRat(-1, 1), high: big.NewRat(2, 1), double: big.NewRat(1, 10)}

// The cut of the letter B in the middle third: floor(n/2 + u), u in [-1, 2).
func TestHumanCuts(t *testing.T) {
	for n, want := range map[int][]int64{ // sixths
		52: {25: 2, 26: 2, 27: 2, 52: 0},
		51: {24: 1, 25: 2, 26: 2, 27: 1, 51: 0},
		2:  {2, 2, 2},
		1:  {3, 3},
	} {
		for c, q := range usual.cuts(n, 64).Weights() {
			diff := new(big.Int).Sub(fixed.Ratio(big.NewInt(want[c]), big.NewInt(6), 64), q)
			if diff.CmpAbs(big.NewInt(1)) > 0 {
				t.Errorf("n=%d cut %d: off by %v units", n, c, diff)
			}
		}
	}
}

// Packets that fall by turns, the bottom packet first, each as it was written
// down by hand: the drops are all words over 1 and 2.
func TestHumanByHand(t *testing.T) {
	const bits = 64
	for n := 1; n <= 7; n++ {
		want := map[string]*big.Int{}
		for c, q := range usual.cuts(n, bits).Weights() {
			for word := range 1 << n {
				deck := perm.Identity(n)
				packets := [2][]int{deck[c:], deck[:c]}
				var made []int
				w := new(big.Rat).SetInt(q)
				for k := range n {
					size, chance := 1, big.NewRat(9, 10)
					if word>>k&1 == 1 {
						size, chance = 2, big.NewRat(1, 10)
					}
					w.Mul(w, chance)
					from := packets[k%2]
					at := max(0, len(from)-size)
					made = append(slices.Clone(from[at:]), made...)
					packets[k%2] = from[:at]
				}
				// A packet whose turn comes n/2 times need not be gone yet.
				made = slices.Concat(packets[0], packets[1], made)
				shuffletest.Add(want, made, new(big.Int).Quo(w.Num(), w.Denom()))
			}
		}
		shuffletest.Same(t, fmt.Sprintf("n=%d", n), shuffletest.Support(usual, n, bits), want, 1<<10)
	}
}

package notation

import (
	"fmt"
	"math/big"
	"testing"

	"dovetail/perm"
	"dovetail/perm/shuffle/fixed"
	"dovetail/perm/shuffle/models"
	"dovetail/perm/shuffle/shuffletest"
)

// The letter P draws packets of 5 to 9 cards from the bottom of the deck, the
// last being what is left, and lays each below those before it.
func TestPacketsFromTheBottom(t *testing.T) {
	const bits = 64
	p, err := models.Parse(standard['P'])
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{1, 4, 5, 6, 9, 10, 14, 23, 30} {
		want := map[string]*big.Int{}
		var draw func(left, made []int, w *big.Rat)
		draw = func(left, made []int, w *big.Rat) {
			if len(left) == 0 {
				shuffletest.Add(want, made, fixed.Ratio(w.Num(), w.Denom(), bits))
				return
			}
			for size := 5; size <= 9; size++ {
				at := max(0, len(left)-size)
				draw(left[:at], append(made[:len(made):len(made)], left[at:]...), new(big.Rat).Mul(w, big.NewRat(1, 5)))
			}
		}
		draw(perm.Identity(n), nil, big.NewRat(1, 1))
		shuffletest.Same(t, fmt.Sprintf("n=%d", n), shuffletest.Support(p, n, bits), want, int64(20*n))
	}
}

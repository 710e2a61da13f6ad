package models

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"dovetail/perm/shuffle/fixed"
	"dovetail/perm/shuffle/shuffletest"
)

// Every set of places to part the deck, and the packets laid down by hand.
func TestOverhandByHand(t *testing.T) {
	const bits = 64
	p := big.NewRat(3, 7)
	for n := 1; n <= 9; n++ {
		want := map[string]*big.Int{}
		for places := range 1 << (n - 1) {
			w := big.NewRat(1, 1)
			var deck, packet []int
			for card := range n {
				packet = append(packet, card)
				if card == n-1 {
					break
				}
				if places>>card&1 == 1 {
					w.Mul(w, p)
					deck, packet = slices.Concat(packet, deck), nil
				} else {
					w.Mul(w, big.NewRat(4, 7))
				}
			}
			shuffletest.Add(want, slices.Concat(packet, deck), fixed.Ratio(w.Num(), w.Denom(), bits))
		}
		if len(want) != 1<<(n-1) {
			t.Errorf("n=%d: %d decks", n, len(want))
		}
		shuffletest.Same(t, fmt.Sprintf("n=%d", n), shuffletest.Support(parse(t, "overhand(p=3/7)"), n, bits), want, int64(4*n))
	}
}

// Cards taken off the top one by one, each put back at a random place of what lies there.
func TestTopByHand(t *testing.T) {
	for n := 1; n <= 6; n++ {
		for k := 1; k <= n; k++ {
			want, ways := map[string]*big.Int{}, int64(0)
			var put func(deck []int, left int)
			put = func(deck []int, left int) {
				if left == 0 {
					shuffletest.Add(want, deck, big.NewInt(1))
					ways++
					return
				}
				for j := range len(deck) + 1 {
					put(slices.Insert(slices.Clone(deck), j, left-1), left-1)
				}
			}
			var rest []int
			for card := k; card < n; card++ {
				rest = append(rest, card)
			}
			put(rest, k)
			for deck, w := range want {
				want[deck] = fixed.Ratio(w, big.NewInt(ways), 64)
			}
			shuffletest.Same(t, fmt.Sprintf("n=%d k=%d", n, k), shuffletest.Support(parse(t, fmt.Sprintf("top(cards=%d)", k)), n, 64), want, 0)
		}
	}
}

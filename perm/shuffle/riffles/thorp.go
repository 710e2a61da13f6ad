package riffles

import (
	"context"
	"fmt"
	"math/big"

	"dovetail/perm"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
	"dovetail/perm/shuffle/outcome"
)

// thorp is the shuffle of E. Thorp, Nonrandom shuffling with applications to the game of Faro
// (1973). An even deck is cut exactly in half. For the two cards that lie on the two halves at the
// same place a fair coin decides which falls first. So the cards i and n/2 + i land on the
// positions 2i and 2i+1, in either order, and all 2^(n/2) outcomes are equally likely. Order log^4
// n of these mix n cards (B. Morris, Improved mixing time bounds for the Thorp shuffle and
// L-reversal chain, 2009).
type thorp struct{ shuffle.AnyDeck }

// Thorp is the model by its parameters.
var Thorp = shuffle.NewKind("thorp", "cut in half and drop the cards in pairs, a coin saying which of two is first",
	func(*shuffle.Params) shuffle.Model { return thorp{} })

func (thorp) String() string { return "thorp" }

// Check refuses odd decks.
func (thorp) Check(n int) error {
	if n%2 == 1 {
		return fmt.Errorf("%s cannot be cut in half; the Thorp shuffle wants an even number of cards", number.Count(n, "card"))
	}
	return nil
}

// place is the first of the two positions that card i of n may land on.
func place(i, n int) int { return 2 * (i % (n / 2)) }

// Law is 1/2 for either position.
func (thorp) Law(n int, bits uint) *shuffle.Law {
	l := shuffle.NewLaw(n, bits, 0)
	for i := range n {
		for side := range 2 {
			l.At(i, place(i, n)+side).Set(fixed.Unit(bits - 1))
		}
	}
	return l
}

// Pairs are four places of two cards with different coins, 1/4 each, and two of cards with the same
// coin.
func (thorp) Pairs(ctx context.Context, n int) *shuffle.PairLaw {
	law, size := shuffle.NewPairLaw(n), shuffle.PairCount(n)
	for j := 1; j < n; j++ {
		if ctx.Err() != nil {
			return nil
		}
		for i := range j {
			for coins := range 4 {
				k, l, share := place(i, n)+coins&1, place(j, n)+coins>>1, 0.25
				if place(i, n) == place(j, n) {
					share = 0.5
				}
				row := shuffle.PairIndex(n, i, j) * size
				switch {
				case k < l:
					law.Kept[row+shuffle.PairIndex(n, k, l)] = share
				case k > l:
					law.Swapped[row+shuffle.PairIndex(n, l, k)] = share
				}
			}
		}
	}
	return law
}

// Outcomes is 2^(n/2), one for the coins of each.
func (thorp) Outcomes(n int) *big.Int { return fixed.Unit(uint(n / 2)) }

// Denominator is 2^(n/2), too.
func (s thorp) Denominator(n int) *big.Int { return s.Outcomes(n) }

// Classes is one.
func (s thorp) Classes(n int, bits uint) []shuffle.Class {
	return shuffle.OneClass(s.Outcomes(n), bits)
}

// Hands cut in half; two cards in a row come from the same half where two coins in a row differ.
func (thorp) Hands(n int) (cuts, runs []float64) {
	cuts, runs = make([]float64, n+1), make([]float64, n+1)
	cuts[n/2], runs[2] = 1, float64(n/2-1)/2
	runs[1] = float64(n - (n/2 - 1))
	return cuts, runs
}

// Support is all coins.
func (s thorp) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	if bits < uint(n/2) {
		return // weights round to 0
	}
	p, w := make(perm.Perm, n), fixed.Unit(bits-uint(n/2))
	for coins := range uint64(1) << (n / 2) {
		for i := range p {
			p[i] = place(i, n) + int(coins>>(i%(n/2))&1)
			if i >= n/2 {
				p[i] ^= 1
			}
		}
		if !yield(p, w) {
			return
		}
	}
}

// Dealer merges the halves.
func (s thorp) Dealer(n int) shuffle.Dealer { return merged[uint16](n, s.drawn(n)) }

func (s thorp) LargeDealer(n int) shuffle.DealerOf[uint32] { return merged[uint32](n, s.drawn(n)) }

// drawn draws 64 coins at a time, 1 where the card of the lower half comes last.
func (thorp) drawn(n int) drawnSet {
	return func(rng *draw.Stream, set *draw.Set) (top int) {
		clear(set.Words)
		coins := uint64(0)
		for j := 0; j < n; j += 2 {
			if j%128 == 0 {
				coins = rng.Uint64()
			}
			set.Words[j>>6] |= (1 + coins&1) << (j & 63)
			coins >>= 1
		}
		return n / 2
	}
}

// Outcome is the coins.
func (thorp) Outcome(n int) outcome.Outcome { return outcome.NewCoins(n) }

package models

import (
	"fmt"
	"math/big"

	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
)

// turn is a model for tests, added as any model is: the deck is turned over with a
// given chance.
type turn struct {
	shuffle.AnyDeck
	chance *big.Rat
}

func init() { table = append(table, Turn) }

// Turn is the model by its parameters.
var Turn = shuffle.NewKind("turn", "turn the deck over or leave it",
	func(p *shuffle.Params) shuffle.Model { return turn{chance: p.Chance("chance", "1/2")} })

func (s turn) String() string { return fmt.Sprintf("turn(chance=%s)", s.chance.RatString()) }

// Support is leaving the deck and turning it.
func (s turn) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	turned := fixed.Ratio(s.chance.Num(), s.chance.Denom(), bits)
	left := new(big.Int).Sub(fixed.Unit(bits), turned)
	if left.Sign() == 0 || yield(perm.Identity(n), left) {
		if turned.Sign() != 0 {
			yield(perm.Reversal(n), turned)
		}
	}
}

// Law adds up the support.
func (s turn) Law(n int, bits uint) *shuffle.Law {
	slack := int64(1)
	if s.chance.IsInt() {
		slack = 0
	}
	return shuffle.SupportLaw(s.Support, n, bits, slack)
}

// Denominator is that of the chance.
func (s turn) Denominator(int) *big.Int { return s.chance.Denom() }

// Dealer draws whether to turn.
func (s turn) Dealer(n int) shuffle.Dealer {
	choice := draw.NewCoin(s.chance)
	return func(rng *draw.Stream, dst, src []uint16) {
		copy(dst, src[:n])
		if choice.Draw(rng) == 0 {
			for i, card := range src[:n] {
				dst[n-1-i] = card
			}
		}
	}
}

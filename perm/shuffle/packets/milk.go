package packets

import (
	"fmt"
	"slices"

	"dovetail/perm"
	"dovetail/perm/faro"
	"dovetail/perm/shuffle"
)

// milk is the milk shuffle, or Klondike shuffle: the top and the bottom card are drawn together, again and again, and laid
// onto the next of some piles, the top card above the bottom card. The piles are stacked, the first on top. Nothing is left
// to chance.
type milk struct {
	shuffle.Certain
	piles int
}

// Milk is the model by its number of piles.
var Milk = shuffle.NewKind("milk", "draw the top and the bottom card together, again and again, and lay the pairs onto piles in turn",
	func(p *shuffle.Params) shuffle.Model {
		m := &milk{piles: p.Positive("piles", "1")}
		m.Perm = m.stacked
		return m
	})

// stacked is where the shuffle puts each of n cards. The middle card of an odd number is drawn alone.
func (m *milk) stacked(n int) perm.Perm {
	piles := make([][]int, m.piles) // from the bottom
	for i := range (n + 1) / 2 {
		pile := &piles[i%m.piles]
		*pile = append(*pile, slices.Compact([]int{n - 1 - i, i})...)
	}
	for _, pile := range piles {
		slices.Reverse(pile)
	}
	return perm.Perm(slices.Concat(piles...)).Inverse()
}

func (m *milk) String() string {
	if m.piles == 1 {
		return "milk"
	}
	return fmt.Sprintf("milk(piles=%d)", m.piles)
}

// Check refuses more piles than pairs.
func (m *milk) Check(n int) error {
	if pairs := (n + 1) / 2; m.piles > pairs {
		return fmt.Errorf("%d piles are too many for %d cards, drawn two by two; use piles=1..%d", m.piles, n, pairs)
	}
	return nil
}

// monge is the shuffle of Gaspard Monge: see package faro.
type monge struct{ shuffle.Certain }

// Monge is the model.
var Monge = shuffle.NewKind("monge", "take the cards from the top, one above and one below those taken, by turns",
	func(*shuffle.Params) shuffle.Model { return monge{shuffle.Certain{Perm: faro.Monge}} })

func (monge) String() string { return "monge" }

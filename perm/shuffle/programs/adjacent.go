package programs

import (
	"fmt"
	"math/big"

	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
)

// adjacent exchanges two neighbours, chosen by chance: a step of the random sorting of D. Wilson, Mixing times of lozenge
// tiling and card shuffling Markov chains (2004). Each exchange
// makes an even order odd and an odd one even, so that no number of them mixes the deck.
type adjacent struct{}

// Adjacent is the model by its parameters.
var Adjacent = shuffle.NewKind("adjacent", "exchange two random neighbours",
	func(*shuffle.Params) shuffle.Model { return adjacent{} })

func (adjacent) String() string { return "adjacent" }

// Check refuses a deck without neighbours.
func (adjacent) Check(n int) error {
	if n < 2 {
		return fmt.Errorf("adjacent exchanges two cards; a deck has at least 2")
	}
	return nil
}

// Law adds up the n-1 outcomes.
func (s adjacent) Law(n int, bits uint) *shuffle.Law {
	slack := int64(n)
	if m := n - 1; m&(m-1) == 0 { // 1/m is a binary fraction
		slack = 0
	}
	return shuffle.SupportLaw(s.Support, n, bits, slack)
}

// Outcomes is n-1.
func (adjacent) Outcomes(n int) *big.Int { return big.NewInt(int64(n - 1)) }

// Denominator is n-1, too.
func (s adjacent) Denominator(n int) *big.Int { return s.Outcomes(n) }

// Support is the exchanges.
func (s adjacent) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	p, w := perm.Identity(n), fixed.Ratio(big.NewInt(1), s.Outcomes(n), bits)
	for i := range n - 1 {
		p[i], p[i+1] = i+1, i
		if !yield(p, w) {
			return
		}
		p[i], p[i+1] = i, i+1
	}
}

// Dealer does one of them.
func (adjacent) Dealer(n int) shuffle.Dealer { return neighbours[uint16](n) }

func (adjacent) LargeDealer(n int) shuffle.DealerOf[uint32] { return neighbours[uint32](n) }

func neighbours[C shuffle.Card](n int) shuffle.DealerOf[C] {
	return func(rng *draw.Stream, dst, src []C) {
		copy(dst[:n], src[:n])
		i := draw.Below(rng, uint64(n-1))
		dst[i], dst[i+1] = dst[i+1], dst[i]
	}
}

package shuffle

import (
	"context"
	"math/big"
	"slices"

	"dovetail/perm"
)

// wash is the uniform shuffle: all n! orders are equally likely, as is supposed of
// cards that were spread on a table and stirred for long enough.
type wash struct{ AnyDeck }

// Wash is the model by its parameters.
var Wash = Maker{
	Name:    "wash",
	Summary: "make every order equally likely",
	Make:    func(*params) Model { return wash{} },
}

// String is the specification of the shuffle.
func (wash) String() string { return "wash" }

// Law is 1/n everywhere: single cards cannot tell it from a uniform cut.
func (wash) Law(n int, bits uint) *Law {
	share := ratio(big.NewInt(1), big.NewInt(int64(n)), bits)
	l := newLaw(n, bits, slackOf(slices.Repeat([]*big.Int{share}, n), bits, 2))
	for c := range l.Cells {
		l.Cells[c].Set(share)
	}
	return l
}

// Pairs is uniform.
func (wash) Pairs(_ context.Context, n int) *PairLaw {
	law := newPairLaw(n)
	for x := range law.Kept {
		law.Kept[x] = 0.5 / float64(PairCount(n))
		law.Swapped[x] = law.Kept[x]
	}
	law.Error = 0x1p-52
	return law
}

// Closed says that it is uniform on all orders of the deck.
func (wash) Closed() Closed { return Closed{UniformOn: Orders} }

// Outcomes is n!.
func (wash) Outcomes(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }

// Denominator is n!.
func (w wash) Denominator(n int) *big.Int { return w.Outcomes(n) }

// Support is all permutations.
func (w wash) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	weight := ratio(big.NewInt(1), w.Outcomes(n), bits)
	if weight.Sign() == 0 {
		return
	}
	perm.All(n, func(p perm.Perm) bool { return yield(p, weight) })
}

// Dealer is the shuffle by Fisher and Yates.
func (wash) Dealer(n int) Dealer { return Uniform(n) }

// LargeDealer implements [Model].
func (wash) LargeDealer(n int) DealerOf[uint32] { return UniformOf[uint32](n) }

// Package programs holds the shuffles that programs use: the uniform one (Fisher and Yates), common mistakes in it, sorting
// by random keys or by a comparator that answers at random, and random exchanges.
package programs

import (
	"context"
	"math/big"
	"slices"

	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/fixed"
)

// wash is the uniform shuffle: all n! orders are equally likely, as is assumed for cards that were
// spread on a table and stirred for long enough.
type wash struct{ shuffle.AnyDeck }

// Wash is the model by its parameters.
var Wash = shuffle.NewKind("wash", "make every order equally likely", func(*shuffle.Params) shuffle.Model { return wash{} })

func (wash) String() string { return "wash" }

// Law is 1/n everywhere. Single cards do not distinguish it from a uniform cut.
func (wash) Law(n int, bits uint) *shuffle.Law {
	share := fixed.Ratio(big.NewInt(1), big.NewInt(int64(n)), bits)
	l := shuffle.NewLaw(n, bits, shuffle.SlackOf(slices.Repeat([]*big.Int{share}, n), bits, 2))
	for c := range l.Cells {
		l.Cells[c].Set(share)
	}
	return l
}

// Pairs is uniform.
func (wash) Pairs(ctx context.Context, n int) *shuffle.PairLaw {
	law, share := shuffle.NewPairLaw(n), 1/float64(n*(n-1))
	law.Error = 0x1p-52
	return law.Fill(ctx, func(_, _, _, _ int) (kept, swapped float64) { return share, share })
}

// Closed says that it is uniform on all orders of the deck.
func (wash) Closed() shuffle.Closed { return shuffle.Closed{UniformOn: shuffle.Orders} }

// Outcomes is n!.
func (wash) Outcomes(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }

// Denominator is n!.
func (w wash) Denominator(n int) *big.Int { return w.Outcomes(n) }

// Support is all permutations.
func (w wash) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	weight := fixed.Ratio(big.NewInt(1), w.Outcomes(n), bits)
	if weight.Sign() == 0 {
		return
	}
	perm.All(n, func(p perm.Perm) bool { return yield(p, weight) })
}

// Dealer is the shuffle by Fisher and Yates.
func (wash) Dealer(n int) shuffle.Dealer { return shuffle.Uniform(n) }

func (wash) LargeDealer(n int) shuffle.DealerOf[uint32] { return shuffle.UniformOf[uint32](n) }

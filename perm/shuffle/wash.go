package shuffle

import (
	"context"
	"math/big"

	"dovetail/perm"
)

// wash is the uniform shuffle: all n! orders are equally likely, as is supposed of
// cards that were spread on a table and stirred for long enough.
type wash struct{ AnyDeck }

func init() {
	register("wash", "make every order equally likely", func(*params) Model { return wash{} })
}

// String is the specification of the shuffle.
func (wash) String() string { return "wash" }

// Law is 1/n everywhere: single cards cannot tell it from a uniform cut.
func (wash) Law(n int, bits uint) *Law { return (&cut{law: "uniform"}).Law(n, bits) }

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
	everyOrder(n, func(p perm.Perm) bool { return yield(p, weight) })
}

// everyOrder yields all permutations of n, in the same slice, by exchanging what stands at each position with what
// stands at or after it.
func everyOrder(n int, yield func(perm.Perm) bool) {
	p := perm.Identity(n)
	var each func(k int) bool
	each = func(k int) bool {
		if k == n {
			return yield(p)
		}
		for i := k; i < n; i++ {
			p[k], p[i] = p[i], p[k]
			ok := each(k + 1)
			p[k], p[i] = p[i], p[k]
			if !ok {
				return false
			}
		}
		return true
	}
	each(0)
}

// Dealer is the shuffle by Fisher and Yates.
func (wash) Dealer(n int) Dealer { return Uniform(n) }

// LargeDealer implements [Model].
func (wash) LargeDealer(n int) DealerOf[uint32] { return UniformOf[uint32](n) }

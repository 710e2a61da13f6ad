package shuffle

import (
	"math/big"

	"dovetail/perm"
)

// Wash is the uniform shuffle: all n! orders are equally likely, as is supposed of
// cards that were spread on a table and stirred for long enough.
type Wash struct{}

func init() {
	register("wash", "make every order equally likely", func(*params) Model { return Wash{} })
}

// String is the specification of the shuffle.
func (Wash) String() string { return "wash" }

// Check accepts every deck.
func (Wash) Check(int) error { return nil }

// Law is 1/n everywhere: single cards cannot tell it from a uniform cut.
func (Wash) Law(n int, bits uint) *Law {
	return (&Cut{law: "uniform"}).Law(n, bits)
}

// Support is all permutations, by exchanging the card at each position with one
// at or after it.
func (Wash) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	w := ratio(big.NewInt(1), new(big.Int).MulRange(1, int64(n)), bits)
	if w.Sign() == 0 {
		return
	}
	p := perm.Identity(n)
	var each func(k int) bool
	each = func(k int) bool {
		if k == n {
			return yield(p, w)
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
func (Wash) Dealer(n int) Dealer { return Uniform(n) }

package shuffle

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"dovetail/perm"
)

// Inverse undoes another shuffle: each of its outcomes p is replaced by the
// permutation that takes p back, with the same probability. The inverse of the
// riffle gives every card a fair bit and moves the zeros, in order, above the
// ones; the inverse of the Hindu shuffle draws its packets from the bottom.
type Inverse struct{ Of Model }

func init() {
	register("inverse", "undo another shuffle", func(p *params) Model { return &Inverse{p.model("of", "riffle")} })
}

// String is the specification of the shuffle.
func (v *Inverse) String() string { return fmt.Sprintf("inverse(of=%s)", v.Of) }

// Check accepts what the other shuffle does.
func (v *Inverse) Check(n int) error { return v.Of.Check(n) }

// Law is the transpose.
func (v *Inverse) Law(n int, bits uint) *Law {
	l := v.Of.Law(n, bits)
	for i := range n {
		for j := range i {
			*l.At(i, j), *l.At(j, i) = *l.At(j, i), *l.At(i, j)
		}
	}
	return l
}

// Support is the inverses.
func (v *Inverse) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	back := make(perm.Perm, n)
	v.Of.Support(n, bits, func(p perm.Perm, w *big.Int) bool {
		for i, j := range p {
			back[j] = i
		}
		return yield(back, w)
	})
}

// Dealer lets the other shuffle mix the numbers 0..n-1: where it puts number i at
// position j, the card at j goes to i.
func (v *Inverse) Dealer(n int) Dealer {
	deal := v.Of.Dealer(n)
	inOrder, mixed := NewDeck(n), NewDeck(n)
	return func(rng *rand.ChaCha8, dst, src []uint16) {
		deal(rng, mixed, inOrder)
		dst, src = dst[:n], src[:n]
		for j, i := range mixed {
			dst[i] = src[j]
		}
	}
}

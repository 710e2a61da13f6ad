package shuffle

import (
	"context"
	"fmt"
	"math/big"

	"dovetail/perm"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/outcome"
)

// Inverse undoes another shuffle: each of its outcomes p is replaced by the permutation
// that takes p back, with the same probability. The inverse of the riffle gives every card
// a fair bit and moves the zeros, in order, above the ones; the inverse of the Hindu
// shuffle draws its packets from the bottom. Properties without a method here are the same
// for a shuffle and its inverse.
type Inverse struct{ Model }

func (v Inverse) String() string { return fmt.Sprintf("inverse(of=%s)", v.Model) }

// Law is the transpose.
func (v Inverse) Law(n int, bits uint) *Law {
	l := v.Model.Law(n, bits)
	for i := range n {
		for j := range i {
			*l.At(i, j), *l.At(j, i) = *l.At(j, i), *l.At(i, j)
		}
	}
	return l
}

// Pairs is the transpose.
func (v Inverse) Pairs(ctx context.Context, n int) *PairLaw {
	law := Pairs(ctx, v.Model, n)
	if law == nil {
		return nil
	}
	return law.transpose(ctx)
}

// Support is the inverses.
func (v Inverse) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	back := make(perm.Perm, n)
	v.Model.Support(n, bits, func(p perm.Perm, w *big.Int) bool {
		for i, j := range p {
			back[j] = i
		}
		return yield(back, w)
	})
}

// Dealer lets the other shuffle mix the numbers 0..n-1: where it puts number i at
// position j, the card at j goes to i.
func (v Inverse) Dealer(n int) Dealer { return dealtBack[uint16](v, n) }

// LargeDealer is like Dealer, if the other shuffle has one.
func (v Inverse) LargeDealer(n int) DealerOf[uint32] { return dealtBack[uint32](v, n) }

func dealtBack[C Card](v Inverse, n int) DealerOf[C] {
	deal := DealerFor[C](v.Model, n)
	if deal == nil {
		return nil
	}
	inOrder, mixed := Deck[C](n), Deck[C](n)
	return func(rng *draw.Stream, dst, src []C) {
		deal(rng, mixed, inOrder)
		dst, src = dst[:n], src[:n]
		for j, i := range mixed {
			dst[i] = src[j]
		}
	}
}

// Outcome is the inverse of the other shuffle's outcome.
func (v Inverse) Outcome(n int) outcome.Outcome {
	of := NewOutcome(v.Model, n)
	if of == nil {
		return nil
	}
	return outcome.Inverse(of)
}

// Closed is the inverse of the other shuffle's law.
func (v Inverse) Closed() Closed {
	c := ClosedOf(v.Model)
	c.Inverse = !c.Inverse
	return c
}

// Outcomes is the other shuffle's number.
func (v Inverse) Outcomes(n int) *big.Int { return OutcomesOf(v.Model, n) }

// Denominator is the other shuffle's.
func (v Inverse) Denominator(n int) *big.Int { return DenominatorOf(v.Model, n) }

// Classes are the other shuffle's.
func (v Inverse) Classes(n int, bits uint) []Class { return Classes(v.Model, n, bits) }

// PacketSizes are the other shuffle's.
func (v Inverse) PacketSizes(n int, bits uint) []*big.Int {
	return PacketsOf(v.Model).PacketSizes(n, bits)
}

// MeanPacket is the other shuffle's.
func (v Inverse) MeanPacket() *big.Rat {
	if of := PacketsOf(v.Model); of != nil {
		return of.MeanPacket()
	}
	return nil
}

// FromBottom is the other end: the packet that was drawn first lies there, and is the first
// to be put back.
func (v Inverse) FromBottom() bool { return !PacketsOf(v.Model).FromBottom() }

// Undo is the shuffle that undoes m.
func Undo(m Model) Model {
	if v, ok := m.(Inverse); ok {
		return v.Model
	}
	return Inverse{m}
}

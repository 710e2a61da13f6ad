package faro

import (
	"fmt"

	"dovetail/perm"
	"dovetail/perm/modular"
)

// Kind says which packet the new deck begins with.
type Kind int

const (
	Out Kind = iota // the top card stays on top
	In              // the top card becomes the second
)

// String is the word used in flags and output.
func (k Kind) String() string {
	if k == In {
		return "in"
	}
	return "out"
}

// ParseKind reads out or in.
func ParseKind(s string) (Kind, error) {
	switch s {
	case "out":
		return Out, nil
	case "in":
		return In, nil
	}
	return 0, fmt.Errorf("the kind %q is not out or in", s)
}

// TopPacket is the number of cards cut off the top of n.
func (k Kind) TopPacket(n uint64) uint64 {
	if k == In {
		return n / 2
	}
	return n - n/2
}

// Modulus is the odd m such that the order of the shuffle of n >= 1 cards is
// the order of 2 modulo m.
func (k Kind) Modulus(n uint64) uint64 {
	switch {
	case n%2 == 1:
		return n
	case k == In:
		return n + 1
	default:
		return n - 1
	}
}

// Decks are the two deck sizes whose modulus is the odd m, the smaller first.
// The in-shuffle of no card at all counts as one of them when m is 1.
func (k Kind) Decks(m uint64) [2]uint64 {
	if k == In {
		return [2]uint64{m - 1, m}
	}
	return [2]uint64{m, m + 1}
}

// Order is the number of shuffles that restore n cards, 1 <= n < 2^63, with
// its proof.
func (k Kind) Order(n uint64) (modular.Certificate, error) {
	if n == 0 || n >= 1<<63 {
		return modular.Certificate{}, fmt.Errorf("a deck of %d cards is not in 1..2^63-1", n)
	}
	return modular.Order(2, k.Modulus(n))
}

// Goes is the position, from 0, that the card at position i of n goes to.
func (k Kind) Goes(n, i uint64) uint64 {
	top := k.TopPacket(n)
	if k == Out {
		if i < top {
			return 2 * i
		}
		return 2*(i-top) + 1
	}
	if i < top {
		return 2*i + 1
	}
	return 2 * (i - top)
}

// Perm is the shuffle of n cards as a permutation.
func (k Kind) Perm(n int) perm.Perm {
	p := make(perm.Perm, n)
	for i := range p {
		p[i] = int(k.Goes(uint64(n), uint64(i)))
	}
	return p
}

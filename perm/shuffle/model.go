// Package shuffle holds the shuffle models: what one shuffle of each kind does
// to a deck of n cards. Each model is one file, which registers itself; a
// model's name in a word is its letter, chosen by the alphabet.
//
// Laws are written in fixed point over math/big, so that one formula gives the
// float64 law correctly rounded, any number of digits where a comparison is
// close, and the exact law where its probabilities are dyadic.
package shuffle

import (
	"math/big"

	"dovetail/perm"
)

// Model is a shuffle with its parameters: one letter of an alphabet.
type Model interface {
	// String is the model's specification, complete with every parameter;
	// Parse reads it back.
	String() string

	// Check says why the model cannot shuffle n cards, or nil.
	Check(n int) error

	// Law is the position law at n with the given number of fractional bits.
	Law(n int, bits uint) *Law

	// Support yields every way the shuffle can fall with its weight, a
	// fixed-point probability with the given number of fractional bits. A
	// permutation may be yielded more than once; outcomes whose weight
	// rounds to 0 are left out. The permutation is reused between calls.
	// It is meant for small n.
	Support(n int, bits uint, yield func(p perm.Perm, weight *big.Int) bool)

	// Dealer returns a sampler for n cards (see Dealer), which owns scratch
	// memory and so serves one goroutine.
	Dealer(n int) Dealer
}

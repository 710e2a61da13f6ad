// Package shuffle says what a model of a shuffle is: what one shuffle of some kind does to a
// deck of n cards. Words, which are shuffles one after the other, and everything that is said
// of them live in exact and search.
//
// A model is one file of packages riffles, packets and programs, which holds all that is known
// about it: its specification, its position law, every way it can fall, its sampler, and
// whatever else a model may know. Package models lists them by name. What works with models asks
// what they know, not which they are. The conformance suite, in the tests of package models, holds
// each to what it says of itself. Package notation gives them letters.
//
// Laws are written in fixed point (package fixed), so that one formula gives the
// float64 law correctly rounded, any number of digits where a comparison is
// close, and the exact law where its probabilities are dyadic.
package shuffle

import (
	"math/big"

	"dovetail/perm"
	"dovetail/perm/shuffle/fixed"
)

// Model is a shuffle with its parameters: one letter of an alphabet. What else a model may know is in
// known.go, an interface each.
type Model interface {
	// String is the model's specification, complete with every parameter;
	// models.Parse reads it back.
	String() string

	// Check says why the model cannot shuffle n cards, or nil.
	Check(n int) error

	// Law is the position law at n with the given number of fractional bits.
	Law(n int, bits uint) *Law

	// Support yields every way the shuffle can fall with its weight, a
	// fixed-point probability with the given number of fractional bits, less
	// than 4n units off. A permutation may be yielded more than once; outcomes
	// whose weight rounds to 0 are left out. The permutation is reused between
	// calls. It is meant for small n.
	Support(n int, bits uint, yield func(p perm.Perm, weight *big.Int) bool)

	// Dealer returns a sampler for n cards (see Dealer), which owns scratch
	// memory and so serves one goroutine.
	Dealer(n int) Dealer
}

// AnyDeck is the part of a model that shuffles decks of every size.
type AnyDeck struct{}

// Check implements [Model].
func (AnyDeck) Check(int) error { return nil }

// Certain is the part of a model that has one outcome: where it puts each of n cards.
type Certain struct {
	AnyDeck
	Perm func(n int) perm.Perm
}

// Law is a permutation matrix.
func (c Certain) Law(n int, bits uint) *Law { return SupportLaw(c.Support, n, bits, 0) }

// Support is the one outcome.
func (c Certain) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	yield(c.Perm(n), fixed.Unit(bits))
}

// Dealer always deals it.
func (c Certain) Dealer(n int) Dealer { return Fixed(c.Perm(n)) }

// LargeDealer is as Dealer.
func (c Certain) LargeDealer(n int) DealerOf[uint32] { return fixedOf[uint32](c.Perm(n)) }

// Denominator is 1.
func (c Certain) Denominator(int) *big.Int { return big.NewInt(1) }

// Outcomes is 1.
func (c Certain) Outcomes(int) *big.Int { return big.NewInt(1) }

// Closed says which of the shuffles a model is that have closed forms, or that it undoes one. It is
// empty for others.
type Closed struct {
	Packets int      // a of the a-shuffle of Bayer and Diaconis: r rising sequences have C(a+n-r, n)/a^n
	Top     *big.Rat // of a riffle: the probability of each position to get a card of the top packet, by itself
	Shelves int      // m of a shelf machine: a deck with v peaks, from the top, has riffles.ShelfWays/(2m)^n
	Side    *big.Rat // of a shelf machine: the chance of a card to go on top, where it is not 1/2 and peaks are not enough
	Undone  bool     // the model undoes such a shuffle

	// UniformOn is the group whose permutations are equally likely, whatever n is, or NoGroup: a step to
	// Haar measure, after which no other step within the group is noticed. Such a shuffle undone is the
	// same shuffle.
	UniformOn Group
}

// Group is a group of permutations.
type Group int

// The groups that shuffles are uniform on.
const (
	NoGroup   Group = iota
	Rotations       // the n cuts of the deck
	Orders          // all n! permutations
)

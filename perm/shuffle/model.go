// Package shuffle defines a model of a shuffle: what one shuffle of some kind does to a deck of n
// cards. Words, which are successive shuffles, and all results about them are in exact and search.
//
// A model is one file of packages riffles, packets and programs, with everything that is known
// about it: its specification, its position law, every outcome, its sampler, and the optional
// interfaces that it implements. Package models lists the models by name. Code that works with
// models queries these interfaces, and does not depend on particular models. The conformance suite,
// in the tests of package models, checks what each says about itself. Package notation gives them
// letters.
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

// Model is a shuffle with its parameters: one letter of an alphabet. known.go has optional
// interfaces.
type Model interface {
	// String is the model's specification, complete with every parameter;
	// models.Parse reads it back.
	String() string

	// Check says why the model cannot shuffle n cards, or nil.
	Check(n int) error

	// Law is the position law at n with the given number of fractional bits.
	Law(n int, bits uint) *Law

	// Support yields every outcome of the shuffle with its weight, a fixed-point probability with
	// the given number of fractional bits, less than 4n units off. A permutation may be yielded
	// more than once. Outcomes whose weight rounds to 0 are left out. The permutation is reused
	// between calls. It is meant for small n.
	Support(n int, bits uint, yield func(p perm.Perm, weight *big.Int) bool)

	// Dealer returns a sampler for n cards (see Dealer), which owns scratch memory and so is for
	// one goroutine.
	Dealer(n int) Dealer
}

// AnyDeck is the part of a model that shuffles decks of every size.
type AnyDeck struct{}

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

func (c Certain) LargeDealer(n int) DealerOf[uint32] { return fixedOf[uint32](c.Perm(n)) }

// Denominator is 1.
func (c Certain) Denominator(int) *big.Int { return big.NewInt(1) }

// Outcomes is 1.
func (c Certain) Outcomes(int) *big.Int { return big.NewInt(1) }

// Closed names the shuffle with a closed form that a model is, or whose inverse it is. It is empty
// for others.
type Closed struct {
	Packets int      // a of the a-shuffle of Bayer and Diaconis: r rising sequences have C(a+n-r, n)/a^n
	Top     *big.Rat // of a riffle: the probability that a position gets a card of the top packet, independently of the others
	Shelves int      // m of a shelf machine: a deck with v peaks, from the top, has riffles.ShelfWays/(2m)^n
	Side    *big.Rat // of a shelf machine: the chance of a card to go on top, where it is not 1/2 and peaks are not enough
	Inverse bool     // the model is the inverse of such a shuffle

	Exchanges int  // of the cards of two random places: permutations with cycles of the same lengths are equally likely
	Distinct  bool // the two places of an exchange are never the same

	// UniformOn is the group whose permutations are equally likely, for any n, or NoGroup. It is a
	// step to Haar measure, after which no other step within the group changes the law. The inverse
	// of such a shuffle is the same shuffle.
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

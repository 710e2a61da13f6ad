// Package shuffle holds the shuffle models: what one shuffle of each kind does to a
// deck of n cards. It knows single shuffles; words, which are shuffles one after the
// other, and everything that is said of them live in exact and search.
//
// A model is one file, which registers it by name and holds all that is known about
// it: its specification, its position law, every way it can fall, its sampler, and
// whatever else it knows of what a Model may know. What works with models asks what they
// know, not which they are; only hands.go knows those that hands make. The conformance suite of the tests holds
// whatever is registered to what it says of itself. A model's name in a word is its
// letter, chosen by the alphabet.
//
// Laws are written in fixed point over math/big, so that one formula gives the
// float64 law correctly rounded, any number of digits where a comparison is
// close, and the exact law where its probabilities are dyadic.
package shuffle

import (
	"context"
	"math/big"

	"dovetail/perm"
)

// Model is a shuffle with its parameters: one letter of an alphabet. Every model has the
// first four methods; it embeds [Unknown] for what it does not know of the others, which
// is what Unknown answers, nil, false or 0. What is known may depend on the parameters.
type Model interface {
	// String is the model's specification, complete with every parameter;
	// Parse reads it back.
	String() string

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

	// LargeDealer is as Dealer for decks of any size, in time and memory in proportion
	// to it, but for a factor of log n at most.
	LargeDealer(n int) DealerOf[uint32]

	// Outcome is an outcome for n cards, 2 <= n <= [MaxMovable], that can be moved
	// about: the state of a Markov chain that keeps the model's law. Sums over all
	// outcomes that nobody can go through are estimated by walks of such chains. It
	// owns scratch memory and so serves one goroutine.
	Outcome(n int) Outcome

	// Check says why the model cannot shuffle n cards, or nil.
	Check(n int) error

	// Outcomes is the number of permutations that n cards can come to.
	Outcomes(n int) *big.Int

	// Denominator is a whole number D such that the probability of every
	// outcome at n is a multiple of 1/D, or nil where they are not rational. It makes
	// laws on S_n exact where Support alone gives them only to any number of digits.
	// The smaller it is, the smaller are the numbers that a word's law is made of.
	Denominator(n int) *big.Int

	// Pairs is the pair law at n, from 2 cards on, which takes seconds for many; nil once
	// ctx is done, or if the model has no formula for it.
	Pairs(ctx context.Context, n int) *PairLaw

	// Classes are all ways the shuffle can fall, as Support yields them, by class, where
	// they come in few classes of the same probability.
	Classes(n int, bits uint) []Class

	// Closed is what the model is of the shuffles that have closed forms.
	Closed() Closed

	// CutOdds are, by the size c of the top packet, its probability over C(n, c)/2^n, of a
	// model that cuts the deck in two and interleaves the packets, all interleavings of
	// a cut being equally likely; nil for the binomial cut.
	CutOdds(n int) []float64

	// Hands are what one can see hands do that cut the deck in two and drop cards from
	// both packets: the probability that the top packet has c cards, c = 0..n, and the
	// expected number of runs of k cards that fall from the same packet, k = 0..n.
	Hands(n int) (cuts, runs []float64)

	// PacketSizes is the law of one packet drawn from n cards, of a model that takes the
	// deck apart into packets, from one end of it, and puts them together in reversed
	// order, each as it was. Packets have independent sizes of the same law; the last is
	// what is left. Cell k holds P(size = k) in fixed point, at most two units of 2^-bits
	// off; larger sizes count as n. MeanPacket is the mean of the size before it is rounded,
	// and FromBottom tells which end packets are drawn from.
	PacketSizes(n int, bits uint) []*big.Int
	MeanPacket() *big.Rat
	FromBottom() bool
}

// Closed says which of the shuffles a model is that have closed forms, or that it undoes one. It is
// empty for others.
type Closed struct {
	Packets int      // a of the a-shuffle of Bayer and Diaconis: r rising sequences have C(a+n-r, n)/a^n
	Top     *big.Rat // of a riffle: the probability of each position to get a card of the top packet, by itself
	Shelves int      // m of a shelf machine: a deck with v peaks, from the top, has [ShelfWays]/(2m)^n
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

// Class is so many equally likely ways to fall: the probability of all of them
// together is Mass in fixed point, less than 4n units off.
type Class struct{ Count, Mass *big.Int }

// Unknown is the part of a model that knows nothing: it shuffles all decks, and each
// method answers "not known".
type Unknown struct{}

// LargeDealer implements [Model]: it is not known.
func (Unknown) LargeDealer(int) DealerOf[uint32] { return nil }

// Outcome implements [Model]: it is not known.
func (Unknown) Outcome(int) Outcome { return nil }

// Check implements [Model]: all decks are shuffled.
func (Unknown) Check(int) error { return nil }

// Outcomes implements [Model]: it is not known.
func (Unknown) Outcomes(int) *big.Int { return nil }

// Denominator implements [Model]: it is not known.
func (Unknown) Denominator(int) *big.Int { return nil }

// Pairs implements [Model]: it is not known.
func (Unknown) Pairs(context.Context, int) *PairLaw { return nil }

// Classes implements [Model]: it is not known.
func (Unknown) Classes(int, uint) []Class { return nil }

// Closed implements [Model]: it is none of them.
func (Unknown) Closed() Closed { return Closed{} }

// CutOdds implements [Model]: it is not known.
func (Unknown) CutOdds(int) []float64 { return nil }

// Hands implements [Model]: it is not known.
func (Unknown) Hands(int) (cuts, runs []float64) { return nil, nil }

// PacketSizes implements [Model]: it is not known.
func (Unknown) PacketSizes(int, uint) []*big.Int { return nil }

// MeanPacket implements [Model]: it is not known.
func (Unknown) MeanPacket() *big.Rat { return nil }

// FromBottom implements [Model]: it is not known.
func (Unknown) FromBottom() bool { return false }

// Few reports whether a model is known to have at most n outcomes, which can be gone
// through at any n.
func Few(m Model, n int) bool {
	count := m.Outcomes(n)
	return count != nil && count.Cmp(big.NewInt(int64(n))) <= 0
}

// Pairs is the pair law of a model that has a formula for it or few outcomes, unless ctx is done before.
func Pairs(ctx context.Context, m Model, n int) *PairLaw {
	law := m.Pairs(ctx, n)
	if law == nil && Few(m, n) {
		law = SupportPairs(m, n)
	}
	return law
}

// Classes are those of a model that has classes or few outcomes, a class each.
func Classes(m Model, n int, bits uint) []Class {
	classes := m.Classes(n, bits)
	if classes == nil && Few(m, n) {
		m.Support(n, bits, func(_ perm.Perm, weight *big.Int) bool {
			classes = append(classes, Class{big.NewInt(1), new(big.Int).Set(weight)})
			return true
		})
	}
	return classes
}

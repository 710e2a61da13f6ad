// Package shuffle holds the shuffle models: what one shuffle of each kind does to a
// deck of n cards. It knows single shuffles; words, which are shuffles one after the
// other, and everything that is said of them live in exact and search.
//
// A model is one file, which registers it by name and holds all that is known about
// it: its specification, its position law, every way it can fall, its sampler, and
// what else it has to offer of the optional interfaces below. Nothing elsewhere asks
// which model it has before it; it asks what the model knows. The conformance suite
// of the tests holds whatever is registered to it. A model's name in a word is its letter, chosen by the
// alphabet.
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

// Model is a shuffle with its parameters: one letter of an alphabet.
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
}

// What a model may know besides. Where it depends on the parameters, a method answers
// nil, or the zero value, for "not known", and so do the functions of the same names
// for models that lack the method; a model that is made of another passes on what the
// other knows.

// Limited is a model that some decks are too small for.
type Limited interface {
	// Check says why the model cannot shuffle n cards, or nil.
	Check(n int) error
}

// Counted is a model whose outcomes can be counted without going through them.
type Counted interface {
	// Outcomes is the number of permutations that n cards can come to.
	Outcomes(n int) *big.Int
}

// Rational is a model whose probabilities can be rational numbers, which makes
// laws on S_n exact where Support alone gives them only to any number of digits.
type Rational interface {
	// Denominator is a whole number D such that the probability of every
	// outcome at n is a multiple of 1/D, or nil where they are not rational.
	// The smaller it is, the smaller are the numbers that a word's law is made of.
	Denominator(n int) *big.Int
}

// Paired is a model with a formula for its pair law.
type Paired interface {
	// Pairs is the pair law at n, from 2 cards on, which takes seconds for many; nil once ctx is done.
	Pairs(ctx context.Context, n int) *PairLaw
}

// Haar is a model that makes all permutations of a group equally likely, whatever n
// is: a step to Haar measure, after which no other step within the group is noticed.
// Such a shuffle undone is the same shuffle.
type Haar interface {
	// UniformOn is the group, or NoGroup.
	UniformOn() Group
}

// Group is a group of permutations.
type Group int

// The groups that shuffles are uniform on.
const (
	NoGroup   Group = iota
	Rotations       // the n cuts of the deck
	Orders          // all n! permutations
)

// AShuffled is a model that is the a-shuffle of Bayer and Diaconis: a deck with r
// rising sequences has probability C(a+n-r, n)/a^n. Or one that undoes it.
type AShuffled interface {
	// AShuffle is a, 0 for a model that is neither, and whether it is undone.
	AShuffle() (a int, undone bool)
}

// Halved is a model that cuts the deck in two and interleaves the packets, all
// interleavings of a cut being equally likely, with cuts that are not binomial.
type Halved interface {
	// CutOdds are, by the size c of the top packet, its probability over C(n, c)/2^n;
	// nil for the binomial cut.
	CutOdds(n int) []float64
}

// Handled is a model that cuts the deck in two and drops cards from both packets, as one
// can see hands do.
type Handled interface {
	// Hands are the probability that the top packet has c cards, c = 0..n, and the
	// expected number of runs of k cards that fall from the same packet, k = 0..n.
	Hands(n int) (cuts, runs []float64)
}

// Shelved is a model that is a shelf machine: a deck with v peaks, read from the top, has
// probability [ShelfWays]/(2m)^n. Or one that undoes it.
type Shelved interface {
	// Shelves is m, 0 for a model that is neither, and whether it is undone.
	Shelves() (m int, undone bool)
}

// Packeted is a model that takes the deck apart into packets, from one end of it, and
// puts them together in reversed order, each as it was. Packets have independent sizes
// of the same law; the last is what is left.
type Packeted interface {
	// PacketSizes is the law of one packet drawn from n cards: cell k holds
	// P(size = k) in fixed point, at most two units of 2^-bits off; larger
	// sizes count as n.
	PacketSizes(n int, bits uint) []*big.Int

	// MeanPacket is the mean of the size before it is rounded.
	MeanPacket() *big.Rat

	// FromBottom reports which end packets are drawn from.
	FromBottom() bool
}

// Classed is a model whose ways to fall come in few classes of the same probability.
type Classed interface {
	// Classes are all ways the shuffle can fall, as Support yields them, by
	// class.
	Classes(n int, bits uint) []Class
}

// Class is so many equally likely ways to fall: the probability of all of them
// together is Mass in fixed point, less than 4n units off.
type Class struct{ Count, Mass *big.Int }

// ask is what a model answers if it has the interface K.
func ask[K, A any](m Model, question func(K) A) (answer A) {
	if k, ok := m.(K); ok {
		return question(k)
	}
	return answer
}

// Check says why the model cannot shuffle n cards, or nil.
func Check(m Model, n int) error {
	return ask(m, func(l Limited) error { return l.Check(n) })
}

// Outcomes is the number of permutations that a model can come to at n, if known.
func Outcomes(m Model, n int) *big.Int {
	return ask(m, func(c Counted) *big.Int { return c.Outcomes(n) })
}

// Few reports whether a model is known to have at most n outcomes, which can be gone
// through at any n.
func Few(m Model, n int) bool {
	count := Outcomes(m, n)
	return count != nil && count.Cmp(big.NewInt(int64(n))) <= 0
}

// Denominator is that of a model's probabilities at n, if they are rational.
func Denominator(m Model, n int) *big.Int {
	return ask(m, func(r Rational) *big.Int { return r.Denominator(n) })
}

// Pairs is the pair law of a model that has a formula for it or few outcomes, unless ctx is done before.
func Pairs(ctx context.Context, m Model, n int) *PairLaw {
	law := ask(m, func(p Paired) *PairLaw { return p.Pairs(ctx, n) })
	if law == nil && Few(m, n) {
		law = SupportPairs(m, n)
	}
	return law
}

// UniformOn is the group that a model is uniform on.
func UniformOn(m Model) Group { return ask(m, Haar.UniformOn) }

// AShuffle is a of a model that is an a-shuffle or undoes one.
func AShuffle(m Model) (a int, undone bool) {
	if s, ok := m.(AShuffled); ok {
		return s.AShuffle()
	}
	return 0, false
}

// CutOdds are those of a model that cuts in two.
func CutOdds(m Model, n int) []float64 {
	return ask(m, func(h Halved) []float64 { return h.CutOdds(n) })
}

// Hands are those of a model that cuts in two.
func Hands(m Model, n int) (cuts, runs []float64) {
	if h, ok := m.(Handled); ok {
		return h.Hands(n)
	}
	return nil, nil
}

// Shelves is m of a model that is a machine with m shelves or undoes one.
func Shelves(m Model) (shelves int, undone bool) {
	if s, ok := m.(Shelved); ok {
		return s.Shelves()
	}
	return 0, false
}

// PacketSizes is the law of a model's packets.
func PacketSizes(m Model, n int, bits uint) []*big.Int {
	return ask(m, func(p Packeted) []*big.Int { return p.PacketSizes(n, bits) })
}

// MeanPacket is the mean size of a model's packets.
func MeanPacket(m Model) *big.Rat { return ask(m, Packeted.MeanPacket) }

// FromBottom reports whether a model that has packets draws them from the bottom.
func FromBottom(m Model) bool { return ask(m, Packeted.FromBottom) }

// Classes are those of a model that has classes or few outcomes, a class each.
func Classes(m Model, n int, bits uint) []Class {
	classes := ask(m, func(c Classed) []Class { return c.Classes(n, bits) })
	if classes == nil && Few(m, n) {
		m.Support(n, bits, func(_ perm.Perm, weight *big.Int) bool {
			classes = append(classes, Class{big.NewInt(1), new(big.Int).Set(weight)})
			return true
		})
	}
	return classes
}

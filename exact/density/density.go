// Package density computes the probability of one given deck of any size under a word of shuffles, where that is known
// in closed form, relative to the uniform law: n! P(deck).
//
// Such words are U B V. B is a block of a-shuffles, or of inverse a-shuffles, and U and V are made
// of deterministic letters and of letters with few outcomes. On one side of the block there may be
// a letter that reverses packets. A pass through shelves can take the place of the block, by peaks.
// So can riffles of biased cuts, and shelves of any kind between inverse riffles, by labels. A
// block's law depends on rising sequences only, which U and V renumber. The sum is over successive
// outcomes, and for packets it follows them through the deck. The proofs are in docs/decks.md.
//
// Start with Closed; see the example. Each closed form has a file: rising.go, peaks.go, labels.go,
// place.go and order.go have the laws of blocks, outcomes.go sums them over what stands on both
// sides, and block.go splits words.
package density

import (
	"fmt"
	"slices"

	"dovetail/exact/word"
	"dovetail/perm/shuffle"
)

// Density is n! P(deck) under a word. deck[j] is the card, from 0, that the shuffled deck has at
// position j; the deck was in order before. It is for one goroutine.
type Density func(deck []uint16) float64

// Form is how the density of a word is computed. Its text names the method.
type Form interface {
	fmt.Stringer

	// New is the density, for one goroutine.
	New() Density

	// Error bounds the error of a density relative to its size. Beyond that, rare outcomes of
	// packets are left out, which makes densities smaller: on average over all decks, and so for
	// any distance, by less than 2 n^2 2^-100. There are at most n packets with at most n rare
	// sizes each, and each size has probability below 2^-100. For each of n places, the chance of
	// more packets before it than ended says is below that, too.
	//
	// A density that is too large for a double is +Inf, and what is below 2^-900 may have lost digits.
	Error() float64
}

// Closed is how the density of a word is computed, or nil where no closed form is known.
func Closed(a *word.Alphabet, w word.Word) Form {
	if slices.ContainsFunc(w, func(l byte) bool { return shuffle.ClosedOf(a.Letters[l].Model).UniformOn == shuffle.Orders }) {
		return constant{}
	}
	b, from, to := split(a, w)
	before := slices.Clone(w[:from])
	slices.Reverse(before)
	left, right := newSide(a, before, true), newSide(a, w[to:], false)
	if count := len(left.outcomes) * len(right.outcomes); count == 0 || count > maxOutcomes {
		return nil
	}
	inside, outside := left, right
	if b.inverse {
		inside, outside = right, left
	}
	law := b.law(a.N, inside.packets, outside.packets)
	if law == nil {
		return nil
	}
	// A reversal next to the block stays there, on the side without packets.
	turned := b.turned != (left.turned != right.turned)
	return &summed{a.N, b.inverse, law, steps(inside.outcomes, turned && inside.packets == nil, false),
		steps(outside.outcomes, turned && inside.packets != nil, true)}
}

// constant is the form of a word that makes every order equally likely.
type constant struct{}

func (constant) String() string { return "every order equally likely" }

func (constant) New() Density { return func([]uint16) float64 { return 1 } }

func (constant) Error() float64 { return 0 }

// blockLaw is the law of an inverse block, with the packets beside it, if there are any.
type blockLaw interface {
	fmt.Stringer
	New() Density
	roundings(n int) int // per density of n cards, beside those of any sum over outcomes
}

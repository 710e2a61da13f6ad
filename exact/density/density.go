// Package density computes the probability of one given deck of any size under a word of shuffles, where that is known
// in closed form, relative to the uniform law: n! P(deck).
//
// Such words are U B V, where B is a block of a-shuffles, or of shuffles that undo a-shuffles, and U and V are made of
// deterministic letters and of letters with few outcomes; beside the block may stand, on one side of it, a letter that
// reverses packets. A pass through shelves can take the place of the block, by peaks; or riffles of biased cuts, and
// shelves of any kind between riffles undone, by labels. A block's law depends on rising sequences only, which U and V
// recount: by outcomes one after the other, and over the packets by a sum that follows them through the deck. The proofs
// are in docs/decks.md.
//
// The way in is Closed; see the example. Each closed form is a file: rising.go, peaks.go, labels.go, place.go and
// order.go have the laws of blocks, outcomes.go sums them over what stands on both sides, block.go parts words.
package density

import (
	"fmt"
	"slices"

	"dovetail/exact/word"
	"dovetail/perm/shuffle"
)

// Density is n! P(deck) under a word; deck[j] is the card, from 0, that the shuffled deck
// has at position j, and the deck was in order before. It serves one goroutine.
type Density func(deck []uint16) float64

// Form is how the density of a word is computed; its text says by what.
type Form interface {
	fmt.Stringer

	// New is the density, for one goroutine.
	New() Density

	// Error bounds the error of a density relative to its size. Beyond that, what packets do rarely is left out,
	// which makes densities smaller: on average over all decks by less than 2 n^2 2^-100, and so no distance by
	// more. The n packets at most have at most n rare sizes, each with probability below 2^-100, and for each of n
	// places there are more packets before it than ended says with no more than that.
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
	if b.undone {
		inside, outside = right, left
	}
	law := b.law(a.N, inside.packets, outside.packets)
	if law == nil {
		return nil
	}
	// A reversal next to the block stays there, on the side without packets.
	turned := b.turned != (left.turned != right.turned)
	return &summed{a.N, b.undone, law, steps(inside.outcomes, turned && inside.packets == nil, false),
		steps(outside.outcomes, turned && inside.packets != nil, true)}
}

// constant is the form of a word that makes every order equally likely.
type constant struct{}

// String implements [Form].
func (constant) String() string { return "every order equally likely" }

// New implements [Form].
func (constant) New() Density { return func([]uint16) float64 { return 1 } }

// Error implements [Form].
func (constant) Error() float64 { return 0 }

// blockLaw is that of a block undone, with the packets beside it, if there are any.
type blockLaw interface {
	fmt.Stringer
	New() Density
	roundings(n int) int // that lead to a density of n cards, beside those of any sum over outcomes
}

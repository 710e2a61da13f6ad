// Package anneal estimates, without bias, how likely a word of shuffles makes a given deck, by annealed importance
// sampling (R. Neal, Annealed importance sampling, 2001).
//
// The density n! P(s) of a deck s is a sum over the outcomes y of the word's shuffles:
//
//	n! P(s) = sum over y of P(y) exp L(y, s).
//
// A particle starts at an outcome drawn from the law P(y). It passes through the laws f_k = P(y) exp(beta_k L(y, s)) of a
// temperature ladder 0 = beta_0 < ... < beta_K = 1, and is moved at each by a kernel T_k that is reversible for f_k. Its
// weight
//
//	w = product over k < K of exp((beta_(k+1) - beta_k) L(y_k, s))
//
// has the mean n! P(s), however badly the kernels mix. A deck that the word deals, with the outcomes that dealt it, is
// passed through the ladder backward; the law of these paths has the density w with respect to that of forward ones, for
// decks drawn uniformly. docs/decks.md has the proofs.
//
// There are three states: outcomes of the letters around a block of a-shuffles (outcomes.go), labels of riffles by any
// hands (labels.go, or cuts.go where they differ by their cuts alone), and both together (joint.go).
package anneal

import (
	"context"
	"math/big"

	"dovetail/exact/word"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/outcome"
)

// Target is a word whose density is estimated, with what its particles need.
type Target interface {
	Particles(count int) Particles
	Cards() int
	Places(deck []uint16) *outcome.Sources // where the cards are, as particles look it up
	Deck(places *outcome.Sources) []uint16 // the reverse of Places
	Ladder() *Ladder                       // without steps
	Kind() Kind
	Size() *big.Int   // a of the block
	Moves() int       // in a sweep of a particle
	Seconds() float64 // about what a sweep takes of one processor, one that others use too
	Reach() float64   // the greatest difference of L
	Inexact() float64 // what a weight may be off by, as a part of it, by the letters' laws
}

// Kind says what the particles of a target move.
type Kind int

// The kinds of targets.
const (
	Outcomes Kind = iota // of the letters around a block of a-shuffles
	Labels               // of riffles by any hands
	Both
)

// Particles are simulated side by side, each for a deck of its own.
type Particles interface {
	Begin(k int, places *outcome.Sources, rng *draw.Stream)     // particle k, before a deck
	Draw(k int)                                                 // where it starts
	Follow(k int, rng *draw.Stream)                             // another stream from now on
	Ready()                                                     // after all were drawn
	Forward(ctx context.Context, l *Ladder) ([]float64, error)  // from where they start: log-weights
	Deal(k int, rng *draw.Stream) *outcome.Sources              // a deck of the word, and particle k where it came from
	Backward(ctx context.Context, l *Ladder) ([]float64, error) // from there: log-weights
	sweep(l *Ladder, t tilt, reverse bool)
	energy(l *Ladder, k int) float64 // L, where particle k is
}

// New takes words of riffles as a block. Where some drop cards by rules, that is only if all others
// together make a larger block than the a-shuffles in a row do.
func New(a *word.Alphabet, w word.Word) (Target, error) {
	_, core, _ := a.Split(w)
	b := newBlock(a, core)
	if b != nil && !b.constrained() {
		return b, nil
	}
	s, err := newAnnealing(a, w)
	if b != nil && b.constrained() && (err != nil || s.block.BitLen()-1 < b.free()) {
		return b, nil
	}
	if j := newJoint(a, core); j != nil && (err != nil || j.block.Cmp(s.block) > 0) {
		return j, nil
	}
	return s, err
}

// Uniform is a uniform deck.
func Uniform(n int, rng *draw.Stream) []uint16 {
	deck := shuffle.NewDeck(n)
	shuffle.Uniform(n)(rng, deck, shuffle.NewDeck(n))
	return deck
}

// PlacesOf is where the cards of a deck are.
func PlacesOf(deck []uint16) *outcome.Sources {
	places := identity
	for j, card := range deck {
		places[card] = uint8(j)
	}
	return &places
}

var identity = *outcome.SourcesOf(nil)

package anneal

import (
	"math"
	"math/big"
	"slices"

	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/outcome"
	"dovetail/perm/shuffle/riffles"
)

// block is a word of k riffles by any hands. Give each card the bits that say which packets it
// was in, the first riffle's the highest: a label x from 0 to 2^k - 1. The riffles are undone by
// a stable sort by labels. So labels lead to a deck s exactly if they never fall from one card to
// the next, and rise where the next card lies above it in s. There are N(s) = C(2^k + n - r, n)
// such labellings, of r rising sequences, and
//
//	n! P(s) = n! 2^(-kn) N(s) · mean of W(x) over them,  W(x) = product of 2^n P_j(bits of riffle j).
//
// The first factor is the density of the 2^k-shuffle. To estimate the mean, walks start from a
// uniform labelling and end at the law tilted by W: the path tilts by W^beta, that is, L = ln W.
//
// A reversal J of the deck between riffles is moved to the end: J before and after a riffle is a
// riffle with the bits inverted. A word of letters that undo riffles is the inverse of a word of
// riffles, and as far from uniform.
type block struct {
	n       int
	laws    []riffles.Interleaving // the last riffle's first, as its bit is the lowest
	inverse bool                   // decks are the inverses of the word's
	turned  bool                   // and, or, turned over
}

// newBlock is nil if not all letters are interleavings, or undo such.
func newBlock(a *word.Alphabet, core word.Word) *block {
	for _, inverse := range []bool{false, true} {
		if b := readBlock(a, core, inverse); b != nil && 0 < len(b.laws) && len(b.laws) <= MaxRiffles {
			return b
		}
	}
	return nil
}

// interleavings returns the riffles that a letter is made of, or that it undoes. It returns nil if
// there are none.
func interleavings(a *word.Alphabet, letter byte, inverse bool) []riffles.Interleaving {
	l := a.Letters[letter]
	switch {
	case l.Perm != nil:
		return nil
	case inverse:
		return riffles.Interleavings(shuffle.Undo(l.Model), a.N)
	}
	return riffles.Interleavings(l.Model, a.N)
}

// readBlock reads the word, or its inverse.
func readBlock(a *word.Alphabet, core word.Word, inverse bool) *block {
	b := &block{n: a.N, inverse: inverse}
	for i := range core {
		at := i
		if inverse {
			at = len(core) - 1 - i
		}
		if p := a.Letters[core[at]].Perm; p != nil && slices.Equal(p, perm.Reversal(a.N)) {
			b.turned = !b.turned
			continue
		}
		laws := interleavings(a, core[at], inverse)
		if laws == nil {
			return nil
		}
		for _, law := range laws {
			if b.turned {
				law = law.Turned()
			}
			b.laws = append(b.laws, law)
		}
	}
	slices.Reverse(b.laws)
	return b
}

// free is the number of riffles that can drop their cards in any order, and constrained reports
// whether some cannot.
func (b *block) free() (count int) {
	for _, l := range b.laws {
		if l.Drops == nil {
			count++
		}
	}
	return count
}

func (b *block) constrained() bool { return b.free() < len(b.laws) }

// Places is where the cards lie in a deck of the riffles alone.
func (b *block) Places(deck []uint16) *outcome.Sources {
	places := identity
	for j, card := range deck {
		if b.inverse {
			j, card = int(card), uint16(j)
		}
		if b.turned {
			j = b.n - 1 - j
		}
		places[card] = uint8(j)
	}
	return &places
}

func (b *block) Deck(places *outcome.Sources) []uint16 {
	at := *places
	for c := range b.n {
		if b.turned {
			at[c] = uint8(b.n-1) - at[c]
		}
	}
	return deckOf(b.n, &at, b.inverse)
}

func (b *block) Cards() int { return b.n }

func (b *block) Ladder() *Ladder { return &Ladder{beta: []float64{0, 1}} }

func (b *block) Size() *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(len(b.laws))) }

func (b *block) Moves() int { return b.n }

func (b *block) Seconds() float64 { return LabelSeconds(b.n, len(b.laws)) }

// LabelSeconds is about the time of a sweep of the labels of a number of riffles, on processors
// without AVX-512, but with an instruction that gathers bits. A move reads the planes of all riffles, and for each the
// planes of the later ones; with more cards it counts bits.
func LabelSeconds(n, k int) float64 {
	if n > riffles.MaxInterleaved {
		return float64(6e-9 * float64(k*n))
	}
	return float64((5e-9 + float64(0.8e-9*float64(k*k))) * float64(n))
}

// Reach adds up the reach of all switches and all cuts.
func (b *block) Reach() (sum float64) {
	for _, l := range b.laws {
		low, high := math.Inf(1), math.Inf(-1)
		for _, x := range l.Cuts {
			if !math.IsInf(x, -1) {
				low, high = min(low, x), max(high, x)
			}
		}
		sum += high - low + never + float64(float64(b.n)*math.Abs(l.Switch))
		if l.Drops != nil {
			sum += float64(float64(b.n) * (never + l.Spread))
		}
	}
	return sum
}

// Inexact adds up the errors of the laws of cuts.
func (b *block) Inexact() float64 { return float64(len(b.laws)) * 2e-11 }

// never is the logarithm by which an impossible cut is below the rarest possible one in walks. They
// may pass an impossible cut, but do not end at one.
const never = 10.0

func (b *block) Kind() Kind { return Labels }

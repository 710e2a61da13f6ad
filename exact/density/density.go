// Package density computes the probability of one given deck of any size under a word of
// shuffles, where that is known in closed form, relative to the uniform law: n! P(deck).
//
// Such words are U B V, where B is a block of a-shuffles, or of shuffles that undo
// a-shuffles, and U and V are made of deterministic letters and of letters with few
// outcomes; beside the block may stand, on one side of it, a letter that reverses packets.
// A pass through shelves can take the place of the block, by peaks; or riffles of biased cuts, and
// shelves of any kind between riffles undone, by labels (labels.go). A block's law depends on rising sequences only, which U and V recount: by outcomes
// one after the other, and over the packets by a sum that follows them through the deck (order.go).
// The proofs are in docs/decks.md.
//
// The way in is Closed; see the example.
package density

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"dovetail/exact/riffle"
	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// Density is n! P(deck) under a word; deck[j] is the card, from 0, that the shuffled deck
// has at position j, and the deck was in order before. It serves one goroutine.
type Density func(deck []uint16) float64

// Form is how the density of a word is computed.
type Form struct {
	// Words describes it.
	Words string

	n       int
	ratios  []float64 // n! Q(r) of the block, by r; nil if every order is equally likely, or there are labels
	labels  []label   // of a card, where rising sequences or peaks are not enough
	undone  bool      // the block undoes an a-shuffle
	peaked  bool      // ratios are by peaks, of a pass through shelves
	inside  []step    // see New
	outside []step
	packets *packets // beside the block, if there are any
	inOrder bool     // the packets are inside
}

// Closed is how the density of a word is computed, or nil where no closed form is known.
func Closed(a *word.Alphabet, w word.Word) *Form {
	if slices.ContainsFunc(w, func(l byte) bool { return shuffle.ClosedOf(a.Letters[l].Model).UniformOn == shuffle.Orders }) {
		return &Form{Words: "every order equally likely", n: a.N}
	}
	before, b, after := split(a, w)
	left, right := newSide(a, before, true), newSide(a, after, false)
	if left == nil || right == nil || left.packets != nil && right.packets != nil ||
		len(left.outcomes)*len(right.outcomes) > maxOutcomes {
		return nil
	}
	f := &Form{Words: describe(left, right), n: a.N, undone: b.undone}
	if b.biased {
		f.labels = labels(b.models, b.over)
		f.Words = strings.Replace(f.Words, "rising sequences", "labels", 1)
		if f.labels == nil || b.turned || left.packets != nil || right.packets != nil {
			return nil
		}
	} else if b.shelves != nil {
		if left.packets != nil || right.packets != nil {
			return nil
		}
		f.shelves(b.shelves)
	} else {
		for _, x := range ratios(a.N, b.a) {
			ratio, _ := x.Float64()
			f.ratios = append(f.ratios, ratio)
		}
	}
	inside, outside := left, right
	if f.undone {
		inside, outside = outside, inside
	}
	turned := b.turned != (left.turned != right.turned)
	if f.packets = outside.packets; inside.packets != nil {
		f.packets, f.inOrder = inside.packets, true
		outside.turn(turned)
	} else {
		inside.turn(turned)
	}
	if f.packets != nil {
		f.packets.fromEnd = (f.packets.fromEnd != f.undone) == f.inOrder
	}
	for i, x := range outside.outcomes {
		outside.outcomes[i].p = x.p.Inverse()
	}
	f.inside, f.outside = steps(inside.outcomes), steps(outside.outcomes)
	if f.inOrder && f.packets.room() > maxNumbers {
		return nil
	}
	return f
}

// shelves takes the place of an a-shuffle. Their law is by the peaks of the deck, which the
// inverse of their permutation lists: what is undone is a law by p.
func (f *Form) shelves(m *big.Int) {
	f.peaked, f.undone = true, true
	law := riffle.Shelves(f.n, m)
	for v := range (f.n + 1) / 2 {
		ratio, _ := law.Ratio(v).Float64()
		f.ratios = append(f.ratios, ratio)
	}
	f.Words = strings.Replace(f.Words, "rising sequences", "peaks", 1)
}

// describe says what the sides of a block are summed over.
func describe(left, right *side) string {
	var over []string
	if outcomes := len(left.outcomes) * len(right.outcomes); outcomes > 1 {
		over = append(over, fmt.Sprint(outcomes, " outcomes"))
	}
	if left.packets != nil {
		over = append(over, "the packets of the first "+string(left.name))
	}
	if right.packets != nil {
		over = append(over, "the packets of the last "+string(right.name))
	}
	if len(over) == 0 {
		return "rising sequences"
	}
	return "rising sequences summed over " + strings.Join(over, " and over ")
}

// New is the density, for one goroutine.
//
// The deck of a permutation p has deck[p[i]] = i. With p = u b v, b = u^-1 p v^-1 has the
// block's law: that of an a-shuffle, or b^-1 = v p^-1 u has. Either is an inside
// outcome, then p or p^-1 (which is the deck), then an outside outcome.
func (f *Form) New() Density {
	if f.ratios == nil && f.labels == nil {
		return func([]uint16) float64 { return 1 }
	}
	value := f.value()
	middle, inner, outer := make([]uint16, f.n), make([]uint16, f.n), make([]uint16, f.n)
	return func(deck []uint16) float64 {
		s := deck[:f.n]
		if !f.undone {
			for j, card := range s {
				middle[card] = uint16(j)
			}
			s = middle
		}
		sum := 0.0
		for _, x := range f.inside {
			y := x.then(inner, s)
			for _, z := range f.outside {
				if weight := float64(x.weight * z.weight); weight > 0 {
					sum += float64(weight * value(z.after(outer, y)))
				}
			}
		}
		return sum
	}
}

// value is the density of t under the block and the packets beside it.
func (f *Form) value() func(t []uint16) float64 {
	switch {
	case f.labels != nil:
		return f.summed()
	case f.peaked:
		return func(t []uint16) float64 { return f.ratios[perm.Peaks(t)] }
	case f.packets == nil:
		return func(t []uint16) float64 { return f.ratios[1+perm.Descents(t)] }
	case f.inOrder:
		return newOrder(f).density
	}
	return newPlace(f).density
}

// mean is the sum over r of law[r-least] n! Q(r).
func (f *Form) mean(law []float64, least int) (sum float64) {
	for i, p := range law {
		if p != 0 {
			sum += float64(p * f.ratios[least+i])
		}
	}
	return sum
}

// Error bounds the error of a density relative to its size. Every term is positive, so it
// is enough to count the roundings that lead to a density. One makes a ratio of a block;
// an outcome has two weights, their product, and its product with what it weighs, and is
// one of so many terms. Packets that end after b cards are a rounded probability times
// a sum over at most k sizes of the packet before, and added to another such sum; their
// law has at most n+1 terms, each a product. With labels a card adds at most all of them up, with
// their rounded law and two products.
//
// Beyond that, what packets do rarely is left out, which makes densities smaller: on average
// over all decks by less than 2 n^2 2^-100, and so no distance by more. The n packets at
// most have at most n rare sizes, each with probability below 2^-100, and for each of n
// places there are more packets before it than ended says with no more than that.
//
// A density that is too large for a double is +Inf, and what is below 2^-900 may have
// lost digits.
func (f *Form) Error() float64 {
	if f.ratios == nil && f.labels == nil {
		return 0
	}
	roundings := 6 + f.n*(len(f.labels)+3) + len(f.inside)*len(f.outside)
	if f.packets != nil {
		roundings += f.n*(f.packets.most+5) + 4
	}
	lost := float64(float64(roundings) * 0x1p-53)
	return lost / (1 - lost) * (1 + 0x1p-50)
}

package law

import (
	"cmp"
	"slices"
	"strconv"

	"dovetail/perm"
)

// Deck is a deck with its probability.
type Deck struct {
	Cards       perm.Perm // from the top, from 0
	Probability Value     // Error is relative to it
	Sharing     int       // how many decks have this probability
}

// Most are the k most likely decks, those of the same probability in
// lexicographic order; Least the k least likely. Doubles that differ by no more
// than their errors count as the same.
func (l *Law) Most(k int) []Deck { return l.extremes(k, false) }

// Least are the k least likely decks, those of the same probability in
// lexicographic order.
func (l *Law) Least(k int) []Deck { return l.extremes(k, true) }

// extremes takes one probability after the other, the most extreme first; each
// costs two passes over the law.
func (l *Law) extremes(k int, least bool) (decks []Deck) {
	compare, same := l.order()
	before := func(d, e int) bool { return compare(d, e) > 0 }
	if least {
		before = func(d, e int) bool { return compare(d, e) < 0 }
	}
	all := l.Decks()
	last := -1 // a deck with the probability taken last
	left := func(d int) bool { return last < 0 || before(last, d) && !same(d, last) }
	for len(decks) < min(k, all) {
		best := -1
		for d := range all {
			if left(d) && (best < 0 || before(d, best)) {
				best = d
			}
		}
		start, sharing := len(decks), 0
		for d := range all {
			if !left(d) || !same(d, best) {
				continue
			}
			sharing++
			if len(decks) < k {
				decks = append(decks, Deck{Cards: perm.Unrank(l.N, uint64(d)), Probability: l.value(d)})
			}
		}
		for i := range decks[start:] {
			decks[start+i].Sharing = sharing
		}
		last = best
	}
	return decks
}

// order compares two decks by their probabilities, and tells whether the first has
// the same as the second.
func (l *Law) order() (compare func(d, e int) int, same func(d, e int) bool) {
	if l.Exact() {
		return l.Counts.compare, func(d, e int) bool { return l.Counts.compare(d, e) == 0 }
	}
	e := 4 * l.RelativeError()
	compare = func(d, e int) int { return cmp.Compare(l.Probs[d], l.Probs[e]) }
	return compare, func(d, other int) bool {
		p, q := l.Probs[d], l.Probs[other]
		return q*(1-e) <= p && p <= q*(1+e)
	}
}

// value is the probability of the deck of a rank.
func (l *Law) value(deck int) Value {
	if l.Exact() {
		return rational(l.Counts.At(deck), l.Den)
	}
	return Value{Float: l.Probs[deck], Error: l.RelativeError()}
}

// Each yields every deck in order of ranks, its cards counted from 1, with its
// count or its probability in as many digits as tell doubles apart.
func (l *Law) Each(yield func(deck []int, probability string) bool) {
	deck := perm.Identity(l.N)
	for i := range deck {
		deck[i]++
	}
	for d := range l.Decks() {
		if !yield(deck, l.text(d)) {
			return
		}
		advance(deck)
	}
}

func (l *Law) text(deck int) string {
	switch {
	case !l.Exact():
		return strconv.FormatFloat(l.Probs[deck], 'g', -1, 64)
	case len(l.Counts.Digits) == 1:
		return strconv.FormatUint(l.Counts.Digits[0][deck], 10)
	}
	return l.Counts.At(deck).String()
}

// advance turns a deck into the next in lexicographic order.
func advance(deck []int) {
	i := len(deck) - 2
	for i >= 0 && deck[i] > deck[i+1] {
		i--
	}
	if i < 0 {
		return
	}
	j := len(deck) - 1
	for deck[j] < deck[i] {
		j--
	}
	deck[i], deck[j] = deck[j], deck[i]
	slices.Reverse(deck[i+1:])
}

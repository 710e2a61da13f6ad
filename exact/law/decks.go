package law

import (
	"math/big"
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

// extremes takes one probability after the other; each costs a pass over the law.
func (l *Law) extremes(k int, least bool) []Deck {
	if l.Exact() {
		return pick(l, l.Counts, k, least, func(c uint64) (lo, hi uint64) { return c, c })
	}
	e := 4 * l.RelativeError()
	return pick(l, l.Probs, k, least, func(p float64) (lo, hi float64) { return p * (1 - e), p * (1 + e) })
}

// pick calls a number the same as v if it is within around(v).
func pick[T element](l *Law, values []T, k int, least bool, around func(v T) (lo, hi T)) (decks []Deck) {
	var bound T
	for first := true; len(decks) < k && len(decks) < len(values); first = false {
		found, best := false, T(0)
		for _, v := range values {
			beyond := first || least && v > bound || !least && v < bound
			if beyond && (!found || least && v < best || !least && v > best) {
				found, best = true, v
			}
		}
		if !found {
			return decks
		}
		lo, hi := around(best)
		start, sharing := len(decks), 0
		for d, v := range values {
			if v < lo || v > hi || !first && (least && v <= bound || !least && v >= bound) {
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
		bound = lo
		if least {
			bound = hi
		}
	}
	return decks
}

// value is the probability of the deck of a rank.
func (l *Law) value(deck int) Value {
	if l.Exact() {
		return rational(new(big.Int).SetUint64(l.Counts[deck]), l.Den)
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
		text := ""
		if l.Exact() {
			text = strconv.FormatUint(l.Counts[d], 10)
		} else {
			text = strconv.FormatFloat(l.Probs[d], 'g', -1, 64)
		}
		if !yield(deck, text) {
			return
		}
		advance(deck)
	}
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

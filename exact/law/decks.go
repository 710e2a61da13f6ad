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

// value is the probability of the deck of a rank.
func (l *Law) value(deck int) Value {
	if l.Uniform {
		return rational(big.NewInt(1), l.Den)
	}
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
	case l.Uniform:
		return "1"
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

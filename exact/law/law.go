// Package law computes the whole law of a word of shuffles on S_n, the
// probability of each of the n! decks, for small n. Where the probabilities of all
// letters are rational the law is made of whole numbers over one denominator;
// otherwise of doubles with a bound on their relative error.
package law

import (
	"math"
	"math/big"

	"dovetail/perm"
)

// Law is a probability for every deck of N cards, in the order of the decks'
// ranks (perm.Rank). A deck lists its cards from the top, so the deck of a
// permutation p that moves position i to p[i] is the inverse of p.
//
// Either Counts or Probs is set.
type Law struct {
	N int

	// Counts are exact: deck d has probability Counts[d]/Den. Den is below 2^64.
	Counts []uint64
	Den    *big.Int

	// Probs are doubles, none further from the truth than a factor of
	// (1 + 2^-53)^Roundings, either way.
	Probs     []float64
	Roundings int
}

// Exact tells whether the law is made of whole numbers.
func (l *Law) Exact() bool { return l.Counts != nil }

// Decks is n!.
func (l *Law) Decks() int { return max(len(l.Counts), len(l.Probs)) }

// RelativeError bounds the error of a probability, relative to its size.
func (l *Law) RelativeError() float64 {
	if l.Exact() {
		return 0
	}
	return math.Expm1(float64(l.Roundings)*0x1p-53) * (1 + 0x1p-50)
}

// fits tells whether counts of 1/den fit 64 bits.
func fits(den *big.Int) bool { return den != nil && den.BitLen() <= 64 }

// begin makes l the law of a deterministic run (nil for none) followed by one
// letter.
func (l *Law) begin(run perm.Perm, letter *Letter) {
	exact := fits(letter.Den)
	l.reset(exact)
	if exact {
		l.Den = letter.Den
	} else {
		l.Roundings = 2
	}
	for _, c := range letter.first {
		deck := run.Append(c.p).Inverse().Rank()
		if exact {
			l.Counts[deck] = c.weight.Uint64()
		} else {
			l.Probs[deck] = c.probability
		}
	}
}

// reset makes l zero everywhere, exact or not.
func (l *Law) reset(exact bool) {
	l.shape(exact)
	clear(l.Counts)
	clear(l.Probs)
}

// shape gives l room for counts or for probabilities, whatever they are.
func (l *Law) shape(exact bool) {
	decks := int(perm.Factorial(l.N))
	l.Den, l.Roundings = nil, 0
	if exact {
		l.Probs = nil
		if l.Counts == nil {
			l.Counts = make([]uint64, decks)
		}
		return
	}
	l.Counts = nil
	if l.Probs == nil {
		l.Probs = make([]float64, decks)
	}
}

// round makes l the doubles of src, an exact law.
func (l *Law) round(src *Law) {
	l.shape(false)
	den, _ := new(big.Float).SetInt(src.Den).Float64()
	for i, c := range src.Counts {
		l.Probs[i] = float64(c) / den
	}
	l.Roundings = 3
}

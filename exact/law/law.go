// Package law computes the whole law of a word of shuffles on S_n, the probability of each of the
// n! decks, for small n. Where the probabilities of all letters are rational the law is made of
// integers over one denominator, and otherwise of doubles with a bound on their relative error.
//
// Start with Of, for one word; see the example. Rankings compile an alphabet once (Compile) and
// compute its words by a Chain. A letter becomes an automaton that undoes it card by card
// (machine.go), and a step of a word runs it over all decks (step.go). What words share is in
// package word, and closed forms of riffles are in package riffle.
package law

import (
	"context"
	"math/big"
	"slices"

	"dovetail/exact/riffle"
	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/elementary"
	"dovetail/perm/fault"
	"dovetail/perm/pace"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/notation"
)

// Law is a probability for every deck of N cards, in the order of the decks'
// ranks (perm.Rank). A deck lists its cards from the top, so the deck of a
// permutation p that moves position i to p[i] is the inverse of p.
//
// Either Uniform is set, or Counts has digits, or Probs is set.
type Law struct {
	N int

	// Uniform says that each deck has probability 1/Den, with Den = N!.
	Uniform bool

	// Counts are exact: deck d has probability Counts.At(d)/Den.
	Counts Counts
	Den    *big.Int

	// Probs are doubles, none further from the truth than a factor of
	// (1 + 2^-53)^Roundings, either way, except those below 2^-900, which may have
	// lost digits to underflow.
	Probs     []float64
	Roundings int
}

// Of computes the law of a word on n cards in the given number of bytes, by at most the given
// number of workers. The word must contain all of the letters.
func Of(ctx context.Context, n int, letters []notation.Letter, spelled string, memory uint64, workers int) (*Law, error) {
	if err := CheckDeck(n); err != nil {
		return nil, err
	}
	a, err := Compile(ctx, n, letters, memory)
	if err != nil {
		return nil, err
	}
	word, err := a.Parse(spelled)
	if err != nil {
		return nil, err
	}
	for workers > 1 && a.WordMemory(word, workers) > memory {
		workers--
	}
	if need := a.WordMemory(word, workers); need > memory {
		return nil, a.TooLarge(need, memory)
	}
	return fault.Until(ctx, func() (*Law, error) { return NewChain(a, workers).Word(ctx, word) })
}

// Exact reports whether the law is made of integers.
func (l *Law) Exact() bool { return l.Den != nil }

// Decks is n!.
func (l *Law) Decks() int { return int(perm.Factorial(l.N)) }

// Probability is the probability of the deck of a rank (perm.Rank), within RelativeError of its
// size. For an exact law it is the nearest double.
func (l *Law) Probability(deck int) float64 {
	switch {
	case l.Uniform:
		return 1 / float64(l.Decks())
	case l.Exact():
		p, _ := new(big.Rat).SetFrac(l.Counts.At(deck), l.Den).Float64()
		return p
	}
	return l.Probs[deck]
}

// RelativeError bounds the error of a probability, relative to its size.
func (l *Law) RelativeError() float64 {
	if l.Exact() {
		return 0
	}
	return float64(elementary.Expm1(float64(l.Roundings)*0x1p-53) * (1 + 0x1p-50))
}

// begin makes l the law of a deterministic run (nil for none) followed by one
// letter.
func (l *Law) begin(run perm.Perm, letter *letter) {
	rank := func(c chance) uint64 { return run.Append(c.p).Inverse().Rank() }
	if letter.Den == nil {
		l.float(2)
		clear(l.Probs)
		for _, c := range letter.first {
			l.Probs[rank(c)] = c.probability
		}
		return
	}
	if letter.Uniform {
		l.uniform()
		return
	}
	most := letter.mostWeight()
	l.exact(letter.Den, len(l.Counts.split(most)))
	for _, digit := range l.Counts.Digits {
		clear(digit)
	}
	for _, c := range letter.first {
		deck := rank(c)
		for k, digit := range l.Counts.split(c.weight) {
			l.Counts.Digits[k][deck] = digit
		}
	}
}

// exact gives l room for counts of 1/den in the given number of digits, whose values are undefined.
func (l *Law) exact(den *big.Int, digits int) {
	l.Uniform, l.Probs, l.Roundings = false, nil, 0
	l.Den = den
	l.Counts.resize(l.Decks(), digits)
}

// float gives l room for probabilities in doubles, whose values are undefined.
func (l *Law) float(roundings int) {
	l.Uniform, l.Counts.Digits, l.Den = false, nil, nil
	l.Roundings = roundings
	if l.Probs == nil {
		l.Probs = make([]float64, l.Decks())
	}
}

// Scaled is a function that returns a deck's probability times an integer as a double. For counts
// of w digits that takes at most w+2 roundings: each digit as a double, its factor, the product,
// and w-1 sums.
func (l *Law) Scaled(by uint64) func(deck int) float64 {
	if !l.Exact() {
		return func(deck int) float64 { return float64(l.Probs[deck] * float64(by)) }
	}
	digits := l.Counts.Digits
	units := make([]float64, len(digits))
	for k := range units {
		unit := new(big.Int).SetUint64(by)
		unit.Lsh(unit, uint(k)*l.Counts.Bits)
		units[k], _ = new(big.Rat).SetFrac(unit, l.Den).Float64()
	}
	return func(deck int) float64 {
		var sum float64
		for k, unit := range units {
			sum += float64(float64(digits[k][deck]) * unit)
		}
		return sum
	}
}

// round makes l the doubles of src, an exact law.
func (l *Law) round(src *Law) {
	l.float(len(src.Counts.Digits) + 2)
	probability := src.Scaled(1)
	for d := range l.Probs {
		l.Probs[d] = probability(d)
	}
}

// A letter that makes every deck equally likely makes the law of a word uniform, whatever comes
// before or after it: for the uniform law U and any other L, L U = U L = U. The outcomes of such a
// letter are not enumerated, and such a law takes no memory.

// uniform makes l the uniform law.
func (l *Law) uniform() {
	l.Uniform, l.Probs, l.Roundings = true, nil, 0
	l.Counts.Digits = l.Counts.Digits[:0]
	l.Den = new(big.Int).SetUint64(perm.Factorial(l.N))
}

// isUniform reports whether one of a word's letters makes its law uniform.
func (a *Compiled) isUniform(w word.Word) bool {
	return slices.ContainsFunc(w, func(i byte) bool { return a.letters[i].Uniform })
}

// k riffles with a binomial cut have a closed form (Bayer and Diaconis 1992): a
// deck with r rising sequences has probability C(2^k + n - r, n) / 2^(kn). A run of
// them at the start of a word therefore costs no step.

// isRiffle reports whether a model is the Gilbert-Shannon-Reeds shuffle.
func isRiffle(m shuffle.Model) bool {
	c := shuffle.ClosedOf(m)
	return c.Packets == 2 && !c.Inverse
}

// beginRiffles makes l the law of a deterministic run (nil for none) followed by k riffles. The run
// reorders the cards, and rising sequences are counted in its order. It fails only if ctx is
// cancelled before it is done.
func (l *Law) beginRiffles(ctx context.Context, run perm.Perm, k, threads int) error {
	n := l.N
	packets := new(big.Int).Lsh(big.NewInt(1), uint(k))
	most := l.Counts.split(riffle.Ways(n, packets, 1)) // the deck as it was
	l.exact(new(big.Int).Lsh(big.NewInt(1), uint(k*n)), len(most))
	digits := make([][]uint64, n+1) // by rising sequences
	for r := 1; r <= n; r++ {
		digits[r] = make([]uint64, len(most))
		copy(digits[r], l.Counts.split(riffle.Ways(n, packets, r)))
	}
	order := run.Append(perm.Identity(n)).Inverse()
	next := make([]int, n) // the card below a card before the riffles, or n
	for i, card := range order {
		next[card] = n
		if i+1 < n {
			next[card] = order[i+1]
		}
	}
	return pace.Share(ctx, threads, n, func(ctx context.Context, _ int) func(int) error {
		var deck int
		// lay puts every card left on top of the bottom of the deck in turn; a card
		// whose successor lies above it ends a rising sequence.
		var lay func(laid uint64, left, sequences int)
		lay = func(laid uint64, left, sequences int) {
			if left == 0 {
				for k, digit := range digits[sequences] {
					l.Counts.Digits[k][deck] = digit
				}
				deck++
				return
			}
			if left >= largeBlock && ctx.Err() != nil {
				return
			}
			for card := range n {
				if laid>>card&1 == 1 {
					continue
				}
				ends := int(laid >> next[card] & 1)
				lay(laid|1<<card, left-1, sequences+ends)
			}
		}
		return func(top int) error {
			deck = top * int(perm.Factorial(n-1))
			lay(1<<top, n-1, 1)
			return ctx.Err()
		}
	})
}

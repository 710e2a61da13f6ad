// Package guess knows how many cards of a shuffled deck can be guessed: naming each card
// before it is shown (complete feedback), naming all of them without seeing any, and that
// with each card named once.
//
// What is seen does not depend on what was guessed. So a guess earns its own chance and
// nothing else, and with feedback it is best to name a card that is likeliest, each time;
// without, to name for each position a card that is likeliest there, in all
//
//	sum over positions j of max over cards i of P(i, j),
//
// P being the position law; and with each card named once an assignment problem. Of a fair
// deck 1 + 1/2 + ... + 1/n, 1 and 1 cards are guessed.
//
// Complete feedback has an exact answer where the probability of a deck depends on one
// number of it: on its rising sequences after a-shuffles (runs.go), on its descents after
// a-shuffles undone, on its peaks after shelf machines (steps.go). For other words none is
// known.
package guess

import (
	"math/big"

	"dovetail/exact/riffle"
	"dovetail/perm/shuffle"
)

// statistic is the number of a deck, read from the top, that its probability depends on.
type statistic int

const (
	none     statistic = iota
	sequels            // cards that lie above the one before them in the old deck
	descents           // cards below one that comes after them in the old deck
	peaks              // cards between two that come before them in the old deck
)

// closed is a law by a statistic: an a-shuffle, one that is undone, or a pass through a
// machine with so many shelves.
type closed struct {
	by statistic
	of *big.Int
}

// closedForm is the law of shuffles one after the other; by none if they have no such law
// together.
func closedForm(letters []shuffle.Model) closed {
	if m, count := shuffle.ShelfRun(letters); count > 0 && count == len(letters) {
		return closed{peaks, m}
	}
	c := closed{of: big.NewInt(1)}
	for i, l := range letters {
		a, undone := l.AShuffle()
		by := sequels
		if undone {
			by = descents
		}
		if a == 0 || i > 0 && by != c.by {
			return closed{}
		}
		c.by = by
		c.of.Mul(c.of, big.NewInt(int64(a)))
	}
	return c
}

// exact is n! P of a deck, by the statistic.
func (c closed) exact(n int) (ratio []*big.Rat) {
	if c.by == peaks {
		shelves := riffle.Shelves(n, c.of)
		for v := range (n + 1) / 2 {
			ratio = append(ratio, shelves.Ratio(v))
		}
		return ratio
	}
	orders := new(big.Rat).SetInt(new(big.Int).MulRange(1, int64(n)))
	for d := range n {
		q := riffle.Q(n, c.of, d+1)
		ratio = append(ratio, q.Mul(q, orders))
	}
	return ratio
}

// ratio is the same to the nearest doubles.
func (c closed) ratio(n int) (ratio []float64) {
	for _, x := range c.exact(n) {
		f, _ := x.Float64()
		ratio = append(ratio, f)
	}
	return ratio
}

// Decks of which complete feedback is computed, by runs and by steps. Those of more cards than
// runs allow take minutes and gigabytes; below the limit of the others n! is a double.
const (
	mostRuns  = 64
	mostSteps = 160
)

// known reports whether the answer is for n cards.
func (c closed) known(n int) bool {
	switch c.by {
	case sequels:
		return n <= mostRuns
	case descents, peaks:
		return n <= mostSteps
	}
	return false
}

// relativeError bounds the relative error of a number of right guesses with complete feedback.
// It is made of positive doubles, each n! P to the nearest one, by sums of k terms at most for
// k = 1, ..., n cards unseen, products with whole numbers, maxima and divisions by k. None
// of these makes a relative error larger, and each rounds once: k+3 times a level, what is
// added to the sum and the weight of a term among them. That makes n(n+1)/2 + 3n + 1
// roundings of 2^-53; what is more covers their products.
func relativeError(n int) float64 { return float64(n*(n+1)/2+3*n+2) * 0x1p-53 }

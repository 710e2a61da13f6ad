package pairs

import (
	"context"
	"math"
	"math/big"
	"testing"

	"dovetail/exact/dense"
	"dovetail/exact/word"
)

// made is an alphabet of letters that are given by their pair laws, Kept and Swapped
// of a power of two of pairs, so that 1/pairs is a double.
func made(pairs int, letters ...*letter) *Laws {
	a := &Laws{&word.Alphabet{Letters: make([]word.Letter, len(letters))}, pairs, letters, nil}
	return a
}

func factor(m *dense.Matrix) *dense.Factor {
	f, _ := dense.NewFactor(context.Background(), m)
	return f
}

func madeLetter(pairs int, slack float64, kept, swapped func(x, y int) float64) *letter {
	uniform := 1 / float64(pairs)
	return &letter{
		sum: factor(dense.Of(pairs, pairs, func(x, y int) float64 {
			return kept(x, y) + swapped(x, y) - uniform
		})),
		diff:    factor(dense.Of(pairs, pairs, func(x, y int) float64 { return kept(x, y) - swapped(x, y) })),
		uniform: uniform,
		slack:   slack,
	}
}

// needed wants an error that the bound covers, and that no bound share times smaller
// would.
func needed(t *testing.T, what string, truth, got *big.Rat, bound, share float64) {
	t.Helper()
	off, _ := new(big.Rat).Sub(got, truth).Float64()
	if off = math.Abs(off); off > bound || off < bound/share {
		t.Errorf("%s: off by %g, the bound is %g", what, off, bound)
	}
}

func rational(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

// Every addition of a product rounds up by nearly half a unit: after the first term,
// 1/N, all others are a little more than half its last place. One letter leaves the row
// (1, t, t, ...), t = u (1 + 2^-20), from all pairs, except for what the ts add up to, and the other
// is Kept = 1/N, whose Sum is 0. So the distance is half the sum of N equal cells of Diff; one of
// the three times could be the rounding of the distance.
func TestSlackCoversRounding(t *testing.T) {
	const pairs = 1024
	tiny := 0x1p-53 * (1 + 0x1p-20)
	first := madeLetter(pairs, 0, func(x, y int) float64 {
		if y == 0 {
			return 1
		}
		return tiny
	}, func(int, int) float64 { return 0 })
	flat := madeLetter(pairs, 0, func(int, int) float64 { return 1. / pairs }, func(int, int) float64 { return 0 })
	c := NewChain(made(pairs, first, flat), []int{0}, 1)
	law := rows(t, c, word.Word{0, 1, 0, 1, 0, 1})

	cells := rational(tiny)
	cells.Mul(cells, big.NewRat(pairs-1, 1)).Add(cells, big.NewRat(1, 1)) // N times a cell of Diff
	truth := new(big.Rat).Mul(cells, cells)
	truth.Mul(truth, cells).Mul(truth, big.NewRat(1, 2))
	needed(t, "rounding", truth, rational(law.Starts()[0]), law.Slack, 24)
	needed(t, "rounding, counted by ends", new(big.Rat).Quo(truth, big.NewRat(pairs, 1)), rational(law.Ends()[5]), law.Slack, 24*pairs)
}

// The sum of a distance rounds as often as there are pairs: cells after the first, 1, are a little more
// than half its last place.
func TestSlackCoversTheDistance(t *testing.T) {
	const pairs = 4096
	tiny := 0x1p-53 * (1 + 0x1p-10)
	diff := func(y int) float64 {
		if y == 0 {
			return 1
		}
		return tiny
	}
	letter := madeLetter(pairs, 0, func(_, y int) float64 { return 0.5/pairs + diff(y)/2 },
		func(_, y int) float64 { return 0.5/pairs - diff(y)/2 })
	law := rows(t, NewChain(made(pairs, letter), []int{0}, 1), word.Word{0})
	truth := rational(tiny)
	truth.Mul(truth, big.NewRat(pairs-1, 1)).Add(truth, big.NewRat(1, 1)).Quo(truth, big.NewRat(2, 1))
	needed(t, "distance", truth, rational(law.Starts()[0]), law.Slack, 16)
}

// Letters that are as far from the truth as they say: they leave every pair where it
// is, but are stored as if they moved it to the next with probability p/2. After m of
// them a distance is off by mp/2, which one step's share of the bound does not cover.
func TestSlackCoversLetters(t *testing.T) {
	const (
		pairs = 64
		p     = 0x1p-30
		m     = 8
	)
	loose := madeLetter(pairs, p, func(x, y int) float64 {
		switch (y - x + pairs) % pairs {
		case 0:
			return 1 - p/2
		case 1:
			return p / 2
		}
		return 0
	}, func(int, int) float64 { return 0 })
	a := made(pairs, loose)
	law := rows(t, NewChain(a, a.Every(), 1), make(word.Word, m))
	truth := big.NewRat(2*pairs-1, 2*pairs) // (1 + (N-1)/N) / 2
	needed(t, "letters", truth, rational(law.Starts()[7]), law.Slack, 8)
	needed(t, "letters, by ends", truth, rational(law.Ends()[7]), law.Slack, 8)
	if one := stepSlack(pairs, loose); math.Abs(law.Starts()[7]-1+0.5/pairs) < one {
		t.Errorf("one step's slack, %g, would do for %d", one, m)
	}
}

// Sums of probabilities, such as that of neighbours, add up errors in full: two units
// of a letter's slack a step where distances have one.
func TestSlackOfProbabilities(t *testing.T) {
	a := alphabet(t, 9, "R")
	w, _ := a.Parse("RRR")
	law, err := NewLaw(context.Background(), a, w, 1)
	if err != nil {
		t.Fatal(err)
	}
	if law.Slack() != 2*law.core.Slack {
		t.Errorf("slack %g of a core's %g", law.Slack(), law.core.Slack)
	}
}

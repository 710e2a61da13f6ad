// Package guess computes how many cards of a shuffled deck can be guessed: naming each card
// before it is shown (complete feedback); naming all of them without seeing any; and the same
// with each card named once.
//
// The cards that are shown do not depend on the guesses. So a guess earns its own chance and
// nothing else. With feedback it is best to name a likeliest card each time. Without feedback it
// is best to name for each position a card that is likeliest there, in all
//
//	sum over positions j of max over cards i of P(i, j),
//
// where P is the position law. With each card named once it is an assignment problem. In a fair
// deck 1 + 1/2 + ... + 1/n, 1 and 1 cards are guessed.
//
// Complete feedback has an exact answer where the probability of a deck depends on one
// statistic: on its rising sequences after a-shuffles (runs.go), on its descents after inverse
// a-shuffles, on its peaks after shelf machines (steps, below); and after one riffle of a biased cut
// (biased.go). For decks of up to nine cards it is read from the law of any word on all orders
// (whole.go). For other words no exact answer is known.
package guess

import (
	"context"
	"errors"
	"math"
	"math/big"

	"dovetail/exact/dense"
	"dovetail/exact/riffle"
	"dovetail/perm/pace"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/riffles"
)

// statistic is the number, of a deck read from the top, that determines its probability.
type statistic int

const (
	none     statistic = iota
	sequels            // cards that lie above the one before them in the old deck
	descents           // cards below one that comes after them in the old deck
	peaks              // cards between two that come before them in the old deck
	cut                // where it was cut in two: after one riffle
)

// closed is a law by a statistic: of an a-shuffle, of an inverse one, or of a pass through a
// machine with a number of shelves.
type closed struct {
	by  statistic
	of  *big.Int
	top *big.Rat // of one riffle with a biased cut: the probability that a card comes from the top packet
}

// closedForm is the law of successive shuffles. by is none if they have no such law together.
func closedForm(letters []shuffle.Model) closed {
	if m, count := riffles.ShelfRun(letters); count > 0 && count == len(letters) {
		return closed{by: peaks, of: m}
	}
	if is := shuffle.ClosedOf(letters[0]); len(letters) == 1 && is.Packets == 0 && is.Top != nil && !is.Inverse {
		return closed{by: cut, top: is.Top}
	}
	c := closed{of: big.NewInt(1)}
	for i, l := range letters {
		is, by := shuffle.ClosedOf(l), sequels
		if is.Inverse {
			by = descents
		}
		if is.Packets == 0 || i > 0 && by != c.by {
			return closed{}
		}
		c.by = by
		c.of.Mul(c.of, big.NewInt(int64(is.Packets)))
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

// ratio is exact, rounded to doubles.
func (c closed) ratio(n int) (ratio []float64) {
	for _, x := range c.exact(n) {
		f, _ := x.Float64()
		ratio = append(ratio, f)
	}
	return ratio
}

// The largest decks for which complete feedback is computed, by runs and by steps. More cards
// would take runs minutes and gigabytes. For steps n! must be a double.
const (
	maxRuns  = 64
	maxSteps = 160
)

// known reports whether the answer for n cards can be computed.
func (c closed) known(n int) bool {
	switch c.by {
	case sequels:
		return n <= maxRuns
	case descents, peaks, cut:
		return n <= maxSteps
	}
	return false
}

// relativeError bounds the relative error of a number of right guesses with complete feedback.
// The number is made of positive doubles. It takes each n! P rounded to the nearest one; and for
// k = 1, ..., n cards unseen, sums of at most k terms, products with integers, maxima and
// divisions by k. None of these makes a relative error larger, and each rounds once: k+3 times a
// level, including what is added to the sum and the weight of a term. That makes n(n+1)/2 + 3n +
// 1 roundings of 2^-53. The excess covers their products.
func relativeError(n int) float64 { return float64(float64(n*(n+1)/2+3*n+2) * 0x1p-53) }

// After inverse a-shuffles, or shelf machines, only the steps up and down from one card to the
// next matter, read from the top. Let k cards be unseen, and let j of them lie below the last
// one seen in the order of the old deck. Then the next card is one of these j for a step down,
// and another for a step up. Afterwards i of the others lie below it, with i < j or i >= j. With
// v descents or peaks so far, and up after a step up,
//
//	m(k, j, up, v) = 1/k  sum_i m(k-1, i, i >= j, v'),  m(0, 0, up, v) = ratio(v)
//	w(k, j, up, v) = 1/k (sum_i w(k-1, i, i >= j, v') + max_i m(k-1, i, i >= j, v'))
//	s(k, j, up, v) = 1/k (sum_i s(k-1, i, i >= j, v') + 2 w of the largest m)
//
// as for runs; s, of r(r-1) for r right guesses, is in whole.go. v' is v+1 after a step down, if peaks are counted only if up holds. A sum over i
// < j, and one over i >= j, is that for a neighbouring j and one term more, so that a state
// takes a step or two and not k.

// steps is all states with k cards unseen, by j, up and v.
type steps struct {
	of    closed
	k     int
	state [][2][]outlook
}

// outlook is m, w and s of a state, the largest m of the states after it, and the w of the state that is named.
type outlook struct{ m, w, s, best, rest float64 }

func (o *outlook) add(next outlook) {
	o.m += next.m
	o.w += next.w
	o.s += next.s
	o.choose(next.m, next.w)
}

// choose takes the first of the likeliest states, as far as doubles tell them apart.
func (o *outlook) choose(m, w float64) {
	if m > o.best*tieTolerance {
		o.rest = w
	}
	o.best = max(o.best, m)
}

// stepped computes the levels until all n cards are unseen.
func stepped(ctx context.Context, of closed, n int, yield func(*steps)) error {
	end := &steps{of: of, state: make([][2][]outlook, 1)}
	for _, x := range of.ratio(n) {
		for up := range end.state[0] {
			end.state[0][up] = append(end.state[0][up], outlook{m: x})
		}
	}
	yield(end)
	for s := end; s.k < n; yield(s) {
		pace.Yield()
		if err := ctx.Err(); err != nil {
			return err
		}
		s = s.next()
	}
	return nil
}

// startAt is the j before any card is seen, with up false: the first card is no descent, and for
// a peak the start is as after a step down.
func (s *steps) startAt() int {
	if s.of.by == descents {
		return 0
	}
	return s.k
}

func (s *steps) start() outlook { return s.state[s.startAt()][0][0] }

// down is the statistic after a step down.
func (s *steps) down(up, v int) int {
	if s.of.by == peaks && up == 0 {
		return v
	}
	return min(v+1, s.classes()-1) // beyond the last class no deck has come so far
}

func (s *steps) classes() int { return len(s.state[0][0]) }

// next is the level with one more card unseen.
func (s *steps) next() *steps {
	to := &steps{of: s.of, k: s.k + 1, state: make([][2][]outlook, s.k+2)}
	for j := range to.state {
		for up := range 2 {
			to.state[j][up] = make([]outlook, s.classes())
		}
	}
	for up := range 2 {
		for v := range s.classes() {
			var below, above outlook
			for j := 0; j < to.k; j++ {
				below.add(s.state[j][0][s.down(up, v)])
				to.state[j+1][up][v] = below
			}
			for j := to.k; j >= 0; j-- {
				if j < to.k {
					above.add(s.state[j][1][v])
				}
				o := &to.state[j][up][v]
				o.choose(above.best, above.rest)
				k := float64(to.k)
				*o = outlook{m: (o.m + above.m) / k, w: (o.w + above.w + o.best) / k, s: (o.s + above.s + float64(2*o.rest)) / k}
			}
		}
	}
	return to
}

// blind is the guesses without feedback, from the deviation E = P - 1/n of a word's position
// law. The cells of E are within an error bound.
type blind struct {
	names       []int // the card, from 0, that is named at each position
	none        float64
	permutation float64
	error       float64 // of both
}

// fraction is the number of bits of a cell as an integer. Numbers of an assignment are no
// further from 0 than 2n cells, which is below 2^63 for any deck.
const fraction = 48

// newBlind sums up 1 + max E. Among cards that are equally likely within the error, it names the
// previous one again if possible, and otherwise the first.
func newBlind(e *dense.Matrix, cell float64) (blind, error) {
	n := e.Rows
	b := blind{names: make([]int, n)}
	for j := range n {
		best := math.Inf(-1)
		for i := range n {
			best = max(best, e.At(i, j))
		}
		near := func(i int) bool { return e.At(i, j) >= best-2*cell }
		if j > 0 {
			b.names[j] = b.names[j-1]
		}
		if !near(b.names[j]) {
			b.names[j] = 0
			for !near(b.names[j]) {
				b.names[j]++
			}
		}
		b.none += best
	}
	b.none++
	whole := func(i, j int) int64 { return int64(math.Round(math.Ldexp(e.At(i, j), fraction))) }
	a := assign(n, whole)
	if err := a.check(whole); err != nil {
		return b, err
	}
	sum := int64(0)
	for j, i := range a.match {
		sum += whole(i, j)
	}
	b.permutation = 1 + math.Ldexp(float64(sum), -fraction)
	// An integer is off by 2^-49; n sums of at most n+1 are off by (n+1) 2^-53 each.
	b.error = float64(float64(n)*(cell+0x1p-49)) + float64(float64((n+1)*(n+1))*0x1p-53)
	return b, nil
}

// assignment is a matching of n rows with n columns of the largest possible sum of c(i, j), and
// the proof that it is the largest: numbers with
//
//	c(i, j) <= row(i) + column(j) for all i and j, equal where i is matched with j,
//
// so that no matching exceeds the sum of all numbers, which this one reaches.
type assignment struct {
	match       []int // the row of each column
	row, column []int64
}

// assign is H. W. Kuhn's Hungarian method, by shortest augmenting paths (R. Jonker and A.
// Volgenant, A shortest augmenting path algorithm for dense and sparse linear assignment
// problems, Computing 38, 1987). Rows are matched one by one. From the new row, paths lead to
// columns and then to the rows that these are matched with. The path to a free column with the
// least slack, the sum of row + column - c, is augmented, after the numbers are changed so that
// its slack is 0. That takes n^3 steps in integers.
func assign(n int, c func(i, j int) int64) assignment {
	a := assignment{match: make([]int, n+1), row: make([]int64, n), column: make([]int64, n+1)}
	for j := range a.match {
		a.match[j] = -1
	}
	from, slack, seen := make([]int, n), make([]int64, n), make([]bool, n+1)
	for i := range n {
		a.row[i] = math.MinInt64
		for j := range n {
			a.row[i] = max(a.row[i], c(i, j)-a.column[j])
			slack[j] = math.MaxInt64
		}
		clear(seen)
		at := n // a column of no weight, with which the new row is matched meanwhile
		a.match[n] = i
		for a.match[at] >= 0 {
			seen[at] = true
			i, next := a.match[at], -1
			for j := range n {
				if seen[j] {
					continue
				}
				if s := a.row[i] + a.column[j] - c(i, j); s < slack[j] {
					slack[j], from[j] = s, at
				}
				if next < 0 || slack[j] < slack[next] {
					next = j
				}
			}
			step := slack[next]
			for j := range n + 1 {
				switch {
				case seen[j]:
					a.row[a.match[j]] -= step
					a.column[j] += step
				case j < n:
					slack[j] -= step
				}
			}
			at = next
		}
		for at != n {
			a.match[at] = a.match[from[at]]
			at = from[at]
		}
	}
	a.match, a.column = a.match[:n], a.column[:n]
	return a
}

// check proves that no matching has a larger sum.
func (a assignment) check(c func(i, j int) int64) error {
	taken := make([]bool, len(a.row))
	for j, match := range a.match {
		for i := range a.row {
			if slack := a.row[i] + a.column[j] - c(i, j); slack < 0 || i == match && slack > 0 {
				return errors.New("an assignment is not proved to be the best")
			}
		}
		if taken[match] {
			return errors.New("an assignment has a row twice")
		}
		taken[match] = true
	}
	return nil
}

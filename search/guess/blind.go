package guess

import (
	"errors"
	"math"

	"dovetail/exact/dense"
)

// blind is what can be guessed without feedback, from the deviation E = P - 1/n of a word's
// position law, whose cells are within an error of the truth.
type blind struct {
	names       []int // the card, from 0, that is named at each position
	none        float64
	permutation float64
	error       float64 // of both
}

// fraction is the bits of a cell as a whole number. Numbers of an assignment are no further from
// 0 than 2n cells, which is below 2^63 for any deck.
const fraction = 48

// newBlind sums up 1 + max E. Among cards that may be as likely, as far as the error leaves
// it open, it names the one before again, or else the first.
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
	// A whole number is off by 2^-49; n sums of at most n+1 are by (n+1) 2^-53 each.
	b.error = float64(n)*(cell+0x1p-49) + float64((n+1)*(n+1))*0x1p-53
	return b, nil
}

// assignment is a matching of n rows with n columns of the largest possible sum of c(i, j),
// and the proof of it: numbers with
//
//	c(i, j) <= row(i) + column(j) for all i and j, equal where i is matched with j,
//
// so that the sum of all numbers is what no matching exceeds, and what this one has.
type assignment struct {
	match       []int // the row of each column
	row, column []int64
}

// assign is H. W. Kuhn's Hungarian method, by shortest augmenting paths (R. Jonker and A.
// Volgenant, A shortest augmenting path algorithm for dense and sparse linear assignment
// problems, Computing 38, 1987). Rows are matched one by one. From the new row paths lead to
// columns and over those that are matched to their rows; the one of least slack,
// row + column - c summed up, to a column that is free is turned over, once the numbers are
// changed so that its slack is 0. That takes n^3 steps in whole numbers.
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
		at := n // a column of no weight, which the new row is matched with meanwhile
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

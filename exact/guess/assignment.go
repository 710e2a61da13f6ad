package guess

import (
	"errors"
	"math"
)

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

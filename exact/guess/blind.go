package guess

import (
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

package words

import (
	"context"
	"slices"

	"dovetail/exact/dense"
	"dovetail/exact/position"
)

// perfectTester tests words; it serves one goroutine. Candidates come in order,
// so most begin like the one before; rows of that beginning are kept.
type perfectTester struct {
	*perfectCounter
	chain  *position.Chain
	scorer *position.Scorer

	begin position.Word // all but the last factor of the word at hand
	parts []*factor
	rows  *dense.Matrix // rows of the product of the parts, as far as known
	known []bool        // which blocks of four
	steps [2]*dense.Matrix
	last  *dense.Matrix

	witness int // block of rows that showed the last word not to be perfect
}

func newPerfectTester(c *perfectCounter) *perfectTester {
	a := c.q.Alphabet
	t := &perfectTester{
		perfectCounter: c,
		chain:          position.NewChain(a),
		scorer:         position.NewScorer(a, c.q.Emax, c.decider),
		rows:           dense.Square(a.N),
		known:          make([]bool, (a.N+3)/4),
		last:           dense.Square(a.N),
	}
	t.steps = [2]*dense.Matrix{dense.Square(a.N), dense.Square(a.N)}
	return t
}

// perfect tests a word all of whose proper factors are not perfect. With a
// deterministic letter at an end it has the scores of such a factor.
func (t *perfectTester) perfect(ctx context.Context, w position.Word) (bool, error) {
	if _, core, _ := t.q.Alphabet.Split(w); len(core) < len(w) {
		return false, nil
	}
	cut := max(0, len(w)-len(t.factors.byLength)+1)
	t.setBegin(w[:cut])
	end := t.factors.of(w[cut:])
	slack := t.slack(end)
	emax := t.q.Emax.Float()
	largest := 0.0
	for i := range len(t.known) {
		block := i // the witness first, then the others
		switch {
		case i == 0:
			block = t.witness
		case i <= t.witness:
			block = i - 1
		}
		if err := ctx.Err(); err != nil {
			return false, err
		}
		largest = max(largest, t.largest(block, end))
		if largest > emax*(1+0x1p-50)+slack {
			t.witness = block
			return false, nil
		}
	}
	if largest < emax*(1-0x1p-50)-slack {
		return true, nil
	}
	e, err := t.chain.Core(ctx, w)
	if err != nil {
		return false, err
	}
	scores, err := t.scorer.Score(ctx, w, e)
	n := t.q.Alphabet.N
	return scores.White == n*n, err
}

// setBegin cuts the beginning of a word into factors of the table.
func (t *perfectTester) setBegin(begin position.Word) {
	if t.parts != nil && slices.Equal(begin, t.begin) {
		return
	}
	t.begin = append(t.begin[:0], begin...)
	t.parts = t.parts[:0]
	longest := len(t.factors.byLength) - 1
	for w := t.begin; len(w) > 0; w = w[min(longest, len(w)):] {
		t.parts = append(t.parts, t.factors.of(w[:min(longest, len(w))]))
	}
	clear(t.known)
}

// slack bounds the error of a cell of the product of the parts and the end. A
// deterministic part may double what rounding left in the sums of rows.
func (t *perfectTester) slack(end *factor) float64 {
	all := factor{norm: 1}
	for _, f := range append(t.parts[:len(t.parts):len(t.parts)], end) {
		all = join(&all, f)
		all.error *= 2
	}
	return position.ErrorUnit(t.q.Alphabet.N) * all.error
}

// largest is the largest |e| in a block of four rows of the word.
func (t *perfectTester) largest(block int, end *factor) float64 {
	row := 4 * block
	if len(t.parts) == 0 {
		return dense.Largest(end.e, row, 4)
	}
	if !t.known[block] {
		e := t.parts[0].e
		for step, part := range t.parts[1:] {
			dense.ProductRows(t.steps[step%2], e, part.e, row, 4)
			e = t.steps[step%2]
		}
		from := row * e.Stride
		copy(t.rows.Data[from:from+4*e.Stride], e.Data[from:])
		t.known[block] = true
	}
	dense.ProductRows(t.last, t.rows, end.e, row, 4)
	return dense.Largest(t.last, row, 4)
}

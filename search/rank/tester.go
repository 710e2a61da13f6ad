package rank

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/exact/word"
)

// A word is tested as the product of a beginning and an end of a few letters, so that there are few
// ends. By the inequality of Cauchy and Schwarz no cell of the product is larger than the length of
// its row of the beginning times that of its column of the end. So the rows of a beginning are
// sorted by their lengths, as are the columns of an end, the longest first. The cells that may be
// above e_max are then a staircase. Four of its rows are computed at a time.

// perfectTester tests words. It is for one goroutine. Candidates come in order, so most begin like
// the one before, and the data of that beginning is kept.
type perfectTester struct {
	counter *perfectCounter
	chain   *position.Chain
	scorer  *position.Scorer

	begin   word.Word     // all but the last factor of the present word
	parts   []*factor     // its factors
	all     factor        // their product, as far as bounds need it
	lead    *dense.Matrix // the product of all parts but the last
	product *dense.Matrix // of all
	steps   [2]*dense.Matrix
	rows    sorted // of the product

	witness int       // row that showed the last word not to be perfect
	cells   []float64 // some rows of a word
}

// sorted are the rows or columns of a matrix, the longest first.
type sorted struct {
	e       *dense.Matrix
	lengths []float64 // at least
	places  []int     // where each of the rows or columns is
}

// sortRows sorts the rows of e into s.
func (s *sorted) sortRows(e *dense.Matrix) {
	lengths, order := make([]float64, e.Rows), make([]int, e.Rows)
	for i := range order {
		lengths[i], order[i] = lengthOf(e.Row(i)), i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(cmp.Compare(lengths[j], lengths[i]), i-j) })
	for at, i := range order {
		copy(s.e.Row(at), e.Row(i))
		s.lengths[at], s.places[i] = lengths[i], at
	}
}

func newSorted(n int) sorted { return sorted{dense.Square(n), make([]float64, n), make([]int, n)} }

// sortedColumns are the sorted columns of e.
func sortedColumns(e *dense.Matrix) sorted {
	s := newSorted(e.Rows)
	s.sortRows(dense.Of(e.Columns, e.Rows, func(i, j int) float64 { return e.At(j, i) }))
	turned := s.e
	s.e = dense.Of(e.Rows, e.Columns, func(i, j int) float64 { return turned.At(j, i) })
	return s
}

func newPerfectTester(c *perfectCounter) *perfectTester {
	a := c.q.Alphabet
	t := &perfectTester{
		counter: c,
		chain:   position.NewChain(a),
		scorer:  position.NewScorer(a, c.q.Emax, c.decider),
		steps:   [2]*dense.Matrix{dense.Square(a.N), dense.Square(a.N)},
		product: dense.Square(a.N),
		rows:    newSorted(a.N),
	}
	t.cells = make([]float64, 4*t.product.Stride)
	return t
}

// perfect tests a word whose proper factors are all not perfect. With a deterministic letter at an
// end it has the scores of such a factor.
func (t *perfectTester) perfect(ctx context.Context, w word.Word) (bool, error) {
	if _, core, _ := t.counter.q.Alphabet.Split(w); len(core) < len(w) {
		return false, nil
	}
	cut := max(0, len(w)-len(t.counter.factors.byLength)+1)
	t.setBegin(w[:cut])
	end := t.counter.factors.of(w[cut:])
	slack, emax := t.slack(end), t.counter.q.Emax.Float()
	below, above := float64(emax*(1-0x1p-50))-slack, float64(emax*(1+0x1p-50))+slack
	largest := 0.0
	if cut == 0 {
		largest = dense.Largest(end.e, 0, end.e.Rows)
	} else {
		largest = t.largest(ctx, t.counter.ends[end], below, above)
	}
	if err := ctx.Err(); err != nil || largest > above {
		return false, err
	}
	if largest < below {
		return true, nil
	}
	e, err := t.chain.Core(ctx, w)
	if err != nil {
		return false, err
	}
	scores, err := t.scorer.Score(ctx, w, e)
	n := t.counter.q.Alphabet.N
	return scores.White == n*n, err
}

// setBegin computes the beginning of a word from factors of the table.
func (t *perfectTester) setBegin(begin word.Word) {
	if t.parts != nil && slices.Equal(begin, t.begin) {
		return
	}
	t.begin = append(t.begin[:0], begin...)
	before := t.parts
	t.parts, t.all = nil, factor{norm: 1}
	longest := len(t.counter.factors.byLength) - 1
	for w := t.begin; len(w) > 0; w = w[min(longest, len(w)):] {
		f := t.counter.factors.of(w[:min(longest, len(w))])
		t.parts, t.all = append(t.parts, f), joinTwice(&t.all, f)
	}
	switch last := len(t.parts) - 1; last {
	case -1:
	case 0:
		t.rows.sortRows(t.parts[0].e)
	default:
		if len(before) != len(t.parts) || !slices.Equal(before[:last], t.parts[:last]) {
			t.lead = t.parts[0].e
			for step, part := range t.parts[1:last] {
				dense.Rough(t.steps[step%2], t.lead, part.e)
				t.lead = t.steps[step%2]
			}
		}
		dense.Rough(t.product, t.lead, t.parts[last].e)
		t.rows.sortRows(t.product)
	}
}

// joinTwice is join where one factor is deterministic, which may double what rounding left in the
// sums of rows.
func joinTwice(x, y *factor) factor {
	f := join(x, y)
	f.error *= 2
	return f
}

// slack bounds the error of a cell of the product of the parts and the end.
func (t *perfectTester) slack(end *factor) float64 {
	return float64(position.ErrorUnit(t.counter.q.Alphabet.N) * joinTwice(&t.all, end).error)
}

// largest is the largest |e| of the word if that is between the limits. If not, it is on the same
// side of both. It is meaningless once ctx is cancelled.
func (t *perfectTester) largest(ctx context.Context, end sorted, below, above float64) (largest float64) {
	if largest = dense.Largest(t.step(t.rows.places[t.witness], 1, end, below), 0, 1); largest > above {
		return largest
	}
	for row := 0; row < len(t.rows.lengths) && ctx.Err() == nil; row += 4 {
		cells := t.step(row, 4, end, below)
		if cells.Columns == 0 {
			break
		}
		if largest = max(largest, dense.Largest(cells, 0, 4)); largest > above {
			for dense.Largest(cells, row%4, 1) <= above {
				row++
			}
			t.witness = slices.Index(t.rows.places, row)
			break
		}
	}
	return largest
}

// step computes one row of a word or four, as far as its cells may be above a limit.
func (t *perfectTester) step(row, rows int, end sorted, limit float64) *dense.Matrix {
	length := t.rows.lengths[row]
	columns := sort.Search(len(end.lengths), func(j int) bool { return !(end.lengths[j]*length > limit) })
	if columns > 0 {
		columns = max(8, (columns+3)&^3)
	}
	dst := &dense.Matrix{Rows: rows, Columns: columns, Stride: columns, Data: t.cells[:rows*columns]}
	a := t.rows.e
	switch {
	case columns == 0:
	case rows == 1:
		dense.RoughRowTimes(dst.Data, a.Row(row), end.e)
	default:
		dense.Rough(dst, &dense.Matrix{Rows: rows, Columns: a.Columns, Stride: a.Stride, Data: a.Data[row*a.Stride:]}, end.e)
	}
	return dst
}

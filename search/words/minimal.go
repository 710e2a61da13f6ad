package words

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sync"

	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/search/run"
)

// minimal is the question of the minimal perfect words of a length. They are among
// the candidates, the words without a shorter one; these follow from the question,
// and are at hand where it is asked.
type minimal struct {
	Alphabet *position.Laws
	Emax     position.Tolerance
	Length   int

	Candidates []uint64        `json:"-"` // their codes, in order
	Counter    *perfectCounter `json:"-"`
}

// Name implements [run.Question].
func (minimal) Name() string { return "words/perfect/1" }

// Job implements [run.Question].
func (q minimal) Job() (*perfecting, error) {
	j := &perfecting{minimal: q, perfect: make([]bool, len(q.Candidates))}
	j.testers.New = func() any { return newPerfectTester(q.Counter) }
	return j, nil
}

// perfecting is the job of package run. A task is a stretch of candidates.
type perfecting struct {
	minimal
	testers sync.Pool // of *perfectTester
	perfect []bool    // candidates found to be
}

// stretch is the number of candidates of a task.
const stretch = 1 << 10

// Roots implements [run.Job].
func (j *perfecting) Roots() ([]run.Piece, error) {
	var pieces []run.Piece
	for from := 0; from < len(j.Candidates); from += stretch {
		pieces = append(pieces, run.Piece{Payload: binary.BigEndian.AppendUint32(nil, uint32(from)), Weight: 1})
	}
	return pieces, nil
}

// Check implements [run.Job].
func (j *perfecting) Check(payload []byte) error {
	if len(payload) == 4 {
		if from := binary.BigEndian.Uint32(payload); from%stretch == 0 && int64(from) < int64(len(j.Candidates)) {
			return nil
		}
	}
	return fmt.Errorf("%x is no stretch of %d candidates", payload, len(j.Candidates))
}

// Run implements [run.Job].
func (j *perfecting) Run(ctx context.Context, t run.Task) (run.Result, error) {
	if err := j.Counter.prepare(ctx); err != nil {
		return run.Result{}, err
	}
	tester := j.testers.Get().(*perfectTester)
	defer j.testers.Put(tester)
	found := []int{}
	from := int(binary.BigEndian.Uint32(t.Payload))
	for i := from; i < min(from+stretch, len(j.Candidates)); i++ {
		perfect, err := tester.perfect(ctx, j.Counter.spell(j.Candidates[i], j.Length))
		if err != nil {
			return run.Result{}, err
		}
		if perfect {
			found = append(found, i)
		}
	}
	return run.Whole(found)
}

// Merge implements [run.Job].
func (j *perfecting) Merge(result []byte) error {
	possible := func(i int) error {
		if i < 0 || i >= len(j.perfect) || j.perfect[i] {
			return fmt.Errorf("candidate %d of %d, or twice there", i, len(j.perfect))
		}
		return nil
	}
	return run.MergeParts("a task of perfect words", result, cmp.Compare, possible, func(i int) { j.perfect[i] = true })
}

// Total implements [run.Job].
func (j *perfecting) Total() ([]byte, error) {
	found := []int{}
	for i, perfect := range j.perfect {
		if perfect {
			found = append(found, i)
		}
	}
	return json.Marshal(found)
}

// split spells the perfect candidates and lists the codes of the others.
func (j *perfecting) split() (words []string, others []uint64) {
	for i, code := range j.Candidates {
		if j.perfect[i] {
			words = append(words, j.Alphabet.Format(j.Counter.spell(code, j.Length)))
		} else {
			others = append(others, code)
		}
	}
	return words, others
}

// perfectTester tests words; it serves one goroutine. Candidates come in order,
// so most begin like the one before; rows of that beginning are kept.
type perfectTester struct {
	counter *perfectCounter
	chain   *position.Chain
	scorer  *position.Scorer

	begin   word.Word // all but the last factor of the word at hand
	parts   []*factor
	rows    *dense.Matrix       // rows of the product of the parts, as far as known
	known   []bool              // which blocks of four
	lengths []float64           // of the longest row in each of these, at least
	columns map[*factor]float64 // of the longest column of an end, at least
	steps   [2]*dense.Matrix
	last    *dense.Matrix

	witness int       // row that showed the last word not to be perfect
	row     []float64 // that row of a word
}

func newPerfectTester(c *perfectCounter) *perfectTester {
	a := c.q.Alphabet
	t := &perfectTester{
		counter: c,
		chain:   position.NewChain(a),
		scorer:  position.NewScorer(a, c.q.Emax, c.decider),
		rows:    dense.Square(a.N),
		known:   make([]bool, (a.N+3)/4),
		last:    dense.Square(a.N),
	}
	t.steps = [2]*dense.Matrix{dense.Square(a.N), dense.Square(a.N)}
	t.lengths, t.columns = make([]float64, len(t.known)), map[*factor]float64{}
	t.row = make([]float64, t.last.Stride)
	return t
}

// perfect tests a word all of whose proper factors are not perfect. With a
// deterministic letter at an end it has the scores of such a factor.
func (t *perfectTester) perfect(ctx context.Context, w word.Word) (bool, error) {
	if _, core, _ := t.counter.q.Alphabet.Split(w); len(core) < len(w) {
		return false, nil
	}
	cut := max(0, len(w)-len(t.counter.factors.byLength)+1)
	t.setBegin(w[:cut])
	end := t.counter.factors.of(w[cut:])
	slack := t.slack(end)
	emax := t.counter.q.Emax.Float()
	above := float64(emax*(1+0x1p-50)) + slack
	if t.largestInRow(t.witness, end) > above {
		return false, ctx.Err()
	}
	largest, below := 0.0, float64(emax*(1-0x1p-50))-slack
	column := t.longestColumn(end)
	for block := range t.known {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if t.surely(block, column) <= below {
			continue
		}
		if largest = max(largest, t.largest(block, end)); largest > above {
			t.witness = 4 * block
			for t.largestInRow(t.witness, end) <= above {
				t.witness++
			}
			return false, nil
		}
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

// setBegin cuts the beginning of a word into factors of the table.
func (t *perfectTester) setBegin(begin word.Word) {
	if t.parts != nil && slices.Equal(begin, t.begin) {
		return
	}
	t.begin = append(t.begin[:0], begin...)
	t.parts = t.parts[:0]
	longest := len(t.counter.factors.byLength) - 1
	for w := t.begin; len(w) > 0; w = w[min(longest, len(w)):] {
		t.parts = append(t.parts, t.counter.factors.of(w[:min(longest, len(w))]))
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
	return position.ErrorUnit(t.counter.q.Alphabet.N) * all.error
}

// largest is the largest |e| in a block of four rows of the word.
func (t *perfectTester) largest(block int, end *factor) float64 {
	if len(t.parts) == 0 {
		return dense.Largest(end.e, 4*block, 4)
	}
	t.begins(block)
	dense.RoughRows(t.last, t.rows, end.e, 4*block, 4)
	return dense.Largest(t.last, 4*block, 4)
}

// surely is at least the largest |e| in a block: by the inequality of Cauchy and Schwarz the length of a row of the
// beginning times that of a column of the end, which is given.
func (t *perfectTester) surely(block int, column float64) float64 {
	if len(t.parts) == 0 {
		return math.Inf(1)
	}
	t.begins(block)
	return t.lengths[block] * column
}

// largestInRow is the largest |e| in a row.
func (t *perfectTester) largestInRow(row int, end *factor) (largest float64) {
	cells := end.e.Row(row)
	if len(t.parts) > 0 {
		t.begins(row / 4)
		dense.RoughRowTimes(t.row, t.rows.Row(row), end.e)
		cells = t.row
	}
	for _, x := range cells {
		largest = max(largest, math.Abs(x))
	}
	return largest
}

// begins computes a block of rows of the product of the parts, unless it is known.
func (t *perfectTester) begins(block int) {
	if t.known[block] {
		return
	}
	t.known[block] = true
	row := 4 * block
	e := t.parts[0].e
	for step, part := range t.parts[1:] {
		dense.RoughRows(t.steps[step%2], e, part.e, row, 4)
		e = t.steps[step%2]
	}
	from := row * e.Stride
	copy(t.rows.Data[from:from+4*e.Stride], e.Data[from:])
	t.lengths[block] = 0
	for i := row; i < min(row+4, t.rows.Rows); i++ {
		t.lengths[block] = max(t.lengths[block], lengthOf(t.rows.Row(i)))
	}
}

// longestColumn is at least the length of each column of a factor.
func (t *perfectTester) longestColumn(f *factor) float64 {
	longest, known := t.columns[f]
	if known {
		return longest
	}
	column := make([]float64, f.e.Rows)
	for j := range f.e.Columns {
		for i := range column {
			column[i] = f.e.At(i, j)
		}
		longest = max(longest, lengthOf(column))
	}
	t.columns[f] = longest
	return longest
}

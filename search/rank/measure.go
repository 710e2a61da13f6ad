package rank

import (
	"cmp"
	"math"
	"slices"

	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/perm/elementary"
	"dovetail/search/words"
)

// A measure is a score that a bilinear form bounds from below. |.| is the largest absolute value of
// an entry, or the sum of absolute values:
//
//	mean TVD  = sum |e_ij| / 2n           >= |u'Ev| / 2n  for  max |u_i| <= 1, max |v_j| <= 1
//	worst TVD = max_i sum_j |e_ij| / 2    >= |u'Ev| / 2   for  sum |u_i| <= 1, max |v_j| <= 1
//	max|e|    = max |e_ij|                >= |u'Ev|       for  sum |u_i| <= 1, sum |v_j| <= 1
//
// For a word w = xy this is |(u'E_x)(E_y v)|: a product of two vectors, one made from each half,
// instead of one of matrices. u and v may be chosen for each half separately, to detect what that
// half mixes worst.
type measure struct {
	key        words.Key
	scale      func(n int) float64 // factor of |u'Ev|
	normScale  float64             // the score is at most this times the norm of package factors
	left       func(p *prober, half []*factor)
	right      func(p *prober, half []*factor)
	rowsAbove  func(rows [][]float64, limit *float64) bool
	scoreFloat func(position.Scores) float64
}

// measures are the scores with bounds that prune. Convergence and E[w] have no useful ones; see
// docs/pruning.md.
var measures = map[words.Key]measure{
	words.ByMeanTVD: {
		key:        words.ByMeanTVD,
		scale:      func(n int) float64 { return 1 / (2 * float64(n)) },
		normScale:  0.5,
		left:       (*prober).leftSigns,
		right:      (*prober).rightSigns,
		rowsAbove:  totalAbove,
		scoreFloat: func(s position.Scores) float64 { return s.MeanTVD },
	},
	words.ByWorstTVD: {
		key:        words.ByWorstTVD,
		scale:      func(int) float64 { return 0.5 },
		normScale:  0.5,
		left:       (*prober).leftRows,
		right:      (*prober).rightRowSigns,
		rowsAbove:  rowAbove,
		scoreFloat: func(s position.Scores) float64 { return s.WorstTVD },
	},
	words.ByMaxError: {
		key:        words.ByMaxError,
		scale:      func(int) float64 { return 1 },
		normScale:  1,
		left:       (*prober).leftRows,
		right:      (*prober).rightColumns,
		rowsAbove:  cellAbove,
		scoreFloat: func(s position.Scores) float64 { return s.MaxError },
	},
}

// The three tests of computed rows: each reports whether these alone put the score, divided by its
// scale, above the limit. The first reduces the limit, as all rows add to the score.

func totalAbove(rows [][]float64, limit *float64) bool {
	for _, row := range rows {
		*limit -= absSum(row)
	}
	return *limit < 0
}

func rowAbove(rows [][]float64, limit *float64) bool {
	return slices.ContainsFunc(rows, func(row []float64) bool { return absSum(row) > *limit })
}

func cellAbove(rows [][]float64, limit *float64) bool {
	return slices.ContainsFunc(rows, func(row []float64) bool {
		return slices.ContainsFunc(row, func(x float64) bool { return math.Abs(x) > *limit })
	})
}

func absSum(row []float64) float64 {
	var s [4]float64
	for len(row) >= 4 {
		s[0] += math.Abs(row[0])
		s[1] += math.Abs(row[1])
		s[2] += math.Abs(row[2])
		s[3] += math.Abs(row[3])
		row = row[4:]
	}
	for _, x := range row {
		s[0] += math.Abs(x)
	}
	return (s[0] + s[1]) + (s[2] + s[3])
}

// probes is the number of test vectors of each half. The first is chosen to bound well by itself:
// it rejects most pairs.
const probes = 4

// prober computes, for a half x or y of a word, the vectors u'E_x or E_y v of the present measure.
// It is for one goroutine. The half is a product of one deviation or two. Only the measures that go
// by rows or columns need its cells: for 52 cards, a vector times each of the two costs a 26th of
// their product.
type prober struct {
	n       int
	vectors [probes][]float64 // the result

	signs  []float64
	step   []float64
	whole  *dense.Matrix
	rowSum []float64
	order  []int
}

func newProber(n int) *prober {
	p := &prober{n: n, whole: dense.Square(n), rowSum: make([]float64, n), order: make([]int, n)}
	vector := func() []float64 { return make([]float64, p.whole.Stride)[:n] }
	p.signs, p.step = vector(), vector()
	for k := range p.vectors {
		p.vectors[k] = vector()
	}
	return p
}

// waves is the number of slowest waves among the test vectors.
const waves = probes - 1

// wave k is the sign of the (k+1)-th cosine over the deck. Wave 0 distinguishes the upper half from
// the lower, the slowest mode of most shuffles. Decks with fewer cards repeat their last.
func wave(k, n int) []float64 {
	w := make([]float64, n)
	for i := range w {
		w[i] = sign(elementary.Cos(math.Pi * float64(min(k, n-1)+1) * (float64(i) + 0.5) / float64(n)))
	}
	return w
}

func sign(x float64) float64 {
	if x < 0 {
		return -1
	}
	return 1
}

// turns is the number of improvements of an adapted pair of sign vectors: v = sign(u'E) and u =
// sign(Ev) in turn. Neither lowers |u'Ev|.
const turns = 2

// leftSigns fills the vectors u'E for sign vectors u. The last ones are the slowest waves; the
// first is adapted to E from the slowest of them.
func (p *prober) leftSigns(half []*factor) {
	p.leftWaves(half)
	p.setSigns(p.vectors[1])
	for turn := range turns {
		p.adapt(p.column, half)
		if turn < turns-1 {
			p.adapt(p.row, half)
		}
	}
	p.row(p.vectors[0], p.signs, half, dense.RowTimes)
}

// rightSigns fills the vectors Ev in the same way.
func (p *prober) rightSigns(half []*factor) {
	p.rightWaves(half)
	p.setSigns(p.vectors[1])
	for turn := range turns {
		p.adapt(p.row, half)
		if turn < turns-1 {
			p.adapt(p.column, half)
		}
	}
	p.column(p.vectors[0], p.signs, half, dense.RowTimes)
}

// adapt sets the signs to those of the product with [prober.row] or [prober.column]. It uses rough
// products where these are further from 0 than the two kinds of products may differ.
func (p *prober) adapt(product func(dst, x []float64, half []*factor, times timing), half []*factor) {
	product(p.vectors[0], p.signs, half, dense.RoughRowTimes)
	apart := p.apart(half)
	if slices.ContainsFunc(p.vectors[0], func(x float64) bool { return math.Abs(x) <= apart }) {
		product(p.vectors[0], p.signs, half, dense.RowTimes)
	}
	p.setSigns(p.vectors[0])
}

// apart bounds the difference between two ways of rounding in the product of a row of signs and a
// half: by either an entry is within n ErrorUnit(n) |E_1||E_2| of the truth, as are the n sums of
// |e_ij| that may be added.
func (p *prober) apart(half []*factor) float64 {
	apart := 2 * float64(p.n) * position.ErrorUnit(p.n)
	for _, f := range half {
		apart *= f.norm
	}
	return apart
}

// timing is the function that multiplies a row: [dense.RowTimes] or, roughly,
// [dense.RoughRowTimes].
type timing func(dst, x []float64, b *dense.Matrix)

// row sets dst to u'E, and column to E v.
func (p *prober) row(dst, u []float64, half []*factor, times timing) {
	for i, f := range half {
		to := dst
		if i < len(half)-1 {
			to = p.step
		}
		times(to[:f.e.Stride], u, f.e)
		u = to
	}
}

func (p *prober) column(dst, v []float64, half []*factor, times timing) {
	for i := len(half) - 1; i >= 0; i-- {
		to := dst
		if i > 0 {
			to = p.step
		}
		times(to[:half[i].e.Stride], v, half[i].turns)
		v = to
	}
}

func (p *prober) setSigns(v []float64) {
	for j, x := range v {
		p.signs[j] = sign(x)
	}
}

// cells is the product of a half.
func (p *prober) cells(half []*factor) *dense.Matrix {
	if len(half) == 1 {
		return half[0].e
	}
	dense.Product(p.whole, half[0].e, half[1].e)
	return p.whole
}

// leftWaves sets the vectors but the first to u'E for the slowest waves u, and rightWaves to E v.
func (p *prober) leftWaves(half []*factor) {
	for k := range waves {
		copy(p.vectors[k+1], half[0].left[k])
		if len(half) > 1 {
			p.row(p.vectors[k+1], half[0].left[k], half[1:], dense.RowTimes)
		}
	}
}

func (p *prober) rightWaves(half []*factor) {
	last := len(half) - 1
	for k := range waves {
		copy(p.vectors[k+1], half[last].right[k])
		if last > 0 {
			p.column(p.vectors[k+1], half[last].right[k], half[:last], dense.RowTimes)
		}
	}
}

// rightRowSigns fills the vectors Ev, the first for the signs of the row of E
// with the largest sum.
func (p *prober) rightRowSigns(half []*factor) {
	p.rightWaves(half)
	e := p.cells(half)
	dense.RowSums(e, p.rowSum)
	p.setSigns(e.Row(slices.Index(p.rowSum, slices.Max(p.rowSum))))
	p.column(p.vectors[0], p.signs, half, dense.RowTimes)
}

// leftRows takes rows of E, those with the largest sums.
func (p *prober) leftRows(half []*factor) {
	e := p.cells(half)
	dense.RowSums(e, p.rowSum)
	for k, i := range p.largest() {
		copy(p.vectors[k], e.Row(i))
	}
}

// rightColumns takes columns of E, those with the largest sums.
func (p *prober) rightColumns(half []*factor) {
	e := p.cells(half)
	clear(p.rowSum)
	for i := range e.Rows {
		for j, x := range e.Row(i) {
			p.rowSum[j] += math.Abs(x)
		}
	}
	for k, j := range p.largest() {
		for i := range e.Rows {
			p.vectors[k][i] = e.At(i, j)
		}
	}
}

// largest lists the indices of the largest entries of rowSum, largest first, one for each probe. A
// small deck repeats its last.
func (p *prober) largest() [probes]int {
	for i := range p.order {
		p.order[i] = i
	}
	slices.SortFunc(p.order, func(i, j int) int {
		return cmp.Or(cmp.Compare(p.rowSum[j], p.rowSum[i]), cmp.Compare(i, j))
	})
	var places [probes]int
	for k := range places {
		places[k] = p.order[min(k, p.n-1)]
	}
	return places
}

func dot(x, y []float64) float64 {
	var s [4]float64
	for len(x) >= 4 && len(y) >= 4 {
		s[0] += float64(x[0] * y[0])
		s[1] += float64(x[1] * y[1])
		s[2] += float64(x[2] * y[2])
		s[3] += float64(x[3] * y[3])
		x, y = x[4:], y[4:]
	}
	for i := range x {
		s[0] += float64(x[i] * y[i])
	}
	return (s[0] + s[1]) + (s[2] + s[3])
}

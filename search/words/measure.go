package words

import (
	"math"
	"slices"

	"dovetail/exact/dense"
	"dovetail/exact/position"
)

// A measure is a score that a bilinear form bounds from below. With |.| the
// entrywise largest absolute value or the sum of absolute values,
//
//	mean TVD  = sum |e_ij| / 2n           >= |u'Ev| / 2n  for  max |u_i| <= 1, max |v_j| <= 1
//	worst TVD = max_i sum_j |e_ij| / 2    >= |u'Ev| / 2   for  sum |u_i| <= 1, max |v_j| <= 1
//	max|e|    = max |e_ij|                >= |u'Ev|       for  sum |u_i| <= 1, sum |v_j| <= 1
//
// For a word w = xy this is |(u'E_x)(E_y v)|: a product of two vectors, one
// made from each half, in place of one of matrices. u and v may be chosen for
// each half by itself, to catch what that half mixes worst.
type measure struct {
	key        Key
	scale      func(n int) float64 // factor of |u'Ev|
	normScale  float64             // the score is at most this times the norm of package factors
	left       func(p *prober, e *dense.Matrix)
	right      func(p *prober, e *dense.Matrix)
	rowsAbove  func(rows [][]float64, limit *float64) bool
	scoreFloat func(position.Scores) float64
}

// measures are the scores with bounds that prune. Convergence and E[w] have
// none worth having; see docs/pruning.md.
var measures = map[Key]measure{
	ByMeanTVD: {
		key:        ByMeanTVD,
		scale:      func(n int) float64 { return 1 / (2 * float64(n)) },
		normScale:  0.5,
		left:       (*prober).leftSigns,
		right:      (*prober).rightSigns,
		rowsAbove:  totalAbove,
		scoreFloat: func(s position.Scores) float64 { return s.MeanTVD },
	},
	ByWorstTVD: {
		key:        ByWorstTVD,
		scale:      func(int) float64 { return 0.5 },
		normScale:  0.5,
		left:       (*prober).leftRows,
		right:      (*prober).rightRowSigns,
		rowsAbove:  rowAbove,
		scoreFloat: func(s position.Scores) float64 { return s.WorstTVD },
	},
	ByMaxError: {
		key:        ByMaxError,
		scale:      func(int) float64 { return 1 },
		normScale:  1,
		left:       (*prober).leftRows,
		right:      (*prober).rightColumns,
		rowsAbove:  cellAbove,
		scoreFloat: func(s position.Scores) float64 { return s.MaxError },
	},
}

// The three tests of rows already computed: whether they alone put the score,
// divided by its scale, above the limit. The first uses up the limit, as all
// rows add to it.

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

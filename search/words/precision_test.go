package words_test

import (
	"math"
	"testing"

	"dovetail/exact/dense"
	"dovetail/exact/tally"
	"dovetail/exact/word"
	"dovetail/perm/must"
	"dovetail/search/words"
	"dovetail/search/words/wordstest"
)

// The error of E[w] covers laws that are off by their error wherever f is steepest, and
// that of f itself; half of it would not do.
func TestPrecision(t *testing.T) {
	const n, off = 52, 1e-8
	q := wordstest.Query(t, n, 1, "R", words.ByExpected, 1)
	steepest, at := 0.0, 0.0
	for i := range 4000 {
		e := -1e-3 + float64(i)*5e-7
		if rise := math.Abs(q.White.At(e+off) - q.White.At(e)); rise > steepest {
			steepest, at = rise, e
		}
	}
	sum := func(e float64) (white float64) {
		m := dense.Square(n)
		for i := range n {
			for j := range n {
				m.Row(i)[j] = e
			}
		}
		return words.Expected(q.White, m)
	}
	r := words.Row{Error: off}
	r.WorstTVD = 0.5
	p := words.Precision(q, []words.Row{{}, r, {}}, 0)
	if moved := math.Abs(sum(at+off) - sum(at)); p.ExpectedError < moved || p.ExpectedError > 1.01*moved {
		t.Errorf("E[w] is within %g, but moves by %g", p.ExpectedError, moved)
	}
	if p.CellError != off || p.TVDError < off/2+0.5*n*0x1p-50 || p.TVDError > off {
		t.Errorf("%+v", p)
	}
	if p := words.Precision(q, []words.Row{{}}, 0); p.ExpectedError != n*n*q.White.Error {
		t.Errorf("E[w] of exact laws is within %g, cells are within %g", p.ExpectedError, q.White.Error)
	}
}

// E[w] of two riffles against binomial sums of the same cells.
func TestExpectedIsWithinItsError(t *testing.T) {
	const n = 7
	q := wordstest.Query(t, n, 3, "R", words.ByExpected, 1)
	white := must.Have(tally.NewWhite(n, 200, tally.Auto(n, 200)))(t)
	q.White = white
	a, b := tally.Bounds(n, 200, tally.Auto(n, 200))
	v := words.NewEvaluator(q)
	row := must.Have(v.Row(t.Context(), word.Word{0, 0}))(t)
	e := must.Have(v.Deviation(t.Context(), word.Word{0, 0}))(t)
	truth := 0.0
	for i := range n {
		for j := range n {
			p := 1./n + e.At(i, j)
			for k := a; k <= b; k++ {
				log, sign := math.Lgamma(201)
				down, _ := math.Lgamma(float64(k + 1))
				up, _ := math.Lgamma(float64(201 - k))
				truth += float64(sign) * math.Exp(log-down-up+float64(k)*math.Log(p)+float64(200-k)*math.Log1p(-p))
			}
		}
	}
	if off := math.Abs(row.Expected - truth); off > words.Precision(q, []words.Row{row}, 0).ExpectedError+1e-10 {
		t.Errorf("E[w] = %v, want %v", row.Expected, truth)
	}
}

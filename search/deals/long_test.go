//go:build long

package deals

import (
	"context"
	"math"
	"testing"

	"dovetail/exact/tally"
	"dovetail/perm/must"
	"dovetail/search/run"
)

// At the paper's size, n = 52 and s = 10^6: words with the most and the least
// dependent cells, and the facts of its table 1.
func TestPaperSizes(t *testing.T) {
	for _, c := range []struct {
		word string
		runs int
	}{{"RRR", 200}, {"RRRR", 100}, {"RRRRR", 100}, {"HDH", 100}, {"HDHRDHH", 50}} {
		q := query(t, 52, c.word, 1000000, c.runs, 1)
		q.Emax = tally.Published
		f := must.Have(tally.NewWhite(52, q.Deals, q.Emax))(t)
		p := must.Have(predict(t.Context(), q.Alphabet, q.Word, f, predictDeals, 1))(t)
		got := summarize(spread(t, q, 0))
		t.Logf("%-8s mean %.2f ± %.2f, predicted %.2f; sd %.3f ± %.3f, predicted %.3f ± %.3f, independent %.3f",
			c.word, got.Mean, *got.MeanError, p.Expected, *got.SD, *got.SDError, p.PredictedSD, p.PredictedSDError, p.IndependentSD)
		if math.Abs(got.Mean-p.Expected) > 6**got.MeanError || math.Abs(*got.SD-p.PredictedSD) > 6*math.Hypot(*got.SDError, p.PredictedSDError) {
			t.Errorf("%s: %+v, predicted %+v", c.word, got, p)
		}
	}
}

// The paper's tolerance by its own procedure. Independent binomials give
// 5.872e-4.
func TestPaperTolerance(t *testing.T) {
	r := must.Have(maxErrors(context.Background(), 52, 1000000, 400, 1, run.Options{}))(t)
	got, _ := r.Emax.Float64()
	low, _ := r.Low.Float64()
	high, _ := r.High.Float64()
	t.Logf("e_max %.4g ± %.2g, 95%% within [%.4g, %.4g]", got, r.Error, low, high)
	auto, _ := tally.Auto(52, 1000000).Float64()
	for _, known := range []float64{5.86e-4, auto} {
		if math.Abs(got-known) > 6*r.Error {
			t.Errorf("e_max %v ± %v is far from %v", got, r.Error, known)
		}
	}
}

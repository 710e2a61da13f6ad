package deals

import (
	"context"
	"math"

	"dovetail/exact/position"
	"dovetail/exact/tally"
)

// Prediction is what w should be and how far it should scatter, from the exact
// law of a word.
type Prediction struct {
	Mean        float64 // E[w], exact
	SD          float64 // standard deviation of w, with its covariances to first order
	SDError     float64 // standard error of SD, from the sample behind it
	Independent float64 // standard deviation if cells were independent
}

// PredictDeals are enough deals for SD to be within 0.5% in most words.
const PredictDeals = 1 << 15

// Predict predicts w for one deviation matrix e of the word (or of its core).
// The part of the variance that only the law of two cards would tell, Var(F) of
// tally.Spread, is sampled by a number of real deals, at least two, of a stream
// apart from all those of Spread; one goroutine, same answer every time. It fails
// only if ctx is over.
func Predict(ctx context.Context, a *position.Alphabet, word position.Word, white *tally.White, deals int, seed uint64) (Prediction, error) {
	_, core, _ := a.Split(word)
	e, err := position.NewChain(a).Core(ctx, core)
	if err != nil {
		return Prediction{}, err
	}
	spread := tally.NewSpread(white, a.N, e.Row)

	var f moments
	rng := stream(seed, "predict "+purpose(a, word), 0, 0)
	t := newTable(a.N, dealers(a, core))
	for left := deals; left > 0; left -= batch {
		if err := ctx.Err(); err != nil {
			return Prediction{}, err
		}
		for _, deck := range t.decks(rng, min(left, batch)) {
			sum := 0.0
			for j, i := range deck {
				sum += spread.Slope[int(i)*a.N+j]
			}
			f.add(sum)
		}
	}
	variance, stderr := f.variance()
	sd := math.Sqrt(spread.Variance(variance))
	p := Prediction{Mean: spread.Mean, SD: sd, Independent: math.Sqrt(spread.Independent)}
	if sd > 0 {
		p.SDError = stderr * spread.PerUnit() / (2 * sd)
	}
	return p, nil
}

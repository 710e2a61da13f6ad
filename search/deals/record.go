package deals

import (
	"context"
	"math"
	"math/big"
	"slices"

	"dovetail/exact/tally"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/words"
)

// MaxRuns bounds the repetitions of a sample.
const MaxRuns = 1e7

// EmaxRecord is the tolerance for n cards and the given number of deals, without simulation.
func EmaxRecord(n int, samples int64) results.Emax {
	exact := tally.Auto(n, samples)
	e := results.Emax{
		Schema:     results.EmaxSchema,
		Kind:       results.Exact,
		N:          n,
		Samples:    number.OfInt(samples),
		Confidence: tally.Confidence.RatString(),
		Exact:      exact.RatString(),
		Formula:    tally.Formula(n, samples),
	}
	e.ExactFloat, _ = exact.Float64()
	if n == 52 && samples == 1000000 {
		e.Published, _ = tally.Published.Float64()
	}
	return e
}

// Emax is the same, beside that of the given number of simulated runs, and these, if
// there are any.
func Emax(ctx context.Context, n int, samples int64, runs int, seed uint64, o Options) (results.Emax, *Simulated, error) {
	record := EmaxRecord(n, samples)
	if runs == 0 {
		return record, nil, nil
	}
	s, err := MaxErrors(ctx, n, samples, runs, seed, o)
	if err == nil {
		record.Simulated = s.Record(seed)
	}
	return record, s, err
}

// Record is the simulated tolerance of a seed.
func (s *Simulated) Record(seed uint64) *results.Quantile {
	q := &results.Quantile{Kind: results.Sampled, Runs: len(s.Errors), Seed: number.OfUint(seed), StdError: known(s.Error)}
	q.Value, _ = s.Emax.Float64()
	for _, end := range []struct {
		from *big.Rat
		to   **float64
	}{{s.Low, &q.Low}, {s.High, &q.High}} {
		if end.from != nil {
			x, _ := end.from.Float64()
			*end.to = &x
		}
	}
	return q
}

// SpreadRecord sets the white counts of a word's runs beside what its exact law, scored
// in exact, predicts.
func SpreadRecord(s results.Setting, exact words.Row, seed uint64, white []int, p results.Prediction) results.Spread {
	slices.Sort(white) // sums must not depend on the order of the runs
	record := results.Spread{
		Schema:     results.SpreadSchema,
		Kind:       results.Sampled,
		Setting:    s,
		Word:       exact.Word,
		Runs:       len(white),
		Seed:       number.OfUint(seed),
		Summary:    summarize(white),
		Prediction: p,
		White:      exact.White,
	}
	record.Expected = exact.Expected // rounded as in the other records of the word
	for _, w := range slices.Backward(white) {
		if k := len(record.Counts); k == 0 || record.Counts[k-1].White != w {
			record.Counts = append(record.Counts, results.Count{White: w})
		}
		record.Counts[len(record.Counts)-1].Runs++
	}
	return record
}

// known is x, or nil where it is not a number.
func known(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}

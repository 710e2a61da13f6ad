package verify

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"dovetail/exact/tally"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/deals"
	"dovetail/search/run"
	"dovetail/search/words"
)

// emax computes the tolerances again, and deals what was simulated, if allowed.
func emax(e *exam, r results.Emax) error {
	if err := cmp.Or(
		require(r.N >= 1 && r.N <= words.MaxDeck, "n=%d is out of range 1..%d", r.N, words.MaxDeck),
		require(r.Samples.Sign() > 0 && r.Samples.Cmp(big.NewInt(tally.MaxSamples)) <= 0, "samples=%s is out of range 1..%.0f", r.Samples, tally.MaxSamples),
		require(r.Simulated == nil || r.Simulated.Runs >= 1 && r.Simulated.Runs <= deals.MaxRuns, "runs is out of range 1..%.0f", deals.MaxRuns),
	); err != nil {
		return err
	}
	s := r.Samples.Int64()
	want, done, err := within(e, everything, 0, func(context.Context) (results.Emax, error) { return deals.EmaxRecord(r.N, s), nil })
	if err != nil || !done {
		return err
	}
	want.Simulated = r.Simulated
	if err := e.same(want); err != nil {
		return err
	}
	e.checked("the exact tolerance and the formula, computed again")
	q := r.Simulated
	if q == nil {
		return nil
	}
	if err := cmp.Or(
		require(q.Kind == results.Sampled, "kind is %q in simulated", q.Kind),
		require(q.Low == nil || *q.Low <= q.Value, "low is above value in simulated"),
		require(q.High == nil || *q.High >= q.Value, "high is below value in simulated"),
	); err != nil {
		return err
	}
	seconds := 2 * deals.Seconds(r.N, 1, s, q.Runs)
	_, err = e.whole(seconds, func(ctx context.Context) (any, error) {
		again, err := deals.MaxErrors(ctx, r.N, s, q.Runs, q.Seed.Uint64(), deals.Options{Threads: e.Threads})
		if err != nil {
			return nil, err
		}
		want.Simulated = again.Record(q.Seed.Uint64())
		return want, nil
	})
	return err
}

// spread scores the word, predicts its spread from the same sample, and sums up the
// counts; it deals them again if that is allowed.
func spread(e *exam, r results.Spread) error {
	white, err := whiteCounts(r)
	if err != nil {
		return err
	}
	type exact struct {
		deal       deals.Query
		setting    results.Setting
		row        words.Row
		prediction results.Prediction
	}
	x, done, err := within(e, everything, lawSeconds(r.Setting)+float64(len(r.Word))*productSeconds(r.N), func(ctx context.Context) (exact, error) {
		q, s, w, err := wordOf(r.Setting, r.Word)
		if err != nil {
			return exact{}, err
		}
		x := exact{deal: deals.Query{Alphabet: q.Alphabet, Word: w, Deals: r.Samples.Int64(), Runs: r.Runs, Seed: r.Seed.Uint64(), Emax: q.Emax.Exact}, setting: s}
		if x.row, err = words.NewEvaluator(q).Row(ctx, w); err == nil {
			x.prediction, err = deals.Predict(ctx, q.Alphabet, w, q.White, deals.PredictDeals, r.Seed.Uint64())
		}
		return x, err
	})
	if err != nil || !done {
		return err
	}
	if err := e.same(deals.SpreadRecord(x.setting, x.row, r.Seed.Uint64(), white, x.prediction)); err != nil {
		return err
	}
	e.checked("the exact and the predicted figures, computed again, and the summary of the counts")
	seconds := deals.Seconds(r.N, len(r.Word), x.deal.Deals, r.Runs)
	white, done, err = within(e, "counts, mean, mean_error, sd, sd_error", seconds, func(ctx context.Context) ([]int, error) {
		return deals.Spread(ctx, x.deal, deals.Options{Threads: e.Threads})
	})
	if err != nil || !done {
		return err
	}
	e.checked("the counts, dealt again")
	return e.same(deals.SpreadRecord(x.setting, x.row, r.Seed.Uint64(), white, x.prediction))
}

// whiteCounts lists the white counts of all runs.
func whiteCounts(r results.Spread) ([]int, error) {
	if err := require(r.Runs >= 1 && r.Runs <= deals.MaxRuns, "runs=%d is out of range 1..%.0f", r.Runs, deals.MaxRuns); err != nil {
		return nil, err
	}
	var white []int
	for i, c := range r.Counts {
		if err := cmp.Or(
			require(c.Runs >= 1 && c.Runs <= r.Runs-len(white), "counts have more than %d runs, or fewer than 1 in entry %d", r.Runs, i+1),
			require(c.White >= 0 && c.White <= r.N*r.N, "counts have %d white cells of %d", c.White, r.N*r.N),
		); err != nil {
			return nil, err
		}
		white = append(white, slices.Repeat([]int{c.White}, c.Runs)...)
	}
	return white, require(len(white) == r.Runs, "counts have %d runs, not %d", len(white), r.Runs)
}

// sample computes again what follows from its counts, and deals the word again if that
// is allowed.
func sample(e *exam, r results.Sample) error {
	q := deals.Sampling{N: r.N, Word: r.Word, Deals: r.Deals, Seed: r.Seed.Uint64(), Delta: r.Delta}
	if err := q.Check(); err != nil {
		return err
	}
	all, err := lettersOf(r.N, r.Models, r.Word)
	if err != nil {
		return err
	}
	q.Letters = all
	want, done, err := within(e, everything, 2e-7*float64(r.N), func(context.Context) (results.Sample, error) { return q.Follows(r) })
	if err != nil || !done {
		return err
	}
	if err := e.same(want); err != nil {
		return err
	}
	e.checked("the bound, from its counts, and the laws of a fair deck")
	_, err = e.whole(q.Seconds(), func(ctx context.Context) (any, error) {
		if err := dealable(e, r.N); err != nil {
			return nil, err
		}
		return q.Record(ctx, deals.Options{Threads: e.Threads}, "", "")
	})
	return err
}

// sampledRank deals all words again.
func sampledRank(e *exam, r results.SampledRank) error {
	all, err := letters(r.N, r.Models)
	if err != nil {
		return err
	}
	q := deals.Ranking{N: r.N, Letters: all, From: r.M, To: r.M, Deals: r.Deals, Seed: r.Seed.Uint64(), Delta: r.Delta, Top: len(r.Rows)}
	if err := require(r.M >= 1 && r.M <= words.MaxLength, "m=%d is out of range 1..%d", r.M, words.MaxLength); err != nil {
		return err
	}
	if err := q.Check(); err != nil {
		return err
	}
	_, err = e.whole(q.Seconds(), func(ctx context.Context) (any, error) {
		if err := q.CheckMemory(e.Memory); err != nil {
			return nil, tooLarge{err}
		}
		records, err := q.Records(ctx, e.Memory, run.Options{Threads: e.Threads})
		if err != nil {
			return nil, err
		}
		return records[0], nil
	})
	return err
}

// dealable refuses decks that memory does not allow.
func dealable(e *exam, n int) error {
	err := number.Fits(fmt.Sprintf("%d threads that deal %d cards", e.Threads, n), deals.Memory(n)*uint64(e.Threads), e.Memory)
	if err != nil {
		return tooLarge{err}
	}
	return nil
}

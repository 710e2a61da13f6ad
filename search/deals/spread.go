package deals

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"

	"dovetail/exact/position"
	"dovetail/exact/tally"
	"dovetail/exact/word"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/param"
	"dovetail/search/run"
	"dovetail/search/words"
)

// Spreading asks how the white count of a word varies over runs of real deals.
type Spreading struct {
	words.Spelled
	Runs int         `json:"runs"`
	Seed number.Uint `json:"seed"`
}

func (Spreading) Schema() string { return results.SpreadSchema }

func (q *Spreading) Params() param.List {
	return append(q.Spelled.Params(),
		param.Int(&q.Runs, "runs", "", 1, maxRuns,
			"compare the white counts of this many runs, of s deals each, with their prediction").Needed(),
		param.Seed(&q.Seed))
}

func (q Spreading) Check() error {
	return cmp.Or(number.InRange("runs", q.Runs, 1, maxRuns), q.Spelled.Check())
}

func (q Spreading) Seconds() float64 {
	return q.Scoring.Seconds(len(q.Word)) + Seconds(q.N, len(q.Word), q.Samples, q.Runs)
}

func (q Spreading) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	scored, w, err := q.Read(ctx, env.Memo)
	if err != nil {
		return nil, err
	}
	query := wordRuns{scored.Alphabet, w, q.Samples, q.Runs, uint64(q.Seed), scored.Emax.Exact}
	white, err := whiteCounts(ctx, query, forDeals(env))
	if err != nil {
		return nil, err
	}
	return q.summed(ctx, env, white)
}

// summed is the answer that follows from the white counts of the runs.
func (q Spreading) summed(ctx context.Context, env run.Options, white []int) (results.Record, error) {
	scored, w, err := q.Read(ctx, env.Memo)
	if err != nil {
		return nil, err
	}
	exact, err := scored.Row(ctx, w)
	if err != nil {
		return nil, err
	}
	predicted, err := predict(ctx, scored.Alphabet, w, scored.White, predictDeals, uint64(q.Seed))
	r := spreadRecord(scored.Setting, exact, uint64(q.Seed), white, predicted)
	r.QuestionText = results.TextOf(q)
	return r, err
}

// Follows implements [run.Rechecker]. The summary follows from the counts.
func (q Spreading) Follows(ctx context.Context, env run.Options, r results.Record) (results.Record, string, error) {
	var white []int
	for i, c := range r.(results.Spread).Counts {
		if c.Runs < 1 || c.Runs > q.Runs-len(white) || c.White < 0 || c.White > q.N*q.N {
			return nil, "", fmt.Errorf("entry %d of counts is none of %d runs of %d cells", i+1, q.Runs, q.N*q.N)
		}
		white = append(white, slices.Repeat([]int{c.White}, c.Runs)...)
	}
	if len(white) != q.Runs {
		return nil, "", fmt.Errorf("counts have %d runs, not %d", len(white), q.Runs)
	}
	want, err := q.summed(ctx, env, white)
	return want, "the exact and the predicted figures, computed again, and the summary of the counts", err
}

// wordRuns asks how w varies over repetitions of real deals of a word.
type wordRuns struct {
	Alphabet *position.Laws
	Word     word.Word
	Deals    int64 // s, of one repetition
	Runs     int   // repetitions
	Seed     uint64
	Emax     *big.Rat
}

// whiteCounts is the number w of white cells in each repetition: those whose count t
// has |t/s - 1/n| <= e_max, decided on integers. Deterministic letters at the
// ends of the word only rename cells and are not dealt.
func whiteCounts(ctx context.Context, q wordRuns, o run.Options) ([]int, error) {
	a, b := tally.Bounds(q.Alphabet.N, q.Deals, q.Emax)
	white := make([]int, q.Runs)
	err := countRuns(ctx, o, ofCore(q.Alphabet, q.Word, q.Seed), q.Deals, q.Runs, func(run int, counts []uint64) {
		for _, t := range counts {
			if a <= int64(t) && int64(t) <= b {
				white[run]++
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return white, nil
}

// predictDeals is the number of deals with which the predicted deviation is within 0.5% for
// most words.
const predictDeals = 1 << 15

// predict predicts w for one deviation matrix e of the word (or of its core). Var(F) of
// tally.Spread is the part of the variance that follows only from the law of two cards. It
// is sampled by a number of real deals, at least two, of a stream that whiteCounts does not
// use. predict runs on one goroutine, and the answer is the same every time. It fails only
// if ctx is cancelled.
func predict(ctx context.Context, a *position.Laws, word word.Word, white *tally.White, deals int,
	seed uint64) (results.Prediction, error) {
	_, core, _ := a.Split(word)
	e, err := position.NewChain(a).Core(ctx, core)
	if err != nil {
		return results.Prediction{}, err
	}
	spread := tally.NewSpread(white, a.N, e.Row)

	var f []float64
	for decks := range ofCore(a, word, seed).with("predict").Block(ctx, 0, deals) {
		for _, deck := range decks {
			sum := 0.0
			for j, i := range deck {
				sum += spread.Slope[int(i)*a.N+j]
			}
			f = append(f, sum)
		}
	}
	if err := ctx.Err(); err != nil {
		return results.Prediction{}, err
	}
	moments := tally.MomentsOf(f)
	sd := math.Sqrt(spread.Variance(moments.Variance))
	p := results.Prediction{Expected: spread.Mean, PredictedSD: sd, IndependentSD: math.Sqrt(spread.Independent)}
	if sd > 0 {
		p.PredictedSDError = moments.VarianceError * spread.PerUnit() / (2 * sd)
	}
	return p, nil
}

// summarize describes the white counts of at least one repetition.
func summarize(white []int) results.Summary {
	m := tally.MomentsOf(white)
	sd := math.Sqrt(m.Variance)
	s := results.Summary{
		Mean: m.Mean, MeanError: known(sd / math.Sqrt(float64(len(white)))), SD: known(sd), SDError: new(float64),
	}
	if sd != 0 {
		s.SDError = known(m.VarianceError / (2 * sd))
	}
	return s
}

// spreadRecord compares the white counts of a word's runs with the prediction of its exact
// law, whose scores are exact.
func spreadRecord(s results.Setting, exact words.Row, seed uint64, white []int, p results.Prediction) results.Spread {
	slices.Sort(white) // sums must not depend on the order of the runs
	record := results.Spread{
		Head:       results.Head{Schema: results.SpreadSchema, Kind: results.Sampled},
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

// known is x, or nil where it is NaN.
func known(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}

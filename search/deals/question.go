package deals

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"dovetail/exact/tally"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/number"
	"dovetail/search/run"
	"dovetail/search/words"
)

// options are those of deals in an environment.
func options(ctx context.Context, env results.Env) Options {
	return Options{Threads: env.Threads, Meter: run.Of(ctx, env.Threads).Meter.For("deals")}
}

// Dealt is a word, and whether it is also dealt as often as its setting has samples.
type Dealt struct {
	words.Spelled
	Deals bool        `json:"dealt,omitzero"`
	Seed  number.Uint `json:"seed,omitzero"` // of the deals
}

// Check refuses what is neither.
func (d Dealt) Check() error {
	if !d.Deals && d.Seed != 0 {
		return errors.New("nothing is dealt, so that there is no seed")
	}
	return d.Spelled.Check()
}

// seconds is about what the deals take.
func (d Dealt) seconds() float64 {
	if !d.Deals {
		return 0
	}
	return Seconds(d.N, len(d.Word), d.Samples, 1)
}

// count deals the word.
func (d Dealt) count(ctx context.Context, env results.Env) (*Counted, words.Query, results.Setting, error) {
	q, s, w, err := d.Read()
	if err != nil {
		return nil, q, s, results.Refuse(err)
	}
	c, err := Count(ctx, Query{Alphabet: q.Alphabet, Word: w, Deals: d.Samples, Seed: uint64(d.Seed), Emax: q.Emax.Exact}, options(ctx, env))
	return c, q, s, err
}

// picture is the cells of the word: of its deals, or else of its law.
func (d Dealt) picture(ctx context.Context, c *Counted) ([]figure.Block, error) {
	if c != nil {
		return c.Plate(), nil
	}
	q, _, w, err := d.Read()
	if err != nil {
		return nil, results.Refuse(err)
	}
	return words.Plate(ctx, words.NewEvaluator(q), q, w)
}

// Score asks for all scores of a word, after each of its letters.
type Score struct{ Dealt }

// Schema implements [results.Question].
func (Score) Schema() string { return results.ScoreSchema }

// Seconds implements [results.Question].
func (q Score) Seconds() float64 {
	m := len(q.Word)
	return q.Scoring.Seconds(m*m+3*m) + q.seconds()
}

// Answer implements [results.Question].
func (q Score) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	r, _, err := q.Drawn(ctx, env)
	return r, err
}

// Drawn is the answer with its picture, which is made when it is called for.
func (q Score) Drawn(ctx context.Context, env results.Env) (r results.Record, picture func() ([]figure.Block, error), err error) {
	var c *Counted
	var record results.Score
	if q.Deals {
		var scored words.Query
		var s results.Setting
		if c, scored, s, err = q.count(ctx, env); err == nil {
			record, err = c.Score(ctx, scored, s)
		}
	} else {
		scored, s, w, wrong := q.Read()
		if wrong != nil {
			return nil, nil, results.Refuse(wrong)
		}
		record, err = words.ScoreRecord(ctx, words.NewEvaluator(scored), scored, s, w)
	}
	record.Asked = results.Ask(q)
	return record, func() ([]figure.Block, error) { return q.picture(ctx, c) }, err
}

// Follows implements [results.Following]: the exact scores take no deals.
func (q Score) Follows(ctx context.Context, env results.Env, r results.Record) (results.Record, string, error) {
	asked := results.Ask(q)
	q.Deals, q.Seed = false, 0
	want, err := results.AnswerTo[results.Score](ctx, q, env)
	want.Asked, want.Dealt = asked, r.(results.Score).Dealt
	return want, "every score of the exact law, computed again", err
}

// Matrix asks for the position law of a word: P, or E = P - 1/n, or the counts T of its deals.
type Matrix struct {
	Dealt
	What string `json:"what"`
}

// Schema implements [results.Question].
func (Matrix) Schema() string { return results.LawSchema }

// Check implements [results.Question].
func (q Matrix) Check() error {
	switch {
	case !slices.Contains([]string{"P", "E", "T"}, q.What):
		return fmt.Errorf("what=%q is not P, E or T", q.What)
	case q.What == "T" && !q.Deals:
		return errors.New("matrix=T counts random deals; give their number with --deals")
	}
	return q.Dealt.Check()
}

// Seconds implements [results.Question].
func (q Matrix) Seconds() float64 { return q.Scoring.Seconds(len(q.Word)) + q.seconds() }

// Answer implements [results.Question].
func (q Matrix) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	r, _, err := q.Drawn(ctx, env)
	return r, err
}

// Drawn is the answer with its picture.
func (q Matrix) Drawn(ctx context.Context, env results.Env) (r results.Record, picture func() ([]figure.Block, error), err error) {
	var c *Counted
	var law results.Law
	if q.Deals {
		var s results.Setting
		if c, _, s, err = q.count(ctx, env); err != nil {
			return nil, nil, err
		}
		law = c.LawRecord(s, q.What)
	} else {
		scored, s, w, wrong := q.Read()
		if wrong != nil {
			return nil, nil, results.Refuse(wrong)
		}
		law, err = words.LawRecord(ctx, words.NewEvaluator(scored), scored, s, w, q.What)
	}
	law.Asked = results.Ask(q)
	return law, func() ([]figure.Block, error) { return q.picture(ctx, c) }, err
}

// Spreading asks how the white count of a word varies over runs of real deals.
type Spreading struct {
	words.Spelled
	Runs int         `json:"runs"`
	Seed number.Uint `json:"seed"`
}

// Schema implements [results.Question].
func (Spreading) Schema() string { return results.SpreadSchema }

// Check implements [results.Question].
func (q Spreading) Check() error {
	if q.Runs < 1 || q.Runs > MaxRuns {
		return fmt.Errorf("runs=%d is out of range 1..%.0f", q.Runs, MaxRuns)
	}
	return q.Spelled.Check()
}

// Seconds implements [results.Question].
func (q Spreading) Seconds() float64 {
	return q.Scoring.Seconds(len(q.Word)) + Seconds(q.N, len(q.Word), q.Samples, q.Runs)
}

// Answer implements [results.Question].
func (q Spreading) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	scored, _, w, err := q.Read()
	if err != nil {
		return nil, results.Refuse(err)
	}
	white, err := Spread(ctx, Query{Alphabet: scored.Alphabet, Word: w, Deals: q.Samples, Runs: q.Runs, Seed: uint64(q.Seed), Emax: scored.Emax.Exact}, options(ctx, env))
	if err != nil {
		return nil, err
	}
	return q.summed(ctx, white)
}

// summed is the answer by the white counts of the runs.
func (q Spreading) summed(ctx context.Context, white []int) (results.Record, error) {
	scored, s, w, err := q.Read()
	if err != nil {
		return nil, results.Refuse(err)
	}
	exact, err := words.NewEvaluator(scored).Row(ctx, w)
	if err != nil {
		return nil, err
	}
	predicted, err := Predict(ctx, scored.Alphabet, w, scored.White, PredictDeals, uint64(q.Seed))
	r := SpreadRecord(s, exact, uint64(q.Seed), white, predicted)
	r.Asked = results.Ask(q)
	return r, err
}

// Follows implements [results.Following]: the summary follows from the counts.
func (q Spreading) Follows(ctx context.Context, _ results.Env, r results.Record) (results.Record, string, error) {
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
	want, err := q.summed(ctx, white)
	return want, "the exact and the predicted figures, computed again, and the summary of the counts", err
}

// Tolerance asks for the tolerance e_max of N cards and so many deals, and what runs of deals
// show, if any are simulated.
type Tolerance struct {
	N       int         `json:"n"`
	Samples int64       `json:"samples"`
	Runs    int         `json:"runs,omitzero"`
	Seed    number.Uint `json:"seed,omitzero"` // of the runs
}

// Schema implements [results.Question].
func (Tolerance) Schema() string { return results.EmaxSchema }

// Check implements [results.Question].
func (q Tolerance) Check() error {
	switch {
	case q.Samples < 1 || q.Samples > tally.MaxSamples:
		return fmt.Errorf("samples=%d is out of range 1..%.0f", q.Samples, tally.MaxSamples)
	case q.Runs < 0 || q.Runs > MaxRuns:
		return fmt.Errorf("runs=%d is out of range 0..%.0f", q.Runs, MaxRuns)
	case q.Runs == 0 && q.Seed != 0:
		return errors.New("nothing is dealt, so that there is no seed")
	}
	return words.CheckDeck(q.N)
}

// Seconds implements [results.Question].
func (q Tolerance) Seconds() float64 { return 1e-3 + 2*Seconds(q.N, 1, q.Samples, q.Runs) }

// Answer implements [results.Question].
func (q Tolerance) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	r, _, err := q.Drawn(ctx, env)
	return r, err
}

// Drawn is the answer with its picture, the distribution of the runs' largest errors.
func (q Tolerance) Drawn(ctx context.Context, env results.Env) (results.Record, func() ([]figure.Block, error), error) {
	record, simulated, err := Emax(ctx, q.N, q.Samples, q.Runs, uint64(q.Seed), options(ctx, env))
	record.Asked = results.Ask(q)
	return record, func() ([]figure.Block, error) { return simulated.Histogram(q.N, q.Samples), nil }, err
}

// Follows implements [results.Following]: the exact tolerance takes no runs.
func (q Tolerance) Follows(_ context.Context, _ results.Env, r results.Record) (results.Record, string, error) {
	want := EmaxRecord(q.N, q.Samples)
	want.Asked, want.Simulated = results.Ask(q), r.(results.Emax).Simulated
	return want, "the exact tolerance and the formula, computed again", nil
}

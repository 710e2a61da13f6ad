package deals

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"dovetail/exact/tally"
	"dovetail/exact/word"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/param"
	"dovetail/search/run"
	"dovetail/search/spelling"
	"dovetail/search/words"
)

// Dealt is a word, and whether it is also dealt as often as its setting has samples.
type Dealt struct {
	words.Spelled
	Deals bool        `json:"dealt,omitzero"`
	Seed  number.Uint `json:"seed,omitzero"` // of the deals
}

// Params are the parameters of the word, its scoring and its deals. The number of deals stands for
// the number of samples of the scoring.
func (d *Dealt) Params() param.List {
	samples, emax := d.Tolerances()
	if texts := samples.Texts; true {
		samples.Texts = func() []string {
			if d.Deals {
				return nil
			}
			return texts()
		}
	}
	dealt := int64(0)
	deals := param.Int(&dealt, "deals", "", 1, tally.MaxSamples,
		"also deal the word this many times, and give T, P, E, w and C of these deals; replaces --samples")
	deals.Texts = func() []string {
		if !d.Deals {
			return nil
		}
		return []string{fmt.Sprint(d.Samples)}
	}
	deals.Check = func(given func(string) bool) error {
		switch {
		case dealt > 0 && given("samples"):
			return errors.New("deals and samples are the same number s: give only one of them")
		case dealt > 0:
			d.Samples, d.Deals = dealt, true
		}
		return nil
	}
	deals.Clear = func() { dealt, d.Deals = 0, false }
	seed := param.Seed(&d.Seed).If(func() bool { return d.Deals }, "nothing is dealt without --deals")
	return append(spelling.Own(&d.N, &d.Letters, &d.Word), d.Deck(words.MaxDeck), samples, deals, emax, seed)
}

// Check refuses a word or scoring that is not valid.
func (d Dealt) Check() error {
	if !d.Deals && d.Seed != 0 {
		return errors.New("nothing is dealt, so that there is no seed")
	}
	return d.Spelled.Check()
}

// seconds is about the time of the deals.
func (d Dealt) seconds() float64 {
	if !d.Deals {
		return 0
	}
	return Seconds(d.N, len(d.Word), d.Samples, 1)
}

// reading is a word that was read, with its deals if it is dealt. Answer and picture share it.
type reading struct {
	*words.Evaluator
	word    word.Word
	counted *counted
}

func (d Dealt) reading(ctx context.Context, env run.Options) (reading, error) {
	return run.Shared(env.Memo, fmt.Sprint(d), func() (r reading, err error) {
		if r.Evaluator, r.word, err = d.Read(ctx, env.Memo); err == nil && d.Deals {
			q := wordRuns{Alphabet: r.Alphabet, Word: r.word, Deals: d.Samples, Seed: uint64(d.Seed), Emax: r.Emax.Exact}
			r.counted, err = countDeals(ctx, q, forDeals(env))
		}
		return r, err
	})
}

// Picture is the cells of the word, by its deals if there are any and otherwise by its law.
func (d Dealt) Picture(ctx context.Context, env run.Options, _ []results.Record) ([]figure.Block, error) {
	r, err := d.reading(ctx, env)
	switch {
	case err != nil:
		return nil, err
	case r.counted != nil:
		return r.counted.plate(), nil
	}
	return words.Plate(ctx, r.Evaluator, r.word)
}

// Score requests all scores of a word, after each of its letters.
type Score struct{ Dealt }

func (Score) Schema() string { return results.ScoreSchema }

func (q Score) Seconds() float64 {
	m := len(q.Word)
	return q.Scoring.Seconds(m*m+3*m) + q.seconds()
}

func (q Score) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	w, err := q.reading(ctx, env)
	if err != nil {
		return nil, err
	}
	r, err := words.ScoreRecord(ctx, w.Evaluator, w.word)
	if err == nil && w.counted != nil {
		r.Dealt, err = w.counted.record(ctx, w.White)
	}
	r.QuestionText = results.TextOf(q)
	return r, err
}

// Follows implements [run.Rechecker]. The exact scores take no deals.
func (q Score) Follows(ctx context.Context, env run.Options, r results.Record) (results.Record, string, error) {
	asked := results.TextOf(q)
	seed, deals := number.OfUint(uint64(q.Seed)), q.Deals
	q.Deals, q.Seed = false, 0
	want, err := run.AnswerTo[results.Score](ctx, q, env)
	want.QuestionText = asked
	if d := r.(results.Score).Dealt; deals && d != nil {
		dealt := *d
		dealt.Kind, dealt.Seed, dealt.C = results.Sampled, seed, results.Convergence(d.White, want.N)
		want.Dealt = &dealt
	}
	return want, "every score of the exact law, computed again", err
}

// Matrix requests the position law of a word: P, or E = P - 1/n, or the counts T of its deals.
type Matrix struct {
	Dealt
	What string `json:"what"`
}

func (Matrix) Schema() string { return results.LawSchema }

func (q *Matrix) Params() param.List {
	return append(q.Dealt.Params(), param.Choice(&q.What, "matrix", "",
		"write the position law instead: P, or E = P - 1/n, or T = s P of random deals", "P", "E", "T").Needed())
}

func (q Matrix) Check() error {
	switch {
	case !slices.Contains([]string{"P", "E", "T"}, q.What):
		return fmt.Errorf("what=%q is not P, E or T", q.What)
	case q.What == "T" && !q.Deals:
		return errors.New("matrix=T counts random deals; give their number with --deals")
	}
	return q.Dealt.Check()
}

func (q Matrix) Seconds() float64 { return q.Scoring.Seconds(len(q.Word)) + q.seconds() }

func (q Matrix) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	w, err := q.reading(ctx, env)
	if err != nil {
		return nil, err
	}
	var r results.Law
	if w.counted != nil {
		r = w.counted.matrix(w.Setting, q.What)
	} else {
		r, err = words.LawRecord(ctx, w.Evaluator, w.word, q.What)
	}
	r.QuestionText = results.TextOf(q)
	return r, err
}

package bound

import (
	"context"

	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/results"
	"dovetail/results/number"
)

// Prove proves an interval for a word over an alphabet of its own letters.
func Prove(ctx context.Context, a *position.Laws, w word.Word, workers int) (Interval, error) {
	// A letter without a pair law costs the word that inequality only, as does a deck that is
	// too large for it.
	var two *pairs.Laws
	var starts []int
	if a.N <= pairs.MaxDeck {
		if laws, err := pairs.NewLaws(ctx, a.Alphabet, w); err == nil {
			two, starts = laws, laws.Every()
		}
	}
	return NewProver(a, two, starts, workers).Word(ctx, w, true)
}

// Question asks for an interval of a word's distance from uniform over all orders, and if Explain is
// set for every inequality that proves anything.
type Question struct {
	pairs.Question
	Explain bool `json:"explain,omitzero"`
}

// Schema implements [results.Question].
func (Question) Schema() string { return results.IntervalSchema }

// Answer implements [results.Question].
func (q Question) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	a, w, workers, err := q.Read(env)
	if err != nil {
		return nil, err
	}
	i, err := Prove(ctx, a, w, workers)
	if err != nil {
		return nil, err
	}
	kind := results.Bound
	if i.Exact() {
		kind = results.Exact
	}
	record := results.Interval{
		Schema:  q.Schema(),
		Kind:    kind,
		Asked:   results.Ask(q),
		N:       a.N,
		Word:    a.Format(w),
		Models:  a.Definitions(),
		Lower:   i.Lower.Outward(),
		LowerBy: string(i.Lower.By),
		Upper:   i.Upper.Outward(),
		UpperBy: string(i.Upper.By),
	}
	if q.Explain {
		record.Proof = i.proof()
	}
	return record, nil
}

func (i Interval) proof() (steps []results.ProofStep) {
	for _, s := range i.Steps {
		step := results.ProofStep{Bound: "lower", By: string(s.By), Value: s.Outward(), Says: s.Proof}
		if s.Upper {
			step.Bound = "upper"
		}
		steps = append(steps, step)
	}
	return steps
}

// Outward is the value as a decimal, rounded so that it stays a bound.
func (s Step) Outward() string { return number.Certified(s.Value, s.Upper) }

package paper

import (
	"context"
	"fmt"
	"slices"

	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/search/run"
	"dovetail/search/words"
)

// Question asks for every figure that the paper prints beside the exact one, under models for
// its letters H, R and D.
type Question struct{ words.Scoring }

// Schema implements [results.Question].
func (Question) Schema() string { return results.PaperSchema }

// Check implements [results.Question].
func (q Question) Check() error {
	var names []byte
	for _, l := range q.Letters {
		names = append(names, l.Name)
	}
	if string(slices.Sorted(slices.Values(names))) != "DHR" {
		return fmt.Errorf("the paper's words are over H,R,D, not %s", shuffle.ListNames(names))
	}
	return q.Scoring.Check()
}

// Seconds implements [results.Question].
func (q Question) Seconds() float64 { return q.Scoring.Seconds(1e4) }

// Answer implements [results.Question].
func (q Question) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	scored, err := q.Query()
	if err != nil {
		return nil, results.Refuse(err)
	}
	r, err := Compare(ctx, scored, run.Of(ctx, env.Threads))
	r.Asked = results.Ask(q)
	return r, err
}

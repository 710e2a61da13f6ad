package paper

import (
	"context"
	"fmt"
	"slices"

	"dovetail/perm/shuffle"
	"dovetail/results"
	picture "dovetail/results/figure"
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
	names := shuffle.NamesOf(q.Letters)
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
	r, err := reproduce(ctx, scored, run.Of(ctx, env.Threads))
	r.Asked = results.Ask(q)
	return r, err
}

// Figures hands figures 4 to 7 of the paper to draw, by their names: 4, 5 and 6 are the
// Hindu, riffle and deal shuffle repeated; 7 the ten best words of each length from 2 to 7.
func Figures(ctx context.Context, q words.Query, o run.Options,
	draw func(name string, blocks ...picture.Block) error) error {
	v := words.NewEvaluator(q)
	for _, f := range []struct {
		name, word string
		times      int
	}{{"figure4", "H", 90}, {"figure5", "R", 10}, {"figure6", "D", 20}} {
		w, err := q.Alphabet.Parse(f.word)
		if err != nil {
			return err
		}
		r, err := words.Repeat(ctx, v, w, f.times)
		if err != nil {
			return err
		}
		blocks, err := words.Montage(ctx, v, w, r)
		if err != nil {
			return err
		}
		if err := draw(f.name, blocks...); err != nil {
			return err
		}
	}
	q.Key, q.Top = words.ByConvergence, 10
	var lengths [][]results.WordRow
	for q.M = 2; q.M <= 7; q.M++ {
		r, err := words.Rank(ctx, q, o)
		if err != nil {
			return err
		}
		var best []results.WordRow
		for _, row := range r.Rows {
			best = append(best, row.WordRow)
		}
		lengths = append(lengths, best)
	}
	blocks, err := words.BestMontage(ctx, v, "The best words of each length, by C, ties by mean total variation",
		lengths)
	if err != nil {
		return err
	}
	return draw("figure7", blocks...)
}

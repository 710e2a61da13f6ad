package trick

import (
	"context"
	"fmt"
	"math"

	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/number"
	"dovetail/search/run"
)

// Answer implements [results.Question].
func (q Question) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	if err := q.Check(); err != nil {
		return nil, results.Refuse(err)
	}
	job, _, err := run.Run(ctx, q, run.Of(ctx, env.Threads))
	if err != nil {
		return nil, err
	}
	r := results.Trick{
		Head: results.Answering(q, results.Sampled), N: q.N, Cut: string(q.Cut),
		Insert: string(q.Insert), Insertion: q.Insert.describe(q.N), Decks: q.Decks,
		Seed: number.OfUint(uint64(q.Seed)), Rows: []results.TrickRow{},
	}
	for k, s := range job.rows {
		if s.Decks != q.Decks {
			return r, fmt.Errorf("the state has %d decks of %d", s.Decks, q.Decks)
		}
		row := results.TrickRow{Riffles: q.From + k}
		for g, cell := range []struct {
			mean, right *string
			se          *float64
		}{{&row.One, &row.OneRight, &row.OneSE}, {&row.Two, &row.TwoRight, &row.TwoSE}, {&row.Three, &row.ThreeRight,
			&row.ThreeSE}} {
			mean, se := s.estimate(g)
			*cell.se = number.StandardError(se)
			*cell.mean = number.Estimate(mean, shown(se))
			share := float64(s.RightIn[g]) / float64(s.Decks)
			*cell.right = number.Estimate(share, shown(math.Sqrt(mean*(1-mean)/float64(s.Decks))))
		}
		r.Rows = append(r.Rows, row)
	}
	return r, nil
}

// shown is the error by which digits are printed, of an estimate without scatter too.
func shown(se float64) float64 {
	if se == 0 {
		return 1e-4
	}
	return se
}

// estimate is the probability that one of g+1 guesses is right, with its standard error.
func (s sums) estimate(g int) (mean, se float64) {
	decks := float64(s.Decks)
	mean = float64(s.Sum[g]) / one / decks
	variance := float64(s.Square[g])/one/decks - mean*mean
	return mean, math.Sqrt(max(0, variance) / (decks - 1))
}

// Picture is the probabilities over the number of riffles.
func Picture(r results.Trick) ([]figure.Block, error) {
	curve := figure.Curve{XLabel: "riffles", YLabel: "probability that the card is named", YMax: 1}
	for g, name := range []string{"1 guess", "2 guesses", "3 guesses"} {
		text := func(row results.TrickRow) string { return []string{row.One, row.Two, row.Three}[g] }
		curve.Series = append(curve.Series, figure.Column(name, r.Rows[0].Riffles, r.Rows, text))
	}
	title := fmt.Sprintf("The noted card of %d, %s; cut: %s", r.N, r.Insertion, r.Cut)
	return []figure.Block{figure.Title(title), curve}, nil
}

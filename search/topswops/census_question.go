package topswops

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/number"
	"dovetail/search/run"
)

// Census asks how many decks of N cards have a game of each length.
type Census struct {
	N int `json:"n"`
}

// Schema implements [results.Question].
func (Census) Schema() string { return results.TopswopsCensusSchema }

// Check implements [results.Question].
func (q Census) Check() error {
	if q.N < 1 || q.N > CensusMax {
		return fmt.Errorf("n=%d is out of range 1..%d", q.N, CensusMax)
	}
	return nil
}

// orders is the number of decks.
func (q Census) orders() *big.Int { return new(big.Int).MulRange(1, int64(q.N)) }

// Seconds implements [results.Question].
func (q Census) Seconds() float64 {
	decks, _ := new(big.Float).SetInt(q.orders()).Float64()
	return decks / float64(q.N) * 2e-8
}

// Answer implements [results.Question].
func (q Census) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	counts, err := census(ctx, q.N, run.Of(ctx, env.Threads))
	if err != nil {
		return nil, err
	}
	var decks []number.Int
	for _, c := range counts {
		decks = append(decks, number.OfUint(c))
	}
	return q.record(decks), nil
}

// Follows implements [results.Following]: all follows from the counts.
func (q Census) Follows(_ context.Context, _ results.Env, r results.Record) (results.Record, string, error) {
	counts, sum := r.(results.TopswopsCensus).Counts, new(big.Int)
	for length, c := range counts {
		if c.Int == nil || c.Sign() < 0 {
			return nil, "", fmt.Errorf("the count of games of %d moves is %v", length, c)
		}
		sum.Add(sum, c.Int)
	}
	if sum.Cmp(q.orders()) != 0 {
		return nil, "", fmt.Errorf("the counts add up to %s, not to %d! = %s", sum, q.N, q.orders())
	}
	return q.record(counts), "total, moments and sources, from formulas and the counts", nil
}

// record is the answer by the counts.
func (q Census) record(counts []number.Int) results.TopswopsCensus {
	r := results.TopswopsCensus{
		Head: results.Answering(q, results.Exact), N: q.N,
		Total: number.Of(q.orders()), Counts: counts, Sources: number.OfUint(sources(q.N)),
	}
	r.Fill()
	return r
}

// Drawn is the answer with its picture, for which decks of fewer cards are counted too.
func (q Census) Drawn(ctx context.Context, env results.Env) (results.Record, func() ([]figure.Block, error), error) {
	r, err := results.AnswerTo[results.TopswopsCensus](ctx, q, env)
	return r, func() ([]figure.Block, error) {
		return Distributions(run.With(ctx, run.Options{}), r, env)
	}, err
}

// sources is the number of decks of n cards without a predecessor: no card
// k > 1 is at home. With D(n) derangements they are the D(n) decks in which 1
// is not at home either, and the D(n-1) in which it is.
func sources(n int) uint64 {
	derangements := []uint64{1, 0}
	for i := 2; i <= n; i++ {
		derangements = append(derangements, uint64(i-1)*(derangements[i-1]+derangements[i-2]))
	}
	return derangements[n] + derangements[n-1]
}

// Distributions draws the share of decks by length, of a census and of those with two, four, ...
// cards fewer.
func Distributions(ctx context.Context, r results.TopswopsCensus, env results.Env) ([]figure.Block, error) {
	const most, apart = 5, 2
	curve := figure.Curve{XLabel: "moves", YLabel: "share of all decks, decimal logarithm"}
	for i := range most {
		curve.Series = append(curve.Series, figure.Series{Name: fmt.Sprintf("%d cards", r.N), Y: shares(r)})
		n := r.N - apart
		if n < 1 || i == most-1 {
			break
		}
		var err error
		if r, err = results.AnswerTo[results.TopswopsCensus](ctx, Census{n}, env); err != nil {
			return nil, err
		}
	}
	title := "Topswops: all decks by length"
	return []figure.Block{figure.Title(title), curve}, nil
}

// shares are the logarithms. Lengths that no deck has end the line.
func shares(r results.TopswopsCensus) (y []float64) {
	total, _ := r.Total.Float64()
	for _, c := range r.Counts {
		decks, _ := c.Float64()
		if decks == 0 {
			break
		}
		y = append(y, math.Log10(decks/total))
	}
	return y
}

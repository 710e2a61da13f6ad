package words

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"

	"dovetail/exact/dense"
	pairlaw "dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/search/run"
)

// MaxTop is how many words a ranking lists at most.
const MaxTop = 10_000_000

// All is all words of M letters, of which a ranking lists the first.
type All struct {
	Scoring
	M   int `json:"m"`
	Top int `json:"top"` // words to list
}

// Check refuses what no words are ranked by.
func (a All) Check() error {
	switch {
	case a.M < 1 || a.M > MaxLength:
		return fmt.Errorf("m=%d is out of range 1..%d", a.M, MaxLength)
	case a.Top < 0 || a.Top > MaxTop:
		return fmt.Errorf("top=%d is out of range 0..%d", a.Top, MaxTop)
	}
	return a.Scoring.Check()
}

// Part names a length among those that are asked for together.
func (a All) Part() string { return strconv.Itoa(a.M) }

// Share is the share of the words of this length in those of several, from the first to the last.
func (a All) Share(lengths [2]int) float64 {
	sum := 0.0
	for m := lengths[0]; m <= lengths[1]; m++ {
		sum += math.Pow(float64(len(a.Letters)), float64(m-a.M))
	}
	return 1 / sum
}

// bare is the query without the laws of its letters, but for uniform ones: it tells what a ranking takes.
func (a All) bare() Query {
	laws := &position.Laws{Alphabet: &word.Alphabet{N: a.N}}
	for _, l := range a.Letters {
		laws.Letters = append(laws.Letters, word.Letter{Letter: l})
		if l.Model.UniformOn() != shuffle.NoGroup {
			laws.E = append(laws.E, dense.Square(1))
		}
	}
	return Query{Alphabet: laws, M: a.M, Top: a.Top}
}

// Count is the number of the words.
func (a All) Count() *big.Int { return count(a.bare().Alphabet, a.M) }

// Query computes the laws of the letters, unless an earlier question has. Those of a thousand cards,
// which take seconds, are left to themselves when ctx is over.
func (a All) Query(ctx context.Context) (Query, error) {
	type made struct {
		Query
		error
	}
	m, err := results.Shared(ctx, fmt.Sprint(a.Scoring), func() (m made, err error) {
		done := make(chan made, 1)
		go func() {
			q, err := a.Scoring.Query()
			done <- made{q, err}
		}()
		select {
		case m = <-done:
			return m, results.Refuse(m.error)
		case <-ctx.Done():
			return m, ctx.Err()
		}
	})
	m.M, m.Top = a.M, a.Top
	return m.Query, err
}

// ScoreRanking asks for the best words of a length by a score of single cards.
type ScoreRanking struct {
	All
	By         Key  `json:"by"`
	Exhaustive bool `json:"exhaustive,omitzero"` // every law is scored, none rejected by bounds
}

// Schema implements [results.Question].
func (ScoreRanking) Schema() string { return results.RankSchema }

// Check implements [results.Question].
func (r ScoreRanking) Check() error {
	if !slices.Contains(Keys, r.By) {
		return fmt.Errorf("by=%q is not one of %v", r.By, Keys)
	}
	return r.All.Check()
}

// bare is the query without the laws of its letters.
func (r ScoreRanking) bare() Query {
	q := r.All.bare()
	q.Key = r.By
	return q
}

// Seconds implements [results.Question].
func (r ScoreRanking) Seconds() float64 {
	return r.Scoring.Seconds(0) + Seconds(r.bare(), r.Exhaustive)
}

// Answer implements [results.Question].
func (r ScoreRanking) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	if err := CheckMemory(r.bare(), r.Exhaustive, env.Limit()); err != nil {
		return nil, results.Refuse(err)
	}
	q, err := r.Query(ctx)
	if err != nil {
		return nil, err
	}
	q.Key = r.By
	found, err := Search(ctx, q, r.Exhaustive, run.Of(ctx, Workers(q, r.Exhaustive, env.Workers(), env.Limit())))
	if err != nil {
		return nil, err
	}
	record := found.record(r, q)
	return record, Enclose(ctx, q.Alphabet, record.Rows)
}

// IntervalRanking asks for the words of a length by certified intervals of their distance over all orders.
type IntervalRanking struct{ All }

// Schema implements [results.Question].
func (IntervalRanking) Schema() string { return results.BoundRankSchema }

// Check implements [results.Question].
func (r IntervalRanking) Check() error {
	if err := CheckBoundedDeck(r.N); err != nil {
		return err
	}
	if err := r.All.Check(); err != nil {
		return err
	}
	if r.Count().Cmp(big.NewInt(MaxBounded)) > 0 {
		return fmt.Errorf("a ranking by intervals can have at most %d words, but m=%d over %s has %v", MaxBounded, r.M, r.bare().Alphabet, r.Count())
	}
	return nil
}

// Seconds implements [results.Question].
func (r IntervalRanking) Seconds() float64 {
	pairs := float64(r.N) * float64(r.N-1) / 2
	return r.Scoring.Seconds(15*int(r.Count().Int64())) + 3e-10*float64(len(r.Letters))*pairs*pairs*pairs
}

// Answer implements [results.Question].
func (r IntervalRanking) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	if run.Of(ctx, 0).Dir != "" {
		return nil, results.Refuse(errors.New("by=bound has no state to resume from; leave out --resume"))
	}
	q, err := r.Query(ctx)
	if err != nil {
		return nil, err
	}
	o, err := BoundOptions(ctx, q, env)
	if err != nil {
		return nil, err
	}
	found, err := RankByBounds(ctx, q, o)
	if err != nil {
		return nil, err
	}
	return found.record(r, q), nil
}

// BoundOptions are those of a ranking by intervals: as many workers as its laws of pairs fit into memory for.
func BoundOptions(ctx context.Context, q Query, env results.Env) (run.Options, error) {
	letters := q.Alphabet.Alphabet
	if err := pairlaw.CheckMemory(letters, letters.Every(), env.Limit()); err != nil {
		return run.Options{}, results.Refuse(err)
	}
	return run.Of(ctx, pairlaw.Workers(letters, letters.Every(), env.Workers(), env.Limit())), nil
}

package words

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	pairlaw "dovetail/exact/pairs"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/run"
)

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
	return r.Scoring.Seconds(0) + seconds(r.bare(), r.Exhaustive)
}

// Answer implements [results.Question].
func (r ScoreRanking) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	if err := checkMemory(r.bare(), r.Exhaustive, env.Limit()); err != nil {
		return nil, results.Refuse(err)
	}
	q, err := r.Query(ctx)
	if err != nil {
		return nil, err
	}
	q.Key = r.By
	found, err := Search(ctx, q, r.Exhaustive, run.Of(ctx, workers(q, r.Exhaustive, env.Workers(), env.Limit())))
	if err != nil {
		return nil, err
	}
	record := found.record(r, q)
	return record, encloseRows(ctx, q.Alphabet, record.Rows)
}

// IntervalRanking asks for the words of a length by certified intervals of their distance over all orders.
type IntervalRanking struct{ All }

// Schema implements [results.Question].
func (IntervalRanking) Schema() string { return results.BoundRankSchema }

// Check implements [results.Question].
func (r IntervalRanking) Check() error {
	if err := checkBoundedDeck(r.N); err != nil {
		return err
	}
	if err := r.All.Check(); err != nil {
		return err
	}
	if r.Count().Cmp(big.NewInt(results.MaxBoundedWords)) > 0 {
		return fmt.Errorf("a ranking by intervals can have at most %d words, but m=%d over %s has %v",
			results.MaxBoundedWords, r.M, r.bare().Alphabet, r.Count())
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
	return found.Record(r, results.Bound, ByBound, q), nil
}

// BoundOptions are those of a ranking by intervals: as many workers as its laws of pairs fit into memory for.
func BoundOptions(ctx context.Context, q Query, env results.Env) (run.Options, error) {
	letters := q.Alphabet.Alphabet
	if err := pairlaw.CheckMemory(letters, letters.Every(), env.Limit()); err != nil {
		return run.Options{}, results.Refuse(err)
	}
	return run.Of(ctx, pairlaw.Workers(letters, letters.Every(), env.Workers(), env.Limit())), nil
}

// Heading is what the record of a ranking begins with that answers a question: how its words were asked
// for, and the number of all of them.
func Heading(asked results.Question, kind string, by Key, q Query) results.Ranking {
	return results.Ranking{
		Head: results.Answering(asked, kind), M: q.M, Setting: q.Setting,
		Alphabet: q.Alphabet.String(), By: string(by), Words: number.Of(count(q.Alphabet, q.M)),
	}
}

// record is the answer to a question.
func (r Ranking) record(asked ScoreRanking, q Query) results.Rank {
	record := results.Rank{
		Ranking: Heading(asked, results.Exact, asked.By, q),
		Minimal: minimalRecord(r.Minimal),
		Search: results.Search{
			Method:      string(r.Method),
			Laws:        number.OfInt(r.Stats.Laws()),
			Scored:      number.OfInt(r.Stats.Scored),
			FirstProbe:  number.OfInt(r.Stats.FirstProbe),
			OtherProbes: number.OfInt(r.Stats.OtherProbes),
			Rows:        number.OfInt(r.Stats.Rows),
		},
		Precision: Precision(q, r.Rows, r.Close),
		Rows:      rankRows(r.Rows),
	}
	if r.Perfect != nil {
		c := number.Of(r.Perfect)
		record.C1Words = &c
	}
	return record
}

func rankRows(rows []Row) []results.RankRow {
	ranked := []results.RankRow{}
	for i, row := range rows {
		ranked = append(ranked, results.RankRow{Rank: i + 1, WordRow: row.WordRow})
	}
	return ranked
}

func minimalRecord(byLength [][]string) *results.Minimal {
	var m results.Minimal
	for length, words := range byLength {
		m.Counts = append(m.Counts, len(words))
		if m.Words == nil && len(words) > 0 {
			m.Length, m.Words = length, words
		}
	}
	if m.Words == nil {
		return nil
	}
	return &m
}

// ByBound is the name of the ranking by certified intervals instead of a score.
const ByBound Key = "bound"

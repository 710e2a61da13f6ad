package words

import (
	"context"
	"fmt"

	"dovetail/exact/position"
	"dovetail/exact/tally"
	"dovetail/exact/word"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/results/number"
)

// MaxDeck is the largest deck whose words are scored, and MaxLength the length of the
// longest words that are ranked.
const (
	MaxDeck   = 1000
	MaxLength = 64
)

// CheckDeck tells whether words on decks of n cards are scored.
func CheckDeck(n int) error {
	if n < 1 || n > MaxDeck {
		return fmt.Errorf("n=%d is out of range 1..%d; larger decks are ranked --by sampled only", n, MaxDeck)
	}
	return nil
}

// NewQuery is about words over the letters on decks of n cards, with the tolerance as
// [tally.Choose] reads it for the given number of deals.
func NewQuery(n int, letters []shuffle.Letter, emax string, samples int64) (Query, error) {
	tolerance, from, err := tally.Choose(emax, n, samples)
	if err != nil {
		return Query{}, err
	}
	white, err := tally.NewWhite(n, samples, tolerance)
	if err != nil {
		return Query{}, err
	}
	q := Query{
		Alphabet: position.NewLaws(n, letters),
		Emax:     position.NewTolerance(tolerance),
		White:    white,
	}
	q.Setting = results.Setting{
		N: n, Emax: q.Emax.Float(), EmaxFrom: from, Samples: number.OfInt(samples), Models: q.Alphabet.Definitions(),
	}
	return q, nil
}

// ScoreRecord is a word after each of its letters.
func ScoreRecord(ctx context.Context, v *Evaluator, w word.Word) (results.Score, error) {
	rows, err := v.Prefixes(ctx, w)
	if err != nil {
		return results.Score{}, err
	}
	prefixes, precision := v.recorded(rows)
	return results.Score{
		Schema:    results.ScoreSchema,
		Kind:      results.Exact,
		Setting:   v.Setting,
		WordRow:   prefixes[len(prefixes)-1],
		Precision: precision,
		Prefixes:  prefixes,
	}, nil
}

// LawRecord is the position law of a word: P, or else E = P - 1/n.
func LawRecord(ctx context.Context, v *Evaluator, w word.Word, what string) (results.Law, error) {
	e, err := v.Deviation(ctx, w)
	if err != nil {
		return results.Law{}, err
	}
	l := results.Law{
		Schema:    results.LawSchema,
		Kind:      results.Exact,
		Setting:   v.Setting,
		Word:      v.Alphabet.Format(w),
		What:      what,
		CellError: position.ErrorBound(e.Rows, len(w)+1),
	}
	for i := range e.Rows {
		if what == "P" {
			l.Rows = append(l.Rows, position.Probabilities(e, i))
		} else {
			l.Rows = append(l.Rows, e.Row(i))
		}
	}
	return l, nil
}

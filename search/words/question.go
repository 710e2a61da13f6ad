package words

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"strconv"

	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/exact/tally"
	"dovetail/exact/word"
	"dovetail/perm/elementary"
	"dovetail/perm/fault"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/search/run"
)

// Scoring is what the scores of words depend on beside the words.
type Scoring struct {
	N       int               `json:"n"`
	Letters []notation.Letter `json:"models"`
	Emax    string            `json:"emax"`    // the tolerance, as tally.Choose reads it
	Samples int64             `json:"samples"` // deals behind E[w]
}

// Check refuses a scoring that is not valid.
func (s Scoring) Check() error {
	if err := cmp.Or(number.InRange("samples", s.Samples, 1, tally.MaxSamples), CheckDeck(s.N)); err != nil {
		return err
	}
	return cmp.Or(tally.CheckChoice(s.Emax), notation.CheckLetters(s.N, s.Letters))
}

// Query computes the laws of the letters, unless an earlier question has and the memo has them. The
// law of a single letter of a thousand cards takes long, and is abandoned when ctx is over.
func (s Scoring) Query(ctx context.Context, m *run.Memo) (Query, error) {
	return run.Shared(m, fmt.Sprint(s), func() (Query, error) {
		return fault.Until(ctx, func() (Query, error) {
			q, err := NewQuery(ctx, s.N, s.Letters, s.Emax, s.Samples)
			if ctx.Err() == nil {
				err = results.Refuse(err)
			}
			return q, err
		})
	})
}

// Seconds is about the time for the laws of the letters and a number of products of two laws.
func (s Scoring) Seconds(products int) float64 {
	n := float64(s.N)
	letters, product := float64(1.5e-6*n*n), float64(0.3e-10*n*n*n)+float64(4e-9*n*n) // with its scores
	return float64(letters*float64(len(s.Letters))) + float64(product*float64(products))
}

// Spelled is a word, with what its scores depend on.
type Spelled struct {
	Scoring
	Word string `json:"word"`
}

// Check refuses a word that is not made of the letters.
func (s Spelled) Check() error {
	if err := s.Scoring.Check(); err != nil {
		return err
	}
	return notation.CheckWord(s.N, s.Letters, s.Word)
}

// Read computes the laws of the letters, unless an earlier question has, and reads the word.
func (s Spelled) Read(ctx context.Context, m *run.Memo) (v *Evaluator, w word.Word, err error) {
	q, err := s.Query(ctx, m)
	if err == nil {
		w, err = q.Alphabet.Parse(s.Word)
		err = results.Refuse(err)
	}
	if err != nil {
		return nil, nil, err
	}
	return NewEvaluator(q), w, nil
}

// MaxDeck is the largest deck whose words are scored, and MaxLength the length of the
// longest words that are ranked.
const (
	MaxDeck   = 1000
	MaxLength = 64
)

// CheckDeck refuses decks of n cards whose words are not scored.
func CheckDeck(n int) error {
	if n < 1 || n > MaxDeck {
		return fmt.Errorf("n=%d is out of range 1..%d; larger decks are ranked --by sampled only", n, MaxDeck)
	}
	return nil
}

// NewQuery is about words over the letters on decks of n cards, with the tolerance as
// [tally.Choose] reads it for the given number of deals.
func NewQuery(ctx context.Context, n int, letters []notation.Letter, emax string, samples int64) (Query, error) {
	tolerance, from, err := tally.Choose(emax, n, samples)
	if err != nil {
		return Query{}, err
	}
	white, err := tally.NewWhite(n, samples, tolerance)
	if err != nil {
		return Query{}, err
	}
	laws, err := position.NewLawsWithin(ctx, n, letters)
	if err != nil {
		return Query{}, err
	}
	q := Query{
		Alphabet: laws,
		Emax:     position.NewTolerance(tolerance),
		White:    white,
	}
	q.Setting = results.Setting{
		N: n, Emax: q.Emax.Float(), EmaxFrom: from, Samples: number.OfInt(samples), Models: q.Alphabet.Definitions(),
	}
	return q, nil
}

// MaxTop is the most words that a ranking lists.
const MaxTop = 10_000_000

// All is all words of M letters. A ranking lists the first of them.
type All struct {
	Scoring
	M   int `json:"m"`
	Top int `json:"top"` // words to list
}

// Check refuses values by which no words can be ranked.
func (a All) Check() error {
	return cmp.Or(number.InRange("m", a.M, 1, MaxLength), number.InRange("top", a.Top, 0, MaxTop), a.Scoring.Check())
}

// Part names one of several lengths that are requested together.
func (a All) Part() string { return strconv.Itoa(a.M) }

// Share is the share of the words of this length in those of several, from the first to the last.
func (a All) Share(lengths [2]int) float64 {
	sum := 0.0
	for m := lengths[0]; m <= lengths[1]; m++ {
		sum += elementary.Pow(float64(len(a.Letters)), float64(m-a.M))
	}
	return 1 / sum
}

// Bare is the query without the laws of its letters, except for uniform ones. The cost of a ranking
// follows from it.
func (a All) Bare() Query {
	laws := &position.Laws{Alphabet: &word.Alphabet{N: a.N}}
	for _, l := range a.Letters {
		laws.Letters = append(laws.Letters, word.Letter{Letter: l})
		if shuffle.ClosedOf(l.Model).UniformOn != shuffle.NoGroup {
			laws.E = append(laws.E, dense.Square(1))
		}
	}
	return Query{Alphabet: laws, M: a.M, Top: a.Top}
}

// Count is the number of the words.
func (a All) Count() *big.Int { return a.Bare().Count() }

// Query is the query of the scores, for the words of this length.
func (a All) Query(ctx context.Context, m *run.Memo) (Query, error) {
	q, err := a.Scoring.Query(ctx, m)
	q.M, q.Top = a.M, a.Top
	return q, err
}

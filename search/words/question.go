package words

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"strconv"

	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/exact/tally"
	"dovetail/exact/word"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/results/number"
)

// Scoring is what the scores of words depend on beside the words.
type Scoring struct {
	N       int              `json:"n"`
	Letters []shuffle.Letter `json:"models"`
	Emax    string           `json:"emax"`    // the tolerance, as tally.Choose reads it
	Samples int64            `json:"samples"` // deals behind E[w]
}

// Check refuses what no words are scored by.
func (s Scoring) Check() error {
	if err := cmp.Or(number.InRange("samples", s.Samples, 1, tally.MaxSamples), CheckDeck(s.N)); err != nil {
		return err
	}
	return cmp.Or(tally.CheckChoice(s.Emax), shuffle.CheckLetters(s.N, s.Letters))
}

// Query computes the laws of the letters.
func (s Scoring) Query() (Query, error) { return NewQuery(s.N, s.Letters, s.Emax, s.Samples) }

// Seconds is about what the laws of the letters take, and so many products of two laws.
func (s Scoring) Seconds(products int) float64 {
	n := float64(s.N)
	return 0.5e-9 * n * n * n * float64(3*len(s.Letters)+products)
}

// Spelled is a word, with what its scores depend on.
type Spelled struct {
	Scoring
	Word string `json:"word"`
}

// Check refuses what is no word of the letters.
func (s Spelled) Check() error {
	if err := s.Scoring.Check(); err != nil {
		return err
	}
	var names []byte
	for _, l := range s.Letters {
		names = append(names, l.Name)
	}
	spelled, err := shuffle.Spell(s.Word, names)
	if err == nil && spelled != s.Word {
		err = fmt.Errorf("the word %q is spelled %s", s.Word, spelled)
	}
	return err
}

// Read computes the laws of the letters, and reads the word.
func (s Spelled) Read() (v *Evaluator, w word.Word, err error) {
	q, err := s.Query()
	if err == nil {
		w, err = q.Alphabet.Parse(s.Word)
	}
	if err != nil {
		return nil, nil, results.Refuse(err)
	}
	return NewEvaluator(q), w, nil
}

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
	return cmp.Or(number.InRange("m", a.M, 1, MaxLength), number.InRange("top", a.Top, 0, MaxTop), a.Scoring.Check())
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

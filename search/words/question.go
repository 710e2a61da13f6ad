package words

import (
	"context"
	"fmt"

	"dovetail/exact/tally"
	"dovetail/exact/word"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/results/figure"
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
	if s.Samples < 1 || s.Samples > tally.MaxSamples {
		return fmt.Errorf("samples=%d is out of range 1..%.0f", s.Samples, tally.MaxSamples)
	}
	if err := CheckDeck(s.N); err != nil {
		return err
	}
	if err := tally.CheckChoice(s.Emax); err != nil {
		return err
	}
	return shuffle.CheckLetters(s.N, s.Letters)
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

// Repetitions asks for the scores of a word repeated 1, 2, ... times.
type Repetitions struct {
	Spelled
	Times int `json:"times"`
}

// MaxTimes is how often a word is repeated at most.
const MaxTimes = 10000

// Schema implements [results.Question].
func (Repetitions) Schema() string { return results.RepeatSchema }

// Check implements [results.Question].
func (q Repetitions) Check() error {
	if q.Times < 1 || q.Times > MaxTimes {
		return fmt.Errorf("times=%d is out of range 1..%d", q.Times, MaxTimes)
	}
	return q.Spelled.Check()
}

// Seconds implements [results.Question].
func (q Repetitions) Seconds() float64 { return q.Scoring.Seconds(q.Times * (2*len(q.Word) + 3)) }

// Answer implements [results.Question].
func (q Repetitions) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	r, _, err := q.Drawn(ctx, env)
	return r, err
}

// Drawn is the answer with its picture: every repetition, and the curve of C.
func (q Repetitions) Drawn(ctx context.Context, _ results.Env) (results.Record, func() ([]figure.Block, error), error) {
	v, w, err := q.Read()
	if err != nil {
		return nil, nil, err
	}
	r, err := Repeat(ctx, v, w, q.Times)
	r.Asked = results.Ask(q)
	return r, func() ([]figure.Block, error) { return Montage(ctx, v, w, r) }, err
}

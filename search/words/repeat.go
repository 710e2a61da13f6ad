package words

import (
	"cmp"
	"context"
	"slices"

	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm/pace"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/number"
)

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
	return cmp.Or(number.InRange("times", q.Times, 1, MaxTimes), q.Spelled.Check())
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

// Repeat scores the word repeated 1, 2, ..., times times.
func Repeat(ctx context.Context, v *Evaluator, w word.Word, times int) (results.Repeat, error) {
	r := results.Repeat{Head: results.Head{Schema: results.RepeatSchema, Kind: results.Exact}, Setting: v.Setting,
		Word: v.Alphabet.Format(w)}
	meter := pace.Of(ctx)
	meter.Start(float64(times), 0)
	still, err := v.Row(ctx, nil)
	if err != nil {
		return r, err
	}
	var rows []Row
	cells := v.Alphabet.N * v.Alphabet.N
	rise, before := 0, still.White
	for again, k := v.Repeated(w), 1; k <= times; k++ {
		row, err := again.Next(ctx)
		if err != nil {
			return r, err
		}
		rows = append(rows, row)
		if row.White-before > rise {
			rise, r.Cutoff = row.White-before, k
		}
		before = row.White
		if r.ReachedExactly == 0 && row.White == cells {
			r.ReachedExactly = k
		}
		if r.ReachedExpected == 0 && row.Expected >= float64(cells)-0.5 {
			r.ReachedExpected = k
		}
		meter.Add(1)
	}
	r.Rows, r.Precision = v.recorded(rows)
	return r, nil
}

// Repeated scores the repetitions of a word one after the other, each from the law
// of the one before.
type Repeated struct {
	v         *Evaluator
	word, all word.Word
	law       *position.Repetition
}

// Repeated begins before the first repetition of the word.
func (v *Evaluator) Repeated(w word.Word) *Repeated {
	mixing := slices.DeleteFunc(slices.Clone(w), func(l byte) bool { return v.Alphabet.Letters[l].Central })
	return &Repeated{v: v, word: w, law: position.NewRepetition(v.Alphabet, mixing)}
}

// Next is the word repeated once more, with the scores that Row has for it.
func (r *Repeated) Next(ctx context.Context) (Row, error) {
	r.all = append(r.all, r.word...)
	if err := r.law.Next(ctx); err != nil {
		return Row{}, err
	}
	row, err := r.v.row(ctx, r.all, r.law.Core(), r.law.Deviation())
	row.Error = r.law.NormError()
	return row, err
}

// Deviation is E = P - 1/n of the repetition's core, good until the next one.
func (r *Repeated) Deviation() *dense.Matrix { return r.law.Deviation() }

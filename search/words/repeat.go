package words

import (
	"context"
	"slices"

	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/perm/pace"
)

// Repetition is a word shuffled over and over.
type Repetition struct {
	Rows []Row // Rows[k-1] is the word repeated k times

	// ReachedExactly and ReachedExpected are the least number of repetitions
	// at which every cell is white: in the exact law, and in the expected
	// count of s deals rounded to a whole number. 0 if there is none.
	ReachedExactly, ReachedExpected int

	// Cutoff is the repetition at which the number of white cells rises most
	// (the least such, and 0 if it never rises).
	Cutoff int
}

// Repeat scores the word repeated 1, 2, ..., times times.
func Repeat(ctx context.Context, v *Evaluator, w position.Word, times int) (Repetition, error) {
	meter := pace.Of(ctx)
	meter.Start(float64(times), 0)
	still, err := v.Row(ctx, nil)
	if err != nil {
		return Repetition{}, err
	}
	var r Repetition
	cells := v.alphabet.N * v.alphabet.N
	rise, before := 0, still.White
	for again, k := v.Repeated(w), 1; k <= times; k++ {
		row, err := again.Next(ctx)
		if err != nil {
			return Repetition{}, err
		}
		r.Rows = append(r.Rows, row)
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
	return r, nil
}

// Repeated scores the repetitions of a word one after the other, each from the law
// of the one before.
type Repeated struct {
	v         *Evaluator
	word, all position.Word
	law       *position.Repetition
}

// Repeated begins before the first repetition of the word.
func (v *Evaluator) Repeated(w position.Word) *Repeated {
	mixing := slices.DeleteFunc(slices.Clone(w), func(l byte) bool { return v.alphabet.Letters[l].Central })
	return &Repeated{v: v, word: w, law: position.NewRepetition(v.alphabet, mixing)}
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

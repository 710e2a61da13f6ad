package words

import (
	"context"
	"math"
	"slices"

	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/exact/tally"
	"dovetail/exact/word"
	"dovetail/perm/pace"
)

// Evaluator scores single words in full. It serves one goroutine. What it does
// fails only if its context is over.
type Evaluator struct {
	alphabet *position.Laws
	white    *tally.White
	scorer   *position.Scorer
	chain    *position.Chain
}

// NewEvaluator takes the alphabet, tolerance and chance of a white cell of q.
func NewEvaluator(q Query) *Evaluator {
	return &Evaluator{
		alphabet: q.Alphabet,
		white:    q.White,
		scorer:   position.NewScorer(q.Alphabet, q.Emax, position.NewDecider(q.Alphabet)),
		chain:    position.NewChain(q.Alphabet),
	}
}

// Row is the word with all its scores.
func (v *Evaluator) Row(ctx context.Context, w word.Word) (Row, error) {
	core := v.alphabet.Core(w)
	e, err := v.chain.Core(ctx, core)
	if err != nil {
		return Row{}, err
	}
	r, err := v.row(ctx, w, core, e)
	if err != nil {
		return Row{}, err
	}
	r.Error, err = v.chain.NormError(ctx, core)
	return r, err
}

// row scores a word by the deviation e of its core, all but its Error.
func (v *Evaluator) row(ctx context.Context, w, core word.Word, e *dense.Matrix) (Row, error) {
	scores, err := v.scorer.Score(ctx, core, e)
	r := Row{Word: v.alphabet.Format(w), Scores: scores, letters: string(w)}
	r.Expected, r.SD = expected(v.white, e), independentSD(v.white, e)
	return r, err
}

// Prefixes scores every prefix of the word, from its first letter to itself.
func (v *Evaluator) Prefixes(ctx context.Context, w word.Word) ([]Row, error) {
	meter := pace.Of(ctx)
	meter.Start(float64(len(w)), 0)
	var rows []Row
	for k := range w {
		r, err := v.Row(ctx, w[:k+1])
		if err != nil {
			return nil, err
		}
		rows = append(rows, r)
		meter.Add(1)
	}
	return rows, nil
}

// Deviation is E = P - 1/n of the word's position law.
func (v *Evaluator) Deviation(ctx context.Context, w word.Word) (*dense.Matrix, error) {
	return v.chain.Word(ctx, w)
}

// Bitmap tells for every cell, row-major, whether the move is too rare (-1),
// within the tolerance (0), or too frequent (1).
func (v *Evaluator) Bitmap(ctx context.Context, w word.Word) ([]int8, error) {
	e, err := v.chain.Word(ctx, w)
	if err != nil {
		return nil, err
	}
	return v.scorer.Classify(ctx, w, e)
}

// Bitmaps are those of the word repeated 1, 2, ..., times times.
func (v *Evaluator) Bitmaps(ctx context.Context, w word.Word, times int) (all [][]int8, err error) {
	r := position.NewRepetition(v.alphabet, w)
	for k := range times {
		if err := r.Next(ctx); err != nil {
			return nil, err
		}
		signs, err := v.scorer.Classify(ctx, slices.Repeat(w, k+1), r.Word())
		if err != nil {
			return nil, err
		}
		all = append(all, signs)
	}
	return all, nil
}

// expected is the mean of the number of white cells in s deals.
func expected(white *tally.White, e *dense.Matrix) (mean float64) {
	for i := range e.Rows {
		mean += white.Sum(e.Row(i))
	}
	return mean
}

// independentSD is its standard deviation, as if cells were independent.
func independentSD(white *tally.White, e *dense.Matrix) float64 {
	variance := 0.0
	for i := range e.Rows {
		variance += white.Spread(e.Row(i))
	}
	return math.Sqrt(variance)
}

// detail fills in what the ranking itself did not need.
func (e *enumeration) detail(ctx context.Context, rows []Row) ([]Row, error) {
	v := NewEvaluator(e.q)
	for i, r := range rows {
		core := e.q.Alphabet.Core(word.Word(r.letters))
		law, err := v.chain.Core(ctx, core)
		if err != nil {
			return nil, err
		}
		rows[i].Expected, rows[i].SD = expected(v.white, law), independentSD(v.white, law)
		if len(rows) <= carefulRows {
			if rows[i].Error, err = v.chain.NormError(ctx, core); err != nil {
				return nil, err
			}
		} else {
			n := e.q.Alphabet.N
			rows[i].Error = float64(n) * position.ErrorBound(n, len(core))
		}
	}
	return rows, nil
}

// carefulRows is how many rows may have the sharper bound of their errors, which
// costs two products a letter.
const carefulRows = 100

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
func Repeat(ctx context.Context, v *Evaluator, w word.Word, times int) (Repetition, error) {
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
	word, all word.Word
	law       *position.Repetition
}

// Repeated begins before the first repetition of the word.
func (v *Evaluator) Repeated(w word.Word) *Repeated {
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

// Errors bounds the errors of the scores of some rows.
type Errors struct {
	Cell     float64 // of max|e|
	TVD      float64 // of both distances
	Expected float64 // of E[w]
}

// Precision is the errors of the least precise of the rows. Distances are half
// of sums of at most a row's error, and adding up loses at most 2^-50 n of them;
// E[w] adds n^2 values of f, each with its own error and the cell's.
func Precision(q Query, rows []Row) Errors {
	n := float64(q.Alphabet.N)
	var e Errors
	for _, r := range rows {
		e.Cell = max(e.Cell, r.Error)
		e.TVD = max(e.TVD, r.Error/2+n*r.WorstTVD*0x1p-50)
	}
	e.Expected = n * n * (q.White.Error + q.White.Steepest*e.Cell)
	return e
}

package position

import (
	"context"
	"slices"

	"dovetail/exact/dense"
	"dovetail/exact/word"
	"dovetail/perm"
)

// Repetition follows a word w shuffled over and over: w, ww, www, ...
//
// Prefixes of w^k are prefixes of w^(k+1), and so are suffixes. The deviation of
// w^(k+1) goes on from that of w^k, and the norms of its prefixes and suffixes,
// which NormError wants, are those of w^k and a few more: two products for each
// random letter of w in place of 3k. The answers are those of [Chain], bit by bit.
// It serves one goroutine.
type Repetition struct {
	laws  *Laws
	word  word.Word
	times int

	all        word.Word // from the first random letter on
	run        perm.Perm // the deterministic letters after the last random one
	step       func(ctx context.Context, dst, before *dense.Matrix, s word.Syllable) error
	e, scratch *dense.Matrix // deviation up to the last random letter
	sums       []float64
	norms      norms
	end        suffix // of all up to the last random letter
}

// NewRepetition begins before the first repetition.
func NewRepetition(a *Laws, w word.Word) *Repetition {
	return &Repetition{
		laws: a, word: slices.Clone(w),
		step: a.steps(), e: atRest(a.N), scratch: a.room(), sums: make([]float64, a.N),
		end: suffix{laws: a},
	}
}

// Next repeats the word once more. It fails only if ctx is cancelled.
func (r *Repetition) Next(ctx context.Context) error {
	for _, l := range r.word {
		if err := r.append(ctx, l); err != nil {
			return err
		}
	}
	for _, l := range slices.Backward(r.word) {
		if err := ctx.Err(); err != nil {
			return err
		}
		r.end.prepend(&r.norms, l)
	}
	r.times++
	return nil
}

// append goes on by a letter at the end.
func (r *Repetition) append(ctx context.Context, l byte) error {
	p := r.laws.Letters[l].Perm
	first := len(r.norms.places) == 0
	if p != nil {
		if !first {
			r.run = r.run.Append(p)
			r.all = append(r.all, l)
		}
		return ctx.Err()
	}
	before := r.e
	if first {
		before = nil
	}
	if err := r.step(ctx, r.scratch, before, word.Syllable{Run: r.run, Letter: l}); err != nil {
		return err
	}
	r.e, r.scratch = r.scratch, r.e
	r.run = nil
	r.norms.places = append(r.norms.places, len(r.all))
	r.norms.before = append(r.norms.before, norm(r.e, r.sums))
	r.all = append(r.all, l)
	return nil
}

// Core is the core of what was shuffled so far (see [word.Alphabet.Split]), good until
// the next repetition.
func (r *Repetition) Core() word.Word {
	places := r.norms.places
	if len(places) == 0 {
		return nil
	}
	return r.all[:places[len(places)-1]+1]
}

// Deviation is that of the core, good until the next repetition.
func (r *Repetition) Deviation() *dense.Matrix { return r.e }

// NormError bounds the error of the deviation as Chain.NormError does.
func (r *Repetition) NormError() float64 { return r.norms.bound(r.laws.N, len(r.Core())) }

// Word is the deviation of all that was shuffled, with the deterministic letters at
// its ends in place.
func (r *Repetition) Word() *dense.Matrix {
	lead, _, trail := r.laws.Split(r.word)
	if len(r.norms.places) == 0 { // then Split finds the whole word in front
		lead = slices.Repeat(lead, r.times)
	}
	return r.laws.place(r.e, lead, trail)
}

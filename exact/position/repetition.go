package position

import (
	"context"
	"slices"

	"dovetail/exact/dense"
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
	alphabet *Alphabet
	word     Word
	times    int

	all    Word      // from the first random letter on
	places []int     // of the random letters among them
	run    perm.Perm // the deterministic letters after the last of them
	chain  *Chain    // its level 1 is the deviation up to the last of them
	before []float64 // norms of the prefixes that end in a random letter

	suffix, scratch *dense.Matrix // of all up to the last random letter, from some letter on
	after           []float64     // norms of the suffixes, the shortest first
	sums            []float64
}

// NewRepetition begins before the first repetition.
func NewRepetition(a *Alphabet, w Word) *Repetition {
	r := &Repetition{alphabet: a, word: slices.Clone(w), chain: NewChain(a), sums: make([]float64, a.N)}
	r.chain.Level(2)
	atRest(r.chain.Level(0))
	return r
}

// Next repeats the word once more. It fails only if ctx is over.
func (r *Repetition) Next(ctx context.Context) error {
	for _, l := range r.word {
		if err := ctx.Err(); err != nil {
			return err
		}
		r.append(l)
	}
	for _, l := range slices.Backward(r.word) {
		if err := ctx.Err(); err != nil {
			return err
		}
		r.prepend(l)
	}
	r.times++
	return nil
}

// append goes on by a letter at the end.
func (r *Repetition) append(l byte) {
	p := r.alphabet.Letters[l].Perm
	switch {
	case p != nil && len(r.places) == 0:
		return
	case p != nil:
		r.run = r.run.Append(p)
	case len(r.places) == 0:
		r.chain.extend(0, nil, l)
	default:
		levels := r.chain.prefix
		r.chain.extend(1, r.run, l)
		levels[1], levels[2] = levels[2], levels[1]
	}
	r.all = append(r.all, l)
	if p == nil {
		r.run = nil
		r.places = append(r.places, len(r.all)-1)
		r.before = append(r.before, r.norm(r.chain.prefix[1]))
	}
}

// prepend goes on by a letter at the beginning.
func (r *Repetition) prepend(l byte) {
	letter := r.alphabet.Letters[l]
	switch {
	case letter.Perm == nil && r.suffix == nil:
		r.suffix, r.scratch = dense.Square(r.alphabet.N), dense.Square(r.alphabet.N)
		copy(r.suffix.Data, letter.E.Data)
	case r.suffix == nil:
		return
	case letter.Perm == nil:
		dense.Product(r.scratch, letter.E, r.suffix)
		r.suffix, r.scratch = r.scratch, r.suffix
	default:
		for i, j := range letter.Perm {
			copy(r.scratch.Row(i), r.suffix.Row(j))
		}
		r.suffix, r.scratch = r.scratch, r.suffix
	}
	r.after = append(r.after, r.norm(r.suffix))
}

func (r *Repetition) norm(m *dense.Matrix) float64 {
	dense.RowSums(m, r.sums)
	return slices.Max(r.sums)
}

// Core is the core of what was shuffled so far (see Alphabet.Split), good until the
// next repetition.
func (r *Repetition) Core() Word {
	if len(r.places) == 0 {
		return nil
	}
	return r.all[:r.places[len(r.places)-1]+1]
}

// Deviation is that of the core, good until the next repetition.
func (r *Repetition) Deviation() *dense.Matrix {
	if len(r.places) == 0 {
		return r.chain.Level(0)
	}
	return r.chain.Level(1)
}

// NormError bounds the error of the deviation as Chain.NormError does.
func (r *Repetition) NormError() float64 {
	n, length := r.alphabet.N, len(r.Core())
	slack := ErrorBound(n, length) * float64(n)
	weight := 0.0
	for j, place := range r.places {
		before, after := 1.0, 1.0
		if j > 0 {
			before = r.before[j-1] + slack
		}
		if rest := length - 1 - place; rest > 0 {
			after = r.after[rest-1] + slack
		}
		weight += before * after
	}
	return ErrorUnit(n) * weight
}

// Word is the deviation of all that was shuffled, with the deterministic letters at
// its ends in place.
func (r *Repetition) Word() *dense.Matrix {
	lead, _, trail := r.alphabet.Split(r.word)
	if len(r.places) == 0 { // then Split finds the whole word in front
		lead = slices.Repeat(lead, r.times)
	}
	return r.alphabet.place(r.Deviation(), lead, trail)
}

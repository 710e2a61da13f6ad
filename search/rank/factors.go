package rank

import (
	"context"
	"slices"

	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm"
)

// A word that is a product of two factors, w = xy, has E_w = E_x E_y. So halves of long
// words are made from a table of all short ones.
//
// Rounding errors are followed as in package position, by norms:
//
//	error of E_w <= ErrorUnit(n) W(w),  W(xy) <= W(x) |E_y| + |E_x| W(y),
//
// and a product of two factors that are themselves rounded adds one rounding,
// |E_x||E_y|. Small factors have small errors. An absolute bound would be a sizeable
// part of the best scores at length 20; this one is not.
type factor struct {
	e     *dense.Matrix
	norm  float64 // bounds |E| of the true and of the computed deviation
	error float64 // bounds W

	// These are for the table of the pruned search:
	turns       *dense.Matrix    // the transpose
	left, right [waves][]float64 // wave times E, and E times wave
}

// factors holds every word up to some length, by length and code. The word's letters
// are the digits of its code in base k.
type factors struct {
	alphabet *position.Laws
	byLength [][]factor
	rowSum   []float64
}

// newFactors fails only if ctx is cancelled.
func newFactors(ctx context.Context, a *position.Laws, longest int) (*factors, error) {
	f := &factors{alphabet: a, rowSum: make([]float64, a.N)}
	rest := dense.Square(a.N)
	for i := range a.N {
		for j := range a.N {
			rest.Row(i)[j] = -1 / float64(a.N)
		}
		rest.Row(i)[i] += 1
	}
	f.byLength = [][]factor{{{e: rest, norm: 1}}}
	for length := 1; length <= longest; length++ {
		var level []factor
		for code := range len(f.byLength[length-1]) * len(a.Letters) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			level = append(level, f.make(spell(code, length, len(a.Letters))))
		}
		f.byLength = append(f.byLength, level)
	}
	return f, nil
}

// spell is the word of a length whose letters are the digits of the code in
// base k.
func spell[C int | uint64](code C, length, k int) word.Word {
	w := make(word.Word, length)
	for i := length - 1; i >= 0; i-- {
		w[i] = byte(code % C(k))
		code /= C(k)
	}
	return w
}

// of is the factor of a word in the table.
func (f *factors) of(w word.Word) *factor {
	code := 0
	for _, l := range w {
		code = code*len(f.alphabet.Letters) + int(l)
	}
	return &f.byLength[len(w)][code]
}

// make computes a factor from shorter ones. A deterministic letter at an end moves rows
// or columns and rounds nothing. The result has the norm of what it moves, and a single
// deterministic letter that of the empty word, as it passes errors on unchanged.
func (f *factors) make(w word.Word) factor {
	letters := f.alphabet.Letters
	first, last := letters[w[0]], letters[w[len(w)-1]]
	e := dense.Square(f.alphabet.N)
	switch {
	case first.Perm != nil:
		rest := f.of(w[1:])
		for i, j := range first.Perm {
			copy(e.Row(i), rest.e.Row(j))
		}
		return factor{e: e, norm: rest.norm, error: rest.error}
	case last.Perm != nil:
		rest := f.of(w[:len(w)-1])
		permuteColumns(e, rest.e, last.Perm)
		return factor{e: e, norm: rest.norm, error: rest.error}
	case len(w) == 1:
		e = f.alphabet.E[w[0]]
	default:
		dense.Product(e, f.of(w[:len(w)-1]).e, f.alphabet.E[w[len(w)-1]])
	}
	weight := 0.0
	for s, l := range w {
		if letters[l].Perm == nil {
			weight += float64(f.of(w[:s]).norm * f.of(w[s+1:]).norm)
		}
	}
	return factor{e: e, norm: f.norm(e) + float64(position.ErrorUnit(f.alphabet.N)*weight), error: weight}
}

// norm is the largest row sum of |e|, rounded up.
func (f *factors) norm(e *dense.Matrix) float64 {
	dense.RowSums(e, f.rowSum)
	return slices.Max(f.rowSum) * (1 + float64(float64(f.alphabet.N+2)*0x1p-53))
}

// turn makes the transposes, and the products with waves.
func (f *factors) turn() {
	for k := range waves {
		w := wave(k, f.alphabet.N)
		for _, level := range f.byLength {
			for i := range level {
				e := &level[i]
				if e.turns == nil {
					e.turns = dense.Of(e.e.Columns, e.e.Rows, func(row, column int) float64 { return e.e.At(column, row) })
				}
				e.left[k], e.right[k] = make([]float64, e.e.Stride), make([]float64, e.e.Stride)
				dense.RowTimes(e.left[k], w, e.e)
				dense.RowTimes(e.right[k], w, e.turns)
			}
		}
	}
}

// join bounds norm and error of a product of two factors without computing it.
func join(x, y *factor) factor {
	return factor{
		norm:  x.norm * y.norm,
		error: float64(x.error*y.norm) + float64(x.norm*y.error) + float64(x.norm*y.norm),
	}
}

// permuteColumns moves column j of e to column p[j] of dst.
func permuteColumns(dst, e *dense.Matrix, p perm.Perm) {
	for i := range e.Rows {
		from, to := e.Row(i), dst.Row(i)
		for j, k := range p {
			to[k] = from[j]
		}
	}
}

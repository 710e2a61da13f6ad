package position

import (
	"context"
	"slices"

	"dovetail/exact/dense"
	"dovetail/exact/word"
)

// The errors of computed deviations.
//
// Let E_s be the true and F_s the computed deviation after s letters of a word,
// and d_s = F_s - F_(s-1) L_s the error that step s adds, with L_s the true
// deviation of its letter. Then
//
//	F_m - E_m = sum_s d_s T_s,  T_s = L_(s+1)...L_m.
//
// A step rounds n multiply-adds, fused or not: no term more than n times. So
// |fl(FL) - FL| <= g |F||L| cell by cell, g = n u/(1 - n u), u = 2^-53, and its letter's cells are off by u of
// themselves. Deterministic letters round nothing.

// ErrorBound bounds the error of a cell for every word of m letters over n cards. T_s is a doubly
// stochastic law minus 1/n, which makes no cell of d_s larger than twice the largest. |F| <= 1 and
// the columns of |L| add up to less than 2, so |d_s| <= 2 (n+1) u up to second order. That makes 4
// m (n+1) u, and m (n+2) covers the second order.
func ErrorBound(n, m int) float64 { return float64(4 * float64(m) * float64(n+2) * 0x1p-53) }

// ErrorUnit is the factor of a bound that accounts for the decrease of deviations. In the norm |E|
// = largest row sum of |e_ij|, |E_A E_B| <= |E_A| |E_B|, and |L| < 2, so the error of a word is at
// most
//
//	ErrorUnit(n) W,  W = sum over its random letters s of |E_(s-1)| |T_s|,
//
// where the norm of no letters at all counts as 1.
func ErrorUnit(n int) float64 { return float64(2 * float64(n+2) * 0x1p-53) }

// norms are the norms of the parts before and after the random letters of a core.
type norms struct {
	places []int     // of the random letters
	before []float64 // before[j]: of the core up to random letter j and with it
	after  []float64 // after[k]: of its last k+1 letters
}

// bound is ErrorUnit(n) W for a core of some length. The norms themselves are off by the rounding
// of n cells at most.
func (x *norms) bound(n, length int) float64 {
	slack := float64(ErrorBound(n, length) * float64(n))
	weight := 0.0
	for j, place := range x.places {
		before, after := 1.0, 1.0
		if j > 0 {
			before = x.before[j-1] + slack
		}
		if rest := length - 1 - place; rest > 0 {
			after = x.after[rest-1] + slack
		}
		weight += float64(before * after)
	}
	return ErrorUnit(n) * weight
}

// norm is that of a deviation; it needs room for a sum a row.
func norm(e *dense.Matrix, sums []float64) float64 {
	dense.RowSums(e, sums)
	return slices.Max(sums)
}

// suffix is the deviation of the end of a core, from some letter on.
type suffix struct {
	laws       *Laws
	e, scratch *dense.Matrix // nil while there is no random letter
	sums       []float64
}

// prepend adds a letter at the beginning, unless it stands after the last random one, and adds the
// norm.
func (s *suffix) prepend(x *norms, l byte) {
	p := s.laws.Letters[l].Perm
	switch {
	case s.e == nil && p != nil:
		return
	case s.e == nil:
		s.e, s.scratch, s.sums = s.laws.room(), s.laws.room(), make([]float64, s.laws.N)
		copy(s.scratch.Data, s.laws.E[l].Data)
	case p == nil:
		dense.Product(s.scratch, s.laws.E[l], s.e)
	default:
		for i, j := range p {
			copy(s.scratch.Row(i), s.e.Row(j))
		}
	}
	s.e, s.scratch = s.scratch, s.e
	x.after = append(x.after, norm(s.e, s.sums))
}

// NormError bounds the error of a core's deviation in the norm. It therefore bounds that of each of
// its cells, and twice that of its total variation distances, except that adding these up loses up
// to 2^-50 of them. It takes two products a letter.
func (c *Chain) NormError(ctx context.Context, core word.Word) (float64, error) {
	var x norms
	end := suffix{laws: c.laws}
	for _, l := range slices.Backward(core) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		end.prepend(&x, l)
	}
	for s, l := range core {
		if c.laws.Letters[l].Perm != nil {
			continue
		}
		e, err := c.Core(ctx, core[:s+1])
		if err != nil {
			return 0, err
		}
		x.places = append(x.places, s)
		x.before = append(x.before, norm(e, end.sums))
	}
	return x.bound(c.laws.N, len(core)), nil
}

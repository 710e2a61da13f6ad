package position

import (
	"context"
	"slices"

	"dovetail/exact/dense"
)

// How far computed deviations can be from the truth.
//
// Let E_s be the true and F_s the computed deviation after s letters of a word,
// and d_s = F_s - F_(s-1) L_s the error that step s adds, with L_s the true
// deviation of its letter. Then
//
//	F_m - E_m = sum_s d_s T_s,  T_s = L_(s+1)...L_m.
//
// A step rounds n fused multiply-adds, |fl(FL) - FL| <= g |F||L| cell by cell,
// g = n u/(1 - n u), u = 2^-53, and its letter's cells are off by u of
// themselves. Deterministic letters round nothing.

// ErrorBound bounds the error of a cell for every word of m letters over n
// cards. T_s is a doubly stochastic law minus 1/n, by which no cell of d_s grows
// to more than twice the largest; |F| <= 1 and the columns of |L| add up to less
// than 2, so |d_s| <= 2 (n+1) u up to second order. That makes 4 m (n+1) u, and
// m (n+2) covers the second order.
func ErrorBound(n, m int) float64 { return 4 * float64(m) * float64(n+2) * 0x1p-53 }

// ErrorUnit is the factor of a bound that follows the shrinking of deviations.
// In the norm |E| = largest row sum of |e_ij|, |E_A E_B| <= |E_A| |E_B|, and
// |L| < 2, so the error of a word is at most
//
//	ErrorUnit(n) W,  W = sum over its random letters s of |E_(s-1)| |T_s|,
//
// where the norm of no letters at all counts as 1.
func ErrorUnit(n int) float64 { return 2 * float64(n+2) * 0x1p-53 }

// NormError bounds the error of a core's deviation in the norm, and so that of
// each of its cells, and twice that of its total variation distances, which lose
// no more than 2^-50 of themselves in adding up besides. It takes two products a
// letter, and fails only if ctx is over.
func (c *Chain) NormError(ctx context.Context, core Word) (float64, error) {
	a := c.alphabet
	after := make([]float64, len(core)+1) // after[s]: norm of what follows s letters
	after[len(core)] = 1
	sums := make([]float64, a.N)
	norm := func(m *dense.Matrix) float64 {
		dense.RowSums(m, sums)
		return slices.Max(sums) + ErrorBound(a.N, len(core))*float64(a.N)
	}
	var suffix *dense.Matrix
	for s := len(core) - 1; s >= 0; s-- {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		next := dense.Square(a.N)
		l := a.Letters[core[s]]
		switch {
		case suffix == nil:
			next = l.E
		case l.Perm != nil:
			for i, j := range l.Perm {
				copy(next.Row(i), suffix.Row(j))
			}
		default:
			dense.Product(next, l.E, suffix)
		}
		suffix = next
		after[s] = norm(suffix)
	}
	weight, before := 0.0, 1.0
	for s, l := range core {
		if a.Letters[l].Perm == nil {
			weight += before * after[s+1]
			e, err := c.Core(ctx, core[:s+1])
			if err != nil {
				return 0, err
			}
			before = norm(e)
		}
	}
	return ErrorUnit(a.N) * weight, nil
}

package tally

import (
	"math"
	"math/big"
	"testing"

	"dovetail/perm"
	"dovetail/perm/must"
)

// Var(F)/s must be the variance of Hajek's projection: s times the variance,
// over one deal, of E[w | that deal], computed from the meaning of white. The
// shuffle is a lopsided law on S_3.
func TestSpreadIsTheProjection(t *testing.T) {
	const n = 3
	law := []struct {
		p perm.Perm
		q float64
	}{{perm.Perm{0, 1, 2}, 0.35}, {perm.Perm{1, 0, 2}, 0.25}, {perm.Perm{1, 2, 0}, 0.1}, {perm.Perm{2, 1, 0}, 0.3}}
	cells := make([]float64, n*n)
	for _, l := range law {
		for i, j := range l.p {
			cells[i*n+j] += l.q
		}
	}
	for _, s := range []int64{1, 2, 9, 60} {
		for _, emax := range []*big.Rat{big.NewRat(1, 20), big.NewRat(1, 5), big.NewRat(2, 5)} {
			w := must.Have(NewWhite(n, s, emax))(t)
			spread := NewSpread(w, n, func(i int) []float64 {
				row := make([]float64, n)
				for j := range row {
					row[j] = cells[i*n+j] - 1./n
				}
				return row
			})
			var mean, square, fMean, fSquare float64
			for _, l := range law {
				given, f := 0.0, 0.0
				for i := range n {
					for j := range n {
						hit := int64(indicator(l.p[i] == j))
						for t := w.a; t <= w.b; t++ {
							given += pmf(t-hit, s-1, cells[i*n+j])
						}
					}
					f += spread.Slope[i*n+l.p[i]]
				}
				mean += l.q * given
				square += l.q * given * given
				fMean += l.q * f
				fSquare += l.q * f * f
			}
			want := float64(s) * (square - mean*mean)
			got := (fSquare - fMean*fMean) / float64(s)
			if math.Abs(got-want) > 1e-9*(1+want) {
				t.Errorf("s=%d e_max=%v: Var(F)/s = %v, the projection has %v", s, emax, got, want)
			}
			if math.Abs(spread.Mean-mean) > 1e-9 {
				t.Errorf("s=%d e_max=%v: mean %v, want %v", s, emax, spread.Mean, mean)
			}
		}
	}
}

// Where cells are independent of each other in one deal's F, nothing is added.
func TestSpreadWithoutCovariance(t *testing.T) {
	w := must.Have(NewWhite(52, 1000000, Published))(t)
	spread := NewSpread(w, 52, func(i int) []float64 {
		row := make([]float64, 52)
		row[i], row[(i+1)%52] = 6e-4, -6e-4
		return row
	})
	alone := 0.0
	for c, slope := range spread.Slope {
		p := 1. / 52
		switch (c%52 - c/52 + 52) % 52 {
		case 0:
			p += 6e-4
		case 1:
			p -= 6e-4
		}
		alone += slope * slope * p * (1 - p)
	}
	if v := spread.Variance(alone); math.Abs(v-spread.Independent) > 1e-9*v {
		t.Errorf("variance %v, want %v", v, spread.Independent)
	}
}

package distinguish

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The solution is that of gonum except for rounding, and zeros where there is none.
func TestSolve(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for n := 1; n <= 20; n++ {
		a := mat.NewDense(n+3, n, nil)
		for i := range n + 3 {
			for j := range n {
				a.Set(i, j, rng.NormFloat64())
			}
		}
		var s mat.SymDense
		s.SymOuterK(1, a.T())
		b, rows := mat.NewVecDense(n, nil), make([][]float64, n)
		for i := range n {
			b.SetVec(i, rng.NormFloat64())
			for j := range i + 1 {
				rows[i] = append(rows[i], s.At(i, j))
			}
		}
		var chol mat.Cholesky
		want := mat.NewVecDense(n, nil)
		if !chol.Factorize(&s) || chol.SolveVecTo(want, b) != nil {
			t.Fatal("gonum finds no solution")
		}
		got := solve(rows, b.RawVector().Data)
		if !mat.EqualApprox(mat.NewVecDense(n, got), want, 1e-6) {
			t.Errorf("n=%d: %v, want %v", n, got, want)
		}
	}
	for _, x := range solve([][]float64{{1}, {2, 1}}, []float64{1, 1}) {
		if x != 0 {
			t.Errorf("%v where there is no solution", x)
		}
	}
}

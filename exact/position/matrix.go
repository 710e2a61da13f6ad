// Package position computes laws of single cards exactly, without dealing.
//
// One card's position is a Markov chain, and the shuffles of a word are
// independent, so the position law of a word is the product of the laws of its
// letters: row = start position, column = end position, first letter leftmost.
// All work is done on deviations E = P - 1/n. Laws are doubly stochastic, so
//
//	E_A E_B = (A - 1/n)(B - 1/n) = AB - 1/n - 1/n + 1/n = E_AB,
//
// and a product of small deviations keeps its relative precision where P would
// lose it against 1/n.
package position

// Matrix is an n x n matrix of float64 in rows of Stride cells. Rows and
// columns are padded with zeros, rows to a multiple of four and columns to a
// multiple of four of at least eight, so that kernels need no edge cases.
type Matrix struct {
	N, Stride int
	Data      []float64
}

// NewMatrix is the n x n zero matrix.
func NewMatrix(n int) *Matrix {
	stride := max(8, (n+3)&^3)
	return &Matrix{N: n, Stride: stride, Data: make([]float64, (n+3)&^3*stride)}
}

// FromCells is the matrix with the given n*n cells, row-major.
func FromCells(n int, cells []float64) *Matrix {
	m := NewMatrix(n)
	for i := range n {
		copy(m.Row(i), cells[i*n:])
	}
	return m
}

// Row is row i, without its padding.
func (m *Matrix) Row(i int) []float64 { return m.Data[i*m.Stride : i*m.Stride+m.N] }

// At is the cell of start position i and end position j.
func (m *Matrix) At(i, j int) float64 { return m.Data[i*m.Stride+j] }

// Probabilities is row i of the law P = 1/n + E, for a deviation m.
func (m *Matrix) Probabilities(i int) []float64 {
	p := make([]float64, m.N)
	for j, e := range m.Row(i) {
		p[j] = max(0, 1/float64(m.N)+e)
	}
	return p
}

// height is the number of rows with padding.
func (m *Matrix) height() int { return len(m.Data) / m.Stride }

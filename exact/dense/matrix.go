// Package dense holds the matrices of doubles that laws of cards are computed in, and
// their kernels: products, and scans of the sizes of their cells; also which products of
// vectors of whole numbers are small. Every kernel gives the bits of a few lines of Go,
// which are its oracle, so that answers do not depend on the machine. It knows nothing
// of shuffles.
package dense

import "math"

// Matrix holds cells in rows of Stride. Rows and columns are padded with zeros, rows
// to a multiple of four and columns to a multiple of four of at least eight, so that
// kernels need no edge cases.
type Matrix struct {
	Rows, Columns, Stride int
	Data                  []float64
}

// New is the zero matrix.
func New(rows, columns int) *Matrix {
	stride := max(8, upToFour(columns))
	return &Matrix{Rows: rows, Columns: columns, Stride: stride, Data: make([]float64, upToFour(rows)*stride)}
}

// Square is the n x n zero matrix.
func Square(n int) *Matrix { return New(n, n) }

// Of is the matrix whose cell (i, j) is cell(i, j).
func Of(rows, columns int, cell func(i, j int) float64) *Matrix {
	m := New(rows, columns)
	for i := range rows {
		row := m.Row(i)
		for j := range row {
			row[j] = cell(i, j)
		}
	}
	return m
}

// Row is row i, without its padding.
func (m *Matrix) Row(i int) []float64 { return m.Data[i*m.Stride:][:m.Columns] }

// At is cell (i, j).
func (m *Matrix) At(i, j int) float64 { return m.Data[i*m.Stride+j] }

// height is the number of rows with padding.
func (m *Matrix) height() int { return len(m.Data) / m.Stride }

// upToFour is x or the next multiple of four.
func upToFour(x int) int { return (x + 3) &^ 3 }

// form is a set of kernels; every machine has those up to a certain one.
type form int

const (
	plain  form = iota // Go
	avx2               // vectors of four doubles
	avx512             // products in vectors of eight doubles
	vnni               // products of whole numbers added as they are made
)

// active is the form at work.
var active = best()

// Scan reads a matrix once: the largest |cell|, how many cells have |cell| <= lo and how
// many have |cell| <= hi, and for every row the sum of its |cell| into sums. A row is
// added in four interleaved sums s0..s3, as (s0+s1)+(s2+s3), so that every kernel gives
// the same bits.
func Scan(m *Matrix, lo, hi float64, sums []float64) (largest float64, below, upTo int) {
	return scan(m, 0, m.Rows, lo, hi, sums)
}

// RowSums fills sums with the sum of |cell| of every row.
func RowSums(m *Matrix, sums []float64) { scan(m, 0, m.Rows, 0, 0, sums) }

// Largest is the largest |cell| in the given rows, as far as there are so many.
func Largest(m *Matrix, row, rows int) float64 {
	var sums [4]float64
	largest := 0.0
	for ; rows > 0 && row < m.Rows; row, rows = row+4, rows-4 {
		l, _, _ := scan(m, row, min(4, rows, m.Rows-row), 0, 0, sums[:])
		largest = max(largest, l)
	}
	return largest
}

// scanGo is Scan of some rows, at least one. It is the oracle of every other kernel.
func scanGo(m *Matrix, row, rows int, lo, hi float64, sums []float64) (largest float64, below, upTo int) {
	for i := range rows {
		var s [4]float64
		for j, x := range m.Row(row + i) {
			x = math.Abs(x)
			s[j&3] += x
			largest = max(largest, x)
			if x <= lo {
				below++
			}
			if x <= hi {
				upTo++
			}
		}
		sums[i] = (s[0] + s[1]) + (s[2] + s[3])
	}
	return largest, below, upTo
}

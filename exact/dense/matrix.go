// Package dense holds the matrices of doubles that laws of cards are computed in, and
// their kernels: products, and scans of the sizes of their cells; also which products of
// vectors of whole numbers are small. Every kernel gives the bits of a few lines of Go,
// which are its oracle, so that answers do not depend on the machine. It knows nothing
// of shuffles.
package dense

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

// Package dense holds the matrices of doubles in which laws of cards are computed, and their
// kernels: products, and scans of the sizes of their cells. It also finds the small products of
// vectors of integers. Every kernel gives the bits of a few lines of Go, which are its oracle, so
// that answers do not depend on the machine. (In a browser products round twice, see plain.go.) The
// package does not depend on shuffles.
package dense

import (
	"math"

	"dovetail/perm/pace"
)

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

// form is a set of kernels. A machine that supports a form supports all before it.
type form int

const (
	plain   form = iota // Go
	vectors             // of four doubles by AVX2, of two by NEON
	avx512              // products in vectors of eight doubles
	vnni                // products of integers, added in the same instruction
)

// active is the form in use.
var active = best()

// Scan reads a matrix once. It returns the largest |cell|, the number of cells with |cell| <= lo
// and the number with |cell| <= hi, and stores for every row the sum of its |cell| in sums. A row
// is added in four interleaved sums s0..s3, as (s0+s1)+(s2+s3), so that every kernel gives the same
// bits.
func Scan(m *Matrix, lo, hi float64, sums []float64) (largest float64, below, upTo int) {
	return scan(m, 0, m.Rows, lo, hi, sums)
}

// RowSums fills sums with the sum of |cell| of every row.
func RowSums(m *Matrix, sums []float64) { scan(m, 0, m.Rows, 0, 0, sums) }

// Largest is the largest |cell| in those of the given rows that exist.
func Largest(m *Matrix, row, rows int) float64 {
	var sums [4]float64
	largest := 0.0
	for ; rows > 0 && row < m.Rows && m.Columns > 0; row, rows = row+4, rows-4 {
		count := min(4, rows, m.Rows-row)
		if active != plain {
			l, _, _ := scan(m, row, count, 0, 0, sums[:])
			largest = max(largest, l)
			continue
		}
		for i := range count {
			for _, x := range m.Row(row + i) {
				if x = math.Abs(x); x > largest {
					largest = x
				}
			}
		}
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

// A product is computed by tiles. Four of its rows and a few vectors of its columns, a panel, stay
// in registers over all terms. A large product takes depth terms and height rows at a time. Then
// what a panel needs of the right factor stays in a first-level cache, and what the rows need of
// the left one in the second.
const (
	depth  = 128
	height = 384
)

// Product sets dst = a b. Cell (i, j) is the chain
//
//	fma(a_in, b_nj, ... fma(a_i2, b_2j, a_i1 b_1j))
//
// in ascending order, one rounding a step, for any kernel and any size of the factors. dst must not
// overlap a or b.
func Product(dst, a, b *Matrix) { product(dst, a, b, 0, dst.height(), dst.Stride) }

// ProductRows sets rows row..row+rows-1 of dst to those of a b; both row and rows are
// multiples of four, within the padded height.
func ProductRows(dst, a, b *Matrix, row, rows int) { product(dst, a, b, row, rows, dst.Stride) }

// RowTimes sets dst = x b, a row, by the same chain. dst has the Stride of b, or fewer cells, for its first columns:
// a multiple of four, at least eight.
func RowTimes(dst, x []float64, b *Matrix) {
	rows := 4 // of a tile in assembly: the same row four times
	if active == plain {
		rows = 1
	}
	addTerms(&Matrix{Data: dst}, &Matrix{Data: x[:b.Rows]}, b, 0, rows, len(dst), 0, b.Rows, false)
}

// Rough is [Product], except that steps may round twice where that is faster. Its bits depend on
// the machine, so that no answer may depend on them. It serves for tests whose error bound allows
// for n roundings of n terms each; what they leave open is decided otherwise. dst may have fewer
// columns than b, and has the first ones.
func Rough(dst, a, b *Matrix) {
	if active != plain {
		Product(dst, a, b)
		return
	}
	addTermsGo(dst, a, b, 0, dst.height(), dst.Stride, 0, a.Columns, false, true)
}

// RoughRowTimes is [RowTimes] with the precision of Rough.
func RoughRowTimes(dst, x []float64, b *Matrix) {
	if active != plain {
		RowTimes(dst, x, b)
		return
	}
	addTermsGo(&Matrix{Data: dst}, &Matrix{Data: x}, b, 0, 1, len(dst), 0, b.Rows, false, true)
}

// product sets the first columns of some rows of dst. There are no rows, or a multiple
// of four of each, and of columns at least eight.
func product(dst, a, b *Matrix, row, rows, columns int) {
	if rows == 0 {
		return
	}
	for from := 0; from < a.Columns; from += depth {
		pace.Yield()
		addTerms(dst, a, b, row, rows, columns, from, min(depth, a.Columns-from), from > 0)
	}
}

// AddTerms adds a b to dst, or sets dst to it unless add is set, by the same chain, which continues
// from the content of dst. The three may be parts of larger matrices, with the strides of those.
// The size is that of dst: a multiple of four rows, and a multiple of four columns, at least eight.
// a has Columns terms, at least one. dst must not overlap a or b.
func AddTerms(dst, a, b *Matrix, add bool) {
	_ = dst.Data[(dst.Rows-1)*dst.Stride+dst.Columns-1]
	_ = a.Data[(dst.Rows-1)*a.Stride+a.Columns-1]
	_ = b.Data[(a.Columns-1)*b.Stride+dst.Columns-1]
	addTerms(dst, a, b, 0, dst.Rows, dst.Columns, 0, a.Columns, add)
}

// Vectors rounded to integers of 16 bits show where a product is small at a quarter of the price of
// one in doubles. Sums are taken modulo 2^32. A small one is never missed, whatever the
// intermediate sums. A large one is taken for small only if it is near a multiple of 2^32. Every
// kernel gives the same bits.

// PanelWidth is the most vectors in a panel.
const PanelWidth = 64

// A Panel holds some vectors of an even number of terms.
type Panel struct {
	terms, vectors int
	fine           []int16       // two terms of each of PanelWidth vectors side by side, as kernels read them
	coarse         []coarseGroup // for the form without vector instructions, and set with it alone
}

// NewPanel is a panel of at most PanelWidth vectors, each with an even number of terms below 2^11.
func NewPanel(vectors [][]int16, terms int) *Panel {
	p := &Panel{terms: terms, vectors: len(vectors), fine: make([]int16, PanelWidth*terms)}
	if active == plain {
		p.coarse = newCoarsePanel(vectors)
	}
	for v, vector := range vectors {
		for term, x := range vector {
			p.fine[(term/2*PanelWidth+v)*2+term%2] = x
		}
	}
	return p
}

// Rows hold some vectors of an even number of terms, one after the other.
type Rows struct {
	terms  int
	fine   []int16
	coarse coarseRows // for the form without vector instructions, and set with it alone
}

// NewRows makes room for rows. Their number is a multiple of four, and their greatest number of
// terms is even.
func NewRows(rows, terms int) *Rows {
	r := &Rows{fine: make([]int16, rows*terms)}
	if active == plain {
		r.coarse = newCoarseRows(rows, terms)
	}
	return r
}

// Begin sets the number of terms, which is even. Rows are then empty.
func (r *Rows) Begin(terms int) { r.terms = terms }

// row is row i.
func (r *Rows) row(i int) []int16 { return r.fine[i*r.terms:][:r.terms] }

// Set calls fill with the terms of a row, which it must set.
func (r *Rows) Set(i int, fill func(row []int16)) {
	row := r.row(i)
	fill(row)
	if active == plain {
		r.coarse.set(i, row)
	}
}

// Small reports which products of some rows and the vectors of a panel are small. Bit v of small[i]
// says that |row i times vector v|, modulo 2^32 and read as a number from -2^31 to 2^31-1, is at
// most limits[i]. There is a limit for each of the rows, whose number is a multiple of four.
func Small(small []uint64, rows *Rows, panel *Panel, limits []uint32) {
	if len(limits) == 0 {
		return
	}
	small = small[:len(limits)]
	_ = rows.fine[:panel.terms*len(limits)]
	smallProducts(small, rows, panel, limits)
	for i := range small {
		small[i] &= ^uint64(0) >> (PanelWidth - panel.vectors)
	}
}

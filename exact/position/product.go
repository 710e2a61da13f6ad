package position

import "math"

// Product sets dst = a b. Cell (i, j) is the chain
//
//	fma(a_in, b_nj, ... fma(a_i2, b_2j, a_i1 b_1j))
//
// in ascending order, one rounding a step, whichever kernel computes it: the
// assembly and this file agree bit for bit, so answers do not depend on the
// machine. dst must not overlap a or b.
func Product(dst, a, b *Matrix) { product(dst, a, b, 0, a.height(), a.Stride) }

// ProductRows sets rows row..row+rows-1 of dst to those of a b; both row and
// rows are multiples of four, within the padded height.
func ProductRows(dst, a, b *Matrix, row, rows int) { product(dst, a, b, row, rows, a.Stride) }

// ProductColumns8 sets the first eight columns of dst to those of a b.
func ProductColumns8(dst, a, b *Matrix) { product(dst, a, b, 0, a.height(), 8) }

// productGo sets the first columns of some rows of dst, padding included. It is
// the oracle of every other kernel.
func productGo(dst, a, b *Matrix, row, rows, columns int) {
	for i := row; i < row+rows; i++ {
		out := dst.Data[i*dst.Stride:][:columns]
		clear(out)
		for k, x := range a.Data[i*a.Stride:][:a.N] {
			for j, y := range b.Data[k*b.Stride:][:columns] {
				out[j] = math.FMA(x, y, out[j])
			}
		}
	}
}

//go:build !purego

package position

import "golang.org/x/sys/cpu"

// fast tells whether the machine has what the kernels need.
var fast = cpu.X86.HasAVX2 && cpu.X86.HasFMA

func product(dst, a, b *Matrix, row, rows, columns int) {
	if fast {
		productAVX2(dst, a, b, row, rows, columns)
	} else {
		productGo(dst, a, b, row, rows, columns)
	}
}

func scan(m *Matrix, row, rows int, lo, hi float64, rowSum []float64) (largest float64, below, upTo int) {
	if fast {
		return scanAVX2(m, row, rows, lo, hi, rowSum)
	}
	return scanGo(m, row, rows, lo, hi, rowSum)
}

func within(m *Matrix, limit float64, mask []byte) {
	if fast {
		withinAVX2(m, limit, mask)
	} else {
		withinGo(m, limit, mask)
	}
}

// productAVX2 cuts a row of k vectors into panels of three and two vectors: both
// keep enough independent sums to hide the latency of a fused multiply-add.
func productAVX2(dst, a, b *Matrix, row, rows, columns int) {
	if rows == 0 {
		return
	}
	vectors := columns / 4
	narrow := (3 - vectors%3) % 3 // 3w + 2v = vectors with the least v
	wide := (vectors - 2*narrow) / 3
	first := row * a.Stride
	productRows(&dst.Data[first], &a.Data[first], &b.Data[0], rows/4, a.N, 8*a.Stride, wide, narrow)
}

// productRows sets 4*blocks rows of dst to a times b. n is the number of terms,
// stride the length of a row in bytes; a row has wide panels of 12 columns and
// then narrow panels of 8.
//
//go:noescape
func productRows(dst, a, b *float64, blocks, n, stride, wide, narrow int)

func scanAVX2(m *Matrix, row, rows int, lo, hi float64, rowSum []float64) (largest float64, below, upTo int) {
	var out struct {
		largest     float64
		below, upTo int64
	}
	scanRows(&m.Data[row*m.Stride], rows, m.Stride/4, 8*m.Stride, lo, hi, &rowSum[:rows][0], &out.largest, &out.below)
	pads := rows * (m.Stride - m.N)
	if lo >= 0 {
		out.below -= int64(pads)
	}
	if hi >= 0 {
		out.upTo -= int64(pads)
	}
	return out.largest, int(out.below), int(out.upTo)
}

// scanRows reads rows of vecs vectors; counts is the pair (below, upTo).
//
//go:noescape
func scanRows(m *float64, rows, vecs, stride int, lo, hi float64, rowSum, largest *float64, counts *int64)

func withinAVX2(m *Matrix, limit float64, mask []byte) {
	vectors := m.N * m.Stride / 4
	withinVectors(&m.Data[0], vectors, limit, &mask[:vectors][0])
}

//go:noescape
func withinVectors(m *float64, vectors int, limit float64, mask *byte)

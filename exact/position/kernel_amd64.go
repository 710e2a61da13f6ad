//go:build !purego

package position

import "golang.org/x/sys/cpu"

func init() {
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		kernel = productAVX2
		scan = scanAVX2
	}
}

// productAVX2 walks b in panels of 12 or 8 columns (three or two vectors of
// four; both keep enough independent chains to hide the latency of a fused
// multiply-add) and a in blocks of four rows. The sums stay in registers.
func productAVX2(dst, a, b *Matrix) {
	blocks := (a.N + 3) / 4
	stride := 8 * a.Stride
	for col := 0; col < a.Stride; {
		left := (a.Stride - col) / 4
		if left == 2 || left == 4 {
			panel2(&dst.Data[col], &a.Data[0], &b.Data[col], blocks, a.N, stride)
			col += 8
		} else {
			panel3(&dst.Data[col], &a.Data[0], &b.Data[col], blocks, a.N, stride)
			col += 12
		}
	}
}

// panel3 sets 12 columns of dst, 4*blocks rows, to a times 12 columns of b; n
// is the number of terms and stride the length of a row in bytes.
//
//go:noescape
func panel3(dst, a, b *float64, blocks, n, stride int)

// panel2 does the same for 8 columns.
//
//go:noescape
func panel2(dst, a, b *float64, blocks, n, stride int)

func scanAVX2(m *Matrix, lo, hi float64, rowSum []float64) (largest float64, below, upTo int) {
	var out struct {
		largest     float64
		below, upTo int64
	}
	scanRows(&m.Data[0], m.N, m.Stride/4, 8*m.Stride, lo, hi, &rowSum[0], &out.largest, &out.below)
	pads := m.N * (m.Stride - m.N)
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

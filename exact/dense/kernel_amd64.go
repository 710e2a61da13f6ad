//go:build !purego

package dense

import "dovetail/perm/processor"

// best is the most advanced form that the machine supports.
func best() form {
	switch {
	case !processor.Use.AVX2:
		return plain
	case !processor.Use.AVX512:
		return vectors
	case !processor.Use.VNNI:
		return avx512
	}
	return vnni
}

// add adds the terms of a panel of a number of fours of columns.
func (p *panel) add(width int) {
	switch width {
	case 2:
		panel2(p)
	case 3:
		panel3(p)
	case 4:
		panel4(p)
	case 6:
		panel6(p)
	}
}

// Panels of two and three vectors of four doubles, and of two and three of eight.
//
//go:noescape
func panel2(p *panel)

//go:noescape
func panel3(p *panel)

//go:noescape
func panel4(p *panel)

//go:noescape
func panel6(p *panel)

func scan(m *Matrix, row, rows int, lo, hi float64, sums []float64) (largest float64, below, upTo int) {
	if active == plain {
		return scanGo(m, row, rows, lo, hi, sums)
	}
	var counts [2]int64
	scanRows(&m.Data[row*m.Stride], rows, m.Stride/4, 8*m.Stride, lo, hi, &sums[:rows][0], &largest, &counts)
	pads := rows * (m.Stride - m.Columns)
	below, upTo = int(counts[0]), int(counts[1])
	if lo >= 0 {
		below -= pads
	}
	if hi >= 0 {
		upTo -= pads
	}
	return largest, below, upTo
}

// scanRows reads rows of vectors, including the padding. It counts |cell| below and up
// to a limit.
//
//go:noescape
func scanRows(m *float64, rows, vectors, stride int, lo, hi float64, sums, largest *float64, counts *[2]int64)

func smallProducts(small []uint64, rows *Rows, panel *Panel, limits []uint32) {
	w := wholeOf(small, rows, panel, limits)
	switch {
	case active >= vnni:
		smallVNNI(&w)
	case active >= vectors:
		smallAVX2(&w)
	default:
		smallGo(small, rows, panel, limits)
	}
}

//go:noescape
func smallVNNI(w *whole)

//go:noescape
func smallAVX2(w *whole)

func addLines(dst, src, factors []float64, scale float64, add bool) {
	if active == plain {
		addLinesGo(dst, src, factors, scale, add)
		return
	}
	addLinesAVX2(&dst[0], &src[0], &factors[0], len(factors)/2, scale, add)
}

//go:noescape
func addLinesAVX2(dst, src, factors *float64, lines int, scale float64, add bool)

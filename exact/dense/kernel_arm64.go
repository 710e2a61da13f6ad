//go:build !purego

package dense

import "dovetail/perm/processor"

// best is the most advanced form that the machine supports.
func best() form {
	if processor.Use.NEON {
		return vectors
	}
	return plain
}

// add adds the terms of a panel of a number of fours of columns.
func (p *panel) add(width int) {
	if width == 2 {
		panel2(p)
	} else {
		panel3(p)
	}
}

// Panels of two and three fours of columns, in vectors of two doubles.
//
//go:noescape
func panel2(p *panel)

//go:noescape
func panel3(p *panel)

func scan(m *Matrix, row, rows int, lo, hi float64, sums []float64) (largest float64, below, upTo int) {
	return scanGo(m, row, rows, lo, hi, sums)
}

func smallProducts(small []uint64, rows *Rows, panel *Panel, limits []uint32) {
	if active == plain {
		smallGo(small, rows, panel, limits)
		return
	}
	w := wholeOf(small, rows, panel, limits)
	smallNEON(&w)
}

//go:noescape
func smallNEON(w *whole)

func addLines(dst, src, factors []float64, scale float64, add bool) {
	addLinesGo(dst, src, factors, scale, add)
}

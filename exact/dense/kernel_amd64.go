//go:build !purego

package dense

import "dovetail/perm/processor"

// best is the last form that the machine has.
func best() form {
	switch {
	case !processor.Use.AVX2:
		return plain
	case !processor.Use.AVX512:
		return avx2
	case !processor.Use.VNNI:
		return avx512
	}
	return vnni
}

// panel is some columns of a product, to which terms are added: blocks of four rows, one
// below the other. Strides are in bytes.
type panel struct {
	dst, a, b                   *float64
	dstStride, aStride, bStride int
	blocks, terms               int
	fresh                       bool // nothing came before: sums begin with 0
}

// addTerms cuts the columns into panels.
func addTerms(dst, a, b *Matrix, row, rows, columns, from, terms int) {
	if active == plain {
		addTermsGo(dst, a, b, row, rows, columns, from, terms)
		return
	}
	p := panel{
		a:         &a.Data[row*a.Stride+from],
		dstStride: 8 * dst.Stride, aStride: 8 * a.Stride, bStride: 8 * b.Stride,
		blocks: rows / 4, terms: terms, fresh: from == 0,
	}
	for at := 0; at < columns; {
		p.dst, p.b = &dst.Data[row*dst.Stride+at], &b.Data[from*b.Stride+at]
		width := active.width((columns - at) / 4)
		switch width {
		case 2:
			panel2(&p)
		case 3:
			panel3(&p)
		case 4:
			panel4(&p)
		case 6:
			panel6(&p)
		}
		at += 4 * width
	}
}

// width is that of the first panel, in fours of columns, where so many fours are left:
// the widest, but so that they come out even. Two or three vectors times four rows are
// enough independent sums to hide the latency of a fused multiply-add.
func (f form) width(fours int) int {
	if f >= avx512 {
		return [...]int{2: 2, 3: 3, 4: 4, 5: 3, 6: 6, 7: 4, 8: 4, 9: 6}[min(fours, 9)]
	}
	return [...]int{2: 2, 3: 3, 4: 2, 5: 3}[min(fours, 5)]
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

// scanRows reads rows of vectors, padding too; counts are below and upTo.
//
//go:noescape
func scanRows(m *float64, rows, vectors, stride int, lo, hi float64, sums, largest *float64, counts *[2]int64)

// whole is a question of small products: rows in blocks of four, terms in pairs.
type whole struct {
	small         *uint64
	rows, panel   *int16
	limits        *uint32
	blocks, pairs int
}

func smallProducts(small []uint64, rows []int16, panel Panel, limits []uint32) {
	w := whole{&small[0], &rows[0], &panel[0], &limits[0], len(limits) / 4, len(panel) / PanelWidth / 2}
	switch {
	case active >= vnni:
		smallVNNI(&w)
	case active >= avx2:
		smallAVX2(&w)
	default:
		smallGo(small, rows, panel, limits)
	}
}

//go:noescape
func smallVNNI(w *whole)

//go:noescape
func smallAVX2(w *whole)

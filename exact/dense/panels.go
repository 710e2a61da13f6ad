//go:build (amd64 || arm64) && !purego

package dense

//lint:file-ignore U1000 assembly reads the fields

// panel is some columns of a product, to which terms are added: blocks of four rows, one
// below the other. Strides are in bytes.
type panel struct {
	dst, a, b                   *float64
	dstStride, aStride, bStride int
	blocks, terms               int
	fresh                       bool // sums begin with 0
}

// addTerms cuts the columns into panels.
func addTerms(dst, a, b *Matrix, row, rows, columns, from, terms int, add bool) {
	if active == plain {
		addTermsGo(dst, a, b, row, rows, columns, from, terms, add, false)
		return
	}
	p := panel{
		a:         &a.Data[row*a.Stride+from],
		dstStride: 8 * dst.Stride, aStride: 8 * a.Stride, bStride: 8 * b.Stride,
		blocks: rows / 4, terms: terms, fresh: !add,
	}
	for at := 0; at < columns; {
		p.dst, p.b = &dst.Data[row*dst.Stride+at], &b.Data[from*b.Stride+at]
		width := active.width((columns - at) / 4)
		p.add(width)
		at += 4 * width
	}
}

// width is the width of the first panel, in fours of columns, where a number of fours is
// left. It is the widest with which the rest can still be divided evenly. Two or three
// vectors times four rows are enough independent sums to hide the latency of a fused
// multiply-add.
func (f form) width(fours int) int {
	if f >= avx512 { // of eight doubles a register
		return [...]int{2: 2, 3: 3, 4: 4, 5: 3, 6: 6, 7: 4, 8: 4, 9: 6}[min(fours, 9)]
	}
	return [...]int{2: 2, 3: 3, 4: 2, 5: 3}[min(fours, 5)]
}

// whole describes small products of integers: rows in blocks of four, terms in pairs.
type whole struct {
	small         *uint64
	rows, panel   *int16
	limits        *uint32
	blocks, pairs int
}

func wholeOf(small []uint64, rows *Rows, panel *Panel, limits []uint32) whole {
	return whole{&small[0], &rows.fine[0], &panel.fine[0], &limits[0], len(limits) / 4, panel.terms / 2}
}

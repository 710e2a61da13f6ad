//go:build (!amd64 && !arm64) || purego

package dense

func best() form { return plain }

func addTerms(dst, a, b *Matrix, row, rows, columns, from, terms int, add bool) {
	addTermsGo(dst, a, b, row, rows, columns, from, terms, add, false)
}

func scan(m *Matrix, row, rows int, lo, hi float64, sums []float64) (largest float64, below, upTo int) {
	return scanGo(m, row, rows, lo, hi, sums)
}

func smallProducts(small []uint64, rows *Rows, panel *Panel, limits []uint32) {
	smallGo(small, rows, panel, limits)
}

func addLines(dst, src, factors []float64, scale float64, add bool) {
	addLinesGo(dst, src, factors, scale, add)
}

//go:build !amd64 || purego

package position

func product(dst, a, b *Matrix, row, rows, columns int) { productGo(dst, a, b, row, rows, columns) }

func scan(m *Matrix, row, rows int, lo, hi float64, rowSum []float64) (largest float64, below, upTo int) {
	return scanGo(m, row, rows, lo, hi, rowSum)
}

func within(m *Matrix, limit float64, mask []byte) { withinGo(m, limit, mask) }

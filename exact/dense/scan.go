package dense

import "math"

// Scan reads a matrix once: the largest |cell|, how many cells have |cell| <= lo and how
// many have |cell| <= hi, and for every row the sum of its |cell| into sums. A row is
// added in four interleaved sums s0..s3, as (s0+s1)+(s2+s3), so that every kernel gives
// the same bits.
func Scan(m *Matrix, lo, hi float64, sums []float64) (largest float64, below, upTo int) {
	return scan(m, 0, m.Rows, lo, hi, sums)
}

// RowSums fills sums with the sum of |cell| of every row.
func RowSums(m *Matrix, sums []float64) { scan(m, 0, m.Rows, 0, 0, sums) }

// Largest is the largest |cell| in the given rows, as far as there are so many.
func Largest(m *Matrix, row, rows int) float64 {
	var sums [4]float64
	largest := 0.0
	for ; rows > 0 && row < m.Rows; row, rows = row+4, rows-4 {
		l, _, _ := scan(m, row, min(4, rows, m.Rows-row), 0, 0, sums[:])
		largest = max(largest, l)
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

package position

import "math"

// RowSums fills sums with the sum of |e| of every row.
func RowSums(m *Matrix, sums []float64) { scan(m, 0, m.N, 0, 0, sums) }

// Largest is the largest |e| in the given rows, as far as there are so many.
func Largest(m *Matrix, row, rows int) float64 {
	var sums [4]float64
	largest := 0.0
	for ; rows > 0 && row < m.N; row, rows = row+4, rows-4 {
		l, _, _ := scan(m, row, min(4, rows, m.N-row), 0, 0, sums[:])
		largest = max(largest, l)
	}
	return largest
}

// scanGo reads some rows of a deviation once: the largest |e|, how many cells have
// |e| <= lo and how many have |e| <= hi, and for every row the sum of its |e|. A
// row is added in four interleaved sums s0..s3, as (s0+s1)+(s2+s3), so that every
// kernel gives the same bits. rows is at least 1.
func scanGo(m *Matrix, row, rows int, lo, hi float64, rowSum []float64) (largest float64, below, upTo int) {
	for i := range rows {
		var s [4]float64
		for j, e := range m.Row(row + i) {
			e = math.Abs(e)
			s[j&3] += e
			largest = max(largest, e)
			if e <= lo {
				below++
			}
			if e <= hi {
				upTo++
			}
		}
		rowSum[i] = (s[0] + s[1]) + (s[2] + s[3])
	}
	return largest, below, upTo
}

package position

import "math"

// scan reads a deviation once: the largest |e|, how many cells have |e| <= lo
// and how many have |e| <= hi, and for every row the sum of its |e|. A row is
// added in four interleaved sums s0..s3, as (s0+s1)+(s2+s3), so that every
// kernel gives the same bits. rowSum has n cells.
var scan = scanGo

func scanGo(m *Matrix, lo, hi float64, rowSum []float64) (largest float64, below, upTo int) {
	for i := range m.N {
		var s [4]float64
		for j, e := range m.Row(i) {
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

// RowSums fills sums with the sum of |e| of every row.
func RowSums(m *Matrix, sums []float64) { scan(m, 0, 0, sums) }

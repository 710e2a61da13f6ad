package tally

// Sum is the expected number of white cells in a row of deviations. The values
// of At are added in four interleaved sums s0..s3, as (s0+s1)+(s2+s3), so that
// every kernel gives the same bits.
func (w *White) Sum(row []float64) float64 {
	var s [4]float64
	done := sumFours(w, row, &s)
	for j := done; j < len(row); j++ {
		s[j&3] += w.At(row[j])
	}
	return (s[0] + s[1]) + (s[2] + s[3])
}

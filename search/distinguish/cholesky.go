package distinguish

import "math"

// solve returns the x with S x = b for a symmetric positive definite S, or zeros if S is not
// positive definite. Of S the rows up to the diagonal are read. Cholesky's factor L of S = L L'
// takes the place of S. Sums run in one order and every product is rounded, so that the bits are
// the same on every machine, unlike those of libraries.
func solve(s [][]float64, b []float64) []float64 {
	x := make([]float64, len(b))
	for i, row := range s {
		for j := range i + 1 {
			sum := row[j]
			for k, l := range s[j][:j] {
				sum -= float64(row[k] * l)
			}
			switch {
			case j < i:
				row[j] = sum / s[j][j]
			case sum > 0:
				row[i] = math.Sqrt(sum)
			default:
				return x
			}
		}
	}
	y := make([]float64, len(b)) // L y = b
	for i, row := range s {
		y[i] = b[i]
		for k, l := range row[:i] {
			y[i] -= float64(l * y[k])
		}
		y[i] /= row[i]
	}
	for i := len(s) - 1; i >= 0; i-- { // L' x = y
		sum := y[i]
		for k := i + 1; k < len(s); k++ {
			sum -= float64(s[k][i] * x[k])
		}
		x[i] = sum / s[i][i]
	}
	return x
}

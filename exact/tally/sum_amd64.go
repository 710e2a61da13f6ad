//go:build !purego

package tally

import "dovetail/perm/processor"

// sumFours adds the first cells of a row, a multiple of four, and returns their number.
func sumFours(w *White, row []float64, s *[4]float64) int {
	fours := len(row) / 4
	if fours == 0 || !processor.Use.AVX2 {
		return 0
	}
	sumVectors(&row[0], fours, w.from, w.perUnit, float64(len(w.interval))-0.5, &w.interval[0][0], s)
	return 4 * fours
}

// sumVectors adds f of fours vectors of four deviations to the four sums; top is
// the largest place in the table of intervals.
//
//go:noescape
func sumVectors(row *float64, fours int, from, perUnit, top float64, table *float64, s *[4]float64)

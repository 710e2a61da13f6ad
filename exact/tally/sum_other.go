//go:build !amd64 || purego

package tally

// sumFours may add the first cells of a row, a multiple of four, and returns their
// number. Here it adds none.
func sumFours(*White, []float64, *[4]float64) int { return 0 }

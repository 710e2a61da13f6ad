//go:build !amd64 || purego

package distinguish

// lookUpMany may do lookUp for the first decks, and returns their number. Here it does none.
func lookUpMany(_, _ []float32, _, _ []uint16) int { return 0 }

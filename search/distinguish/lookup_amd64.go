//go:build !purego

package distinguish

import "dovetail/perm/processor"

// lookUpMany is lookUp for the first decks, a multiple of eight, and returns their number.
func lookUpMany(to, weights []float32, upper, lower []uint16) int {
	eights := len(to) / 8
	if eights == 0 || !processor.Use.AVX2 {
		return 0
	}
	lookUp8(&to[0], &weights[0], &upper[0], &lower[0], eights)
	return 8 * eights
}

// lookUp8 adds weights[upper[k]+lower[k]] to to[k] for eight times as many k. It checks no index.
//
//go:noescape
func lookUp8(to, weights *float32, upper, lower *uint16, eights int)

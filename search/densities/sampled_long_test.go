//go:build long

package densities

import "testing"

// The same for all words.
func TestAllIntervalsHold(t *testing.T) {
	checkHeld(t, 8, heldLetters[8], 5, 1, 20, 500)
	checkHeld(t, 9, heldLetters[9], 5, 1, 10, 500)
}

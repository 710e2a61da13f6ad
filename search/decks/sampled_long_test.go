//go:build long

package decks

import "testing"

// The same for all words.
func TestAllIntervalsHold(t *testing.T) {
	checkHeld(t, 8, heldLetters[8], 5, 1, 20, 500)
	checkHeld(t, 9, heldLetters[9], 5, 1, 10, 500)
}

// The same for all decks of six cards, and more walks.
func TestManyDensitiesAreUnbiased(t *testing.T) {
	for _, spelled := range annealedWords {
		checkUnbiased(t, walk(t, 6, spelled, 10), 40, 2) // few walks make up the mean where there are fewer steps
		checkBack(t, walk(t, 4, spelled, 5), 400)
	}
}

//go:build long

package anneal_test

import (
	"testing"

	"dovetail/search/anneal/annealtest"
)

// The same for all decks of six cards, and more walks.
func TestManyDensitiesAreUnbiased(t *testing.T) {
	for _, spelled := range annealedWords {
		checkUnbiased(t, annealtest.Walk(t, 6, spelled, 10), 40, 2) // few walks make up the mean where there are fewer steps
		checkBack(t, annealtest.Walk(t, 4, spelled, 5), 400)
	}
}

//go:build long

package law

import "testing"

func TestRiffles10(t *testing.T) { closedForm(t, 10, 12) }

// Words of 10 to 14 riffles of seven cards, with other letters between.
func TestLongWordsOfSeven(t *testing.T) {
	specs := []string{"riffle", "deal(piles=3)", "cut"}
	for _, word := range []string{"AABAAAAABAAA", "ACABAAAACAABAAAAAA"} {
		againstOutcomes(t, 7, specs, word)
	}
}

//go:build long

package rank

import (
	"testing"

	"dovetail/search/words"
	"dovetail/search/words/wordstest"
)

// Length 12 against the enumeration, for every score with bounds, under both
// presets of the riffle.
func TestPruneAgainstEnumerationLong(t *testing.T) {
	for key := range measures {
		checkPruning(t, wordstest.Query(t, 52, 12, "HRD", key, 0))
		checkPruning(t, wordstest.Query(t, 52, 12, "HRD", key, 0, "R=riffle(cut=normal)"))
	}
}

// Perfect words of length 12 against the enumeration.
func TestCountPerfectLong(t *testing.T) {
	q := wordstest.Query(t, 52, 12, "HRD", words.ByMeanTVD, 1)
	if got, want := perfectOf(t, q, 12, 2).Counts[12], rank(t, q, 2).Perfect; got.Cmp(want) != 0 {
		t.Errorf("%v perfect words, want %v", got, want)
	}
}

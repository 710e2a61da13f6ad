//go:build long

package topswops

import (
	"slices"
	"testing"
)

func TestLongestOf13And14(t *testing.T) {
	for n := 13; n <= 14; n++ {
		want, _ := KnownAt(n)
		var decks [][]int
		for _, engine := range Engines {
			a, err := Longest(t.Context(), n, Options{Engine: engine, Known: Known[:n-1]})
			if err != nil {
				t.Fatal(err)
			}
			if a.Best != want.Length || int(a.Count) != want.Decks {
				t.Errorf("n=%d, %s: %d moves by %d decks, want %v", n, a.Engine, a.Best, a.Count, want)
			}
			if decks != nil && !slices.EqualFunc(decks, a.Decks, slices.Equal[[]int]) {
				t.Errorf("n=%d: the engines find %v and %v", n, decks, a.Decks)
			}
			decks = a.Decks
		}
	}
}

func TestBundlesAgainstHalvingOf13And14(t *testing.T) {
	testAgainstHalving(t, 13, 10)
	testAgainstHalving(t, 14, 10)
}

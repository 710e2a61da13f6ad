//go:build long

package topswops

import (
	"slices"
	"testing"

	"dovetail/search/run"
)

func TestLongestOf13And14(t *testing.T) {
	for n := 13; n <= 14; n++ {
		want, _ := KnownAt(n)
		var decks [][]int
		for _, engine := range Engines {
			a, err := Max{N: n, Engine: engine}.find(t.Context(), run.Options{}, KnownBelow(n))
			if err != nil {
				t.Fatal(err)
			}
			if a.Length != want.Length || int(a.Count.Int64()) != want.Decks {
				t.Errorf("n=%d, %s: %d moves by %v decks, want %v", n, a.Engine, a.Length, a.Count, want)
			}
			if decks != nil && !slices.EqualFunc(decks, a.Decks, slices.Equal[[]int]) {
				t.Errorf("n=%d: the engines find %v and %v", n, decks, a.Decks)
			}
			decks = a.Decks
		}
	}
}

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
		a, err := Max{N: n}.find(t.Context(), run.Options{}, KnownBelow(n))
		if err != nil {
			t.Fatal(err)
		}
		if a.Length != want.Length || int(a.Count.Int64()) != want.Decks {
			t.Errorf("n=%d: %d moves by %v decks, want %v", n, a.Length, a.Count, want)
		}
		if forward, _ := published(n, want.Length, KnownBelow(n)); !slices.EqualFunc(forward.Decks, a.Decks, slices.Equal[[]int]) {
			t.Errorf("n=%d: the engines find %v and %v", n, forward.Decks, a.Decks)
		}
	}
}

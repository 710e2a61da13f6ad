package topswops

import (
	"slices"
	"testing"

	"dovetail/perm/topswops"
)

// All lengths on nine cards against playing all decks. Lists are compared down
// to 20 moves, and counts, of up to all the decks, below.
func TestAtLeastOnNineCards(t *testing.T) {
	const n, listed = 9, 20
	counts := make([]uint64, n*n)
	decks := map[int][][]int{}
	all(n, func(cards []int) {
		moves := int(topswops.Pack(cards).Play().Moves)
		counts[moves]++
		if moves >= listed {
			decks[moves] = append(decks[moves], ranked(slices.Clone(cards)))
		}
	})
	var count uint64
	var want [][]int
	for least := len(counts) - 1; least >= 0; least-- {
		count += counts[least]
		want = append(want, decks[least]...)
		slices.SortFunc(want, slices.Compare)
		a, err := AtLeast(t.Context(), n, least, Options{Bare: least < listed, Known: Known})
		if err != nil {
			t.Fatal(err)
		}
		if a.Count != count {
			t.Errorf("%d decks of %d moves or more, want %d", a.Count, least, count)
		}
		if least >= listed && !slices.EqualFunc(a.Decks, want, slices.Equal[[]int]) {
			t.Errorf("the decks of %d moves or more differ", least)
		}
	}
}

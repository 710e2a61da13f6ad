package topswops

import (
	"fmt"
	"testing"
)

// Parts of a search in any order: the longest decks of all, or every deck.
func TestMergeOfFound(t *testing.T) {
	part := func(best int, decks ...[]int) Found {
		return Found{Best: best, Count: uint64(len(decks)), Decks: decks}
	}
	parts := []Found{part(7, []int{1}, []int{4}), part(9, []int{3}), {}, part(9, []int{2}, []int{5}), part(8, []int{6})}
	for _, c := range []struct {
		all   bool
		count uint64
		decks string
	}{{false, 3, "[[2] [3] [5]]"}, {true, 6, "[[1] [2] [3] [4] [5] [6]]"}} {
		for first := range parts {
			var f Found
			for i := range parts {
				f.merge(parts[(first+i)%len(parts)], c.all)
			}
			if got := f.sorted(); got.Best != 9 || got.Count != c.count || fmt.Sprint(got.Decks) != c.decks {
				t.Errorf("all %v, from part %d: %d decks of %d moves, %v", c.all, first, got.Count, got.Best, got.Decks)
			}
		}
	}
}

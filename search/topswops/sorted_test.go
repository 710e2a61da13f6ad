package topswops

import (
	"slices"
	"testing"

	"dovetail/perm/topswops"
	"dovetail/search/run"
)

// Lengths and decks of the longest games that end in order, against playing
// all decks and against OEIS A000376.
func TestLongestSorted(t *testing.T) {
	published := []int{0, 0, 1, 2, 4, 7, 10, 16, 22, 30, 38, 51, 63}
	for n := 1; n < len(published); n++ {
		a, err := LongestSorted(t.Context(), n, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if a.Best != published[n] {
			t.Errorf("n=%d: %d moves, want %d", n, a.Best, published[n])
		}
		if n > 8 {
			continue
		}
		best, want := -1, [][]int(nil)
		all(n, func(cards []int) {
			x := rooted(topswops.Pack(cards), n)
			if !x.end.Ordered(n) || x.moves < best {
				return
			}
			if x.moves > best {
				best, want = x.moves, nil
			}
			want = append(want, ranked(slices.Clone(cards)))
		})
		slices.SortFunc(want, slices.Compare)
		if a.Best != best || !slices.EqualFunc(a.Decks, want, slices.Equal[[]int]) {
			t.Errorf("n=%d: %d moves by %v, want %d by %v", n, a.Best, a.Decks, best, want)
		}
	}
}

// Every deck that ends in order and has at least some moves, against playing
// all decks: front halves make many that end otherwise.
func TestSortedAtLeast(t *testing.T) {
	const n = 8
	for least := range 23 {
		var want [][]int
		all(n, func(cards []int) {
			if x := rooted(topswops.Pack(cards), n); x.moves >= least && x.end.Ordered(n) {
				want = append(want, ranked(slices.Clone(cards)))
			}
		})
		slices.SortFunc(want, slices.Compare)
		q := Query{N: n, Least: least, All: true, Sorted: true, Lengths: knownLengths(n - 1)}
		j, _, err := run.Run(t.Context(), question{q, budget}, run.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := j.total.sorted().Decks; !slices.EqualFunc(got, want, slices.Equal[[]int]) {
			t.Errorf("%d decks of %d moves or more end in order, want %d", len(got), least, len(want))
		}
	}
}

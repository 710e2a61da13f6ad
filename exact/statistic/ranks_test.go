package statistic

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"dovetail/perm"
)

// The laws of ranks against all decks, for ranks of equal and of unequal numbers of cards.
func TestRanksAgainstAllDecks(t *testing.T) {
	laws := []func([]int) []float64{Alike, inPlace, longestAlike}
	for _, sizes := range [][]int{{1}, {1, 1}, {2}, {3, 1}, {2, 2, 1}, {4, 1, 1}, {1, 1, 1, 1, 1, 1}, {3, 3}, {3, 2, 2}, {5, 2, 1}, {8}, {2, 2, 2, 2}} {
		var rank []int // of each card
		for r, m := range sizes {
			for range m {
				rank = append(rank, r)
			}
		}
		n := len(rank)
		decks := [3][]float64{make([]float64, n+1), make([]float64, n+1), make([]float64, n+1)}
		for i := range perm.Factorial(n) {
			p := perm.Unrank(n, i)
			beside, place, longest := 0, 0, 0
			for j := range n {
				if j > 0 && rank[p[j]] == rank[p[j-1]] {
					beside++
				}
				if rank[p[j]] == rank[j] {
					place++
				}
				k := j
				for k < n && rank[p[k]] == rank[p[j]] {
					k++
				}
				longest = max(longest, k-j)
			}
			decks[0][beside]++
			decks[1][place]++
			decks[2][longest]++
		}
		for i, law := range laws {
			same(t, fmt.Sprint([]string{"side by side ", "in place ", "longest run "}[i], sizes), listed(law(sizes)), decks[i])
		}
	}
}

// Of larger decks a longest run of one card is that no equal ranks lie side by side, all of one card each are fixed points,
// and 13 ranks of four have no card in place as in the game of frustration (P. Doyle, C. Grinstead and J. L. Snell, Frustration
// solitaire, 1995).
func TestRanksOfLargerDecks(t *testing.T) {
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %v, not %v", what, got, want)
		}
	}
	full := make([]int, 13)
	for r := range full {
		full[r] = 4
	}
	near("no equal ranks side by side", Alike(full)[0], 0.045476282331094305)
	near("no rank in place", inPlace(full)[0], 0.01623272746719463674)
	for _, sizes := range [][]int{full, {30, 2, 20}, {16, 16, 16, 128, 4, 4, 9, 1}, {208, 208}} {
		n, law := 0, longestAlike(sizes)
		for _, m := range sizes {
			n += m
		}
		near("a run of one card", law[1], Alike(sizes)[0])
		all := 0.0
		for _, p := range law {
			all += p
		}
		near("all runs", all, 1)
		mean := 0.0
		for _, m := range sizes {
			mean += float64(m) * float64(m) / float64(n)
		}
		if got := listed(inPlace(sizes)).Mean; math.Abs(got/mean-1) > 1e-12 {
			t.Errorf("%v: %v in place, not %v", sizes, got, mean)
		}
	}
	for k, p := range fixed(20) {
		if law := inPlace([]int{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}); k < len(law) {
			near("fixed points", law[k], p)
		}
	}
}

// The laws that are kept are those of the ranks of a deck, and not of the deck before.
func TestRanksOfDecks(t *testing.T) {
	var of Describer
	for _, ranks := range []int{3, 2, 0, 2, 3} {
		d, err := of.Describe(t.Context(), []int{4, 1, 6, 3, 5, 2}, ranks)
		if err != nil {
			t.Fatal(err)
		}
		for i, name := range OfRanks {
			at := slices.IndexFunc(d.Values, func(v Value) bool { return v.Name == name })
			if (at >= 0) != (ranks > 0) || at >= 0 && d.Values[at].Fair.Mean != listed(RankLaws(6, ranks)[i]).Mean {
				t.Errorf("%d ranks, %s: %+v", ranks, name, d.Values)
			}
		}
	}
}

package perm

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Ranks count the permutations in lexicographic order.
func TestRankCountsLexicographically(t *testing.T) {
	for n := range 8 {
		var before Perm
		for rank := range Factorial(n) {
			p := Unrank(n, rank)
			if err := p.Check(); err != nil || len(p) != n {
				t.Fatalf("n=%d rank %d: %v, %v", n, rank, p, err)
			}
			if rank > 0 && slices.Compare(before, p) >= 0 {
				t.Fatalf("n=%d: %v at rank %d follows %v", n, p, rank, before)
			}
			if p.Rank() != rank {
				t.Fatalf("n=%d: %v has rank %d, want %d", n, p, p.Rank(), rank)
			}
			before = p
		}
	}
}

func TestRankOfLargeDecks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, MaxRanked).Draw(t, "n")
		p := Perm(rapid.Permutation([]int(Identity(n))).Draw(t, "p"))
		equal(t, "unranked", Unrank(n, p.Rank()), p)
	})
	if last := Reversal(MaxRanked).Rank(); last != Factorial(MaxRanked)-1 {
		t.Errorf("the last deck of %d has rank %d", MaxRanked, last)
	}
}

package topswops

import (
	"cmp"
	"slices"
)

// longDeck builds a deck of n cards with a long game, going backwards from the
// sorted deck: a move is undone by any card k > 1 at home, which reverses the
// first k cards. Of the decks that many moves back it follows those with the
// most ways on, card k counting k for its chance to move many cards, and ties
// go to the smallest deck. It stops when none has a way on.
func longDeck(n int) []int {
	decks := [][]int{ranked(counting(n))}
	width := max(1, 40_000/(n*n))
	for {
		var next [][]int
		for _, d := range decks {
			for i := 1; i < n; i++ {
				if d[i] == i+1 {
					e := slices.Clone(d)
					slices.Reverse(e[:i+1])
					next = append(next, e)
				}
			}
		}
		if len(next) == 0 {
			return decks[0]
		}
		slices.SortFunc(next, func(d, e []int) int {
			return cmp.Or(ways(e)-ways(d), slices.Compare(d, e))
		})
		next = slices.CompactFunc(next, slices.Equal[[]int])
		decks = next[:min(len(next), width)]
	}
}

// ways weighs the cards at home.
func ways(d []int) int {
	sum := 0
	for i := 1; i < len(d); i++ {
		if d[i] == i+1 {
			sum += len(d) + i
		}
	}
	return sum
}

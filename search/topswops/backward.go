package topswops

import (
	"cmp"
	"context"
	"slices"
)

// longDeck builds a deck of n cards with a long game, going backwards from
// card 1 on top of cards yet unknown, 0. A move is undone by a card k > 1 at
// home, or by an unknown one at position k if k is still to be named, which
// reverses the first k cards. Of the decks that many moves back it follows
// those with the fewest cards named so far, then those with the most cards at
// home, and ties go to the smallest deck. It stops when none has a way on;
// cards never named are supporting, and take the places left in order.
func longDeck(ctx context.Context, n int) ([]int, error) {
	start := make([]int, n)
	start[0] = 1
	decks := [][]int{start}
	width := max(20, 20_000/n)
	for ctx.Err() == nil {
		var next [][]int
		for _, d := range decks {
			next = undone(next, d)
		}
		if len(next) == 0 {
			return completed(decks[0]), nil
		}
		slices.SortFunc(next, func(d, e []int) int {
			return cmp.Or(ways(e)-ways(d), slices.Compare(d, e))
		})
		next = slices.CompactFunc(next, slices.Equal[[]int])
		decks = next[:min(len(next), width)]
	}
	return nil, ctx.Err()
}

// undone appends the decks one move before d. Unknown cards are named smallest
// first.
func undone(next [][]int, d []int) [][]int {
	named := make([]bool, len(d)+1)
	for _, v := range d {
		named[v] = true
	}
	fresh := true
	for i := 1; i < len(d); i++ {
		name := d[i] == 0 && !named[i+1]
		if d[i] != i+1 && !(name && fresh) {
			continue
		}
		fresh = fresh && !name
		e := slices.Clone(d)
		e[i] = i + 1
		slices.Reverse(e[:i+1])
		next = append(next, e)
	}
	return next
}

// completed gives the unknown cards their values.
func completed(d []int) []int {
	for v := 1; v <= len(d); v++ {
		if !slices.Contains(d, v) {
			d[slices.Index(d, 0)] = v
		}
	}
	return d
}

// ways weighs the cards still unknown, then those at home.
func ways(d []int) int {
	sum := 0
	for i, v := range d {
		switch v {
		case 0:
			sum += len(d)
		case i + 1:
			sum++
		}
	}
	return sum
}

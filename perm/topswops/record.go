package topswops

import (
	"dovetail/results"
	"dovetail/results/number"
)

// The longest game, and the largest deck, that is printed in full.
const (
	printedMoves = 500
	PrintedCards = 100
)

// ListedMoves is the longest game of which the record lists the cards moved.
const ListedMoves = 1_000_000

// Record is the game, taken apart.
func (g *Game) Record() results.TopswopsPlay {
	r := results.TopswopsPlay{
		Schema:       results.TopswopsPlaySchema,
		Kind:         results.Exact,
		N:            len(g.Deck),
		Length:       g.Length(),
		Deck:         g.Deck,
		End:          g.End,
		Protagonists: g.Protagonists(),
		Supporting:   append([]int{}, g.Supporting()...),

		TopswopsHalves: g.Halves(),
	}
	if r.Length <= ListedMoves {
		r.Moves = append([]int{}, g.Shown...)
	}
	if r.N <= PrintedCards && r.Length <= printedMoves {
		r.Decks = g.History
		for _, s := range g.Scores() {
			r.Scores = append(r.Scores, number.Of(s))
		}
	}
	return r
}

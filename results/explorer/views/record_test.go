package views

import (
	"testing"

	"dovetail/results"
	"dovetail/results/games"
)

// A record is drawn by what it has, and one that has nothing to be drawn has no picture.
func TestDrawnOf(t *testing.T) {
	for _, c := range []struct {
		record          results.Record
		deck, intervals int
	}{
		{games.TopswopsMax{N: 3}, 0, 0}, // whose decks were counted alone
		{games.TopswopsMax{N: 3, Decks: [][]int{{3, 1, 2}, {2, 3, 1}}}, 3, 0},
		{games.TopswopsRecords{}, 0, 0},
		{games.TopswopsRecords{Rows: []games.TopswopsRecord{{N: 1}}}, 0, 0}, // a game of no moves
		{games.TopswopsRecords{Rows: []games.TopswopsRecord{{N: 2, Length: 1}, {N: 3, Length: 2}}}, 0, 2},
		{results.TVD{Distance: results.Distance{Lower: 0.1, Upper: 0.3}}, 0, 1},
		{results.Hands{}, 0, 0}, {results.BoundRank{}, 0, 0}, {games.TopswopsCensus{}, 0, 0}, {results.Models{}, 0, 0},
	} {
		if deck, intervals := drawnOf(c.record); len(deck) != c.deck || len(intervals) != c.intervals {
			t.Errorf("%T: a deck of %d cards, %v", c.record, len(deck), intervals)
		}
	}
	if got := ofMost([]float64{1, 4, 2}); got[0] != [2]float64{0, 0.25} || got[1][1] != 1 || got[2][1] != 0.5 {
		t.Error(got)
	}
}

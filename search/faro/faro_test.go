package faro

import (
	"slices"
	"testing"

	"dovetail/perm/cards"
	"dovetail/perm/faro"
	"dovetail/results"
	"dovetail/results/powers"
	"dovetail/search/run"
)

func TestSeedDecks(t *testing.T) {
	for _, c := range []struct{ n, times, step int }{{52, 8, 1}, {13, 12, 2}} {
		q, err := untilItReturns(faro.Out, cards.New(c.n, 0))
		if err != nil || q.Check() != nil || q.Times != c.times {
			t.Fatalf("%d cards: %+v, %v", c.n, q, err)
		}
		r, err := run.AnswerTo[powers.Faro](t.Context(), q, run.Options{})
		if err != nil || len(r.Decks) != c.times+1 || !slices.IsSorted(r.Decks[c.times]) || !r.Returns {
			t.Fatalf("%d cards: %v, %v", c.n, r.Decks, err)
		}
		want := map[int][]int{52: {0, 26, 1, 27, 2, 28}, 13: {0, 10, 7, 4, 1, 11, 8, 5, 2, 12, 9, 6, 3}}[c.n]
		if !slices.Equal(r.Decks[c.step][:len(want)], want) {
			t.Error(r.Decks[c.step])
		}
	}
}

// What is no question is refused before anything is computed.
func TestQuestionsRefuse(t *testing.T) {
	for _, q := range []results.Question{
		Deck{}, Deck{N: 1 << 63}, Listing{}, Listing{1 << 62}, Table{}, Table{3, 2}, Table{1, 1 << 62}, Table{1, 10_001},
		Move{0, 1, 1}, Moves{}, Moves{1001, 1}, Moves{52, 53}, Move{52, 53, 1}, Move{52, 1, 53}, Move{52, 0, 1}, Move{52, 1, 0}, Move{1 << 62, 1, 1},
		Trail{}, Trail{faro.Out, []int{1, 3}, 1}, Trail{faro.In, []int{1, 1}, 1}, Trail{faro.In, []int{1, 0}, 1}, Trail{faro.Out, cards.New(4, 1), -1},
		Trail{faro.Out, cards.New(3, 1), MaxPrinted / 3}, Trail{faro.Out, cards.New(3, 1), 1<<63 - 1},
	} {
		if q.Check() == nil {
			t.Errorf("%#v passed", q)
		}
	}
}

// A deck too large to search has no shortest word.
func TestMoveUnsearched(t *testing.T) {
	r, err := run.AnswerTo[powers.Move](t.Context(), Move{faro.ShortestLimit + 2, 1, 2}, run.Options{})
	if err != nil || r.Shortest != nil || len(r.Closed) != 20 {
		t.Errorf("%+v, %v", r, err)
	}
}

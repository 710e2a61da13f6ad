package explorer

import (
	"context"
	"encoding/json"
	"slices"

	"dovetail/results"
)

// A deck that is dealt shuffle by shuffle, so that one card can be followed. Each shuffle is a question of its
// own, a new deck shuffled once, with the next seed; what one after the other does is their composition.

// eachShuffle deals a new deck by each letter of the routine.
func eachShuffle(q values) ([]ask, error) {
	var all []fields
	for i, c := range q.Text("word") {
		all = append(all, with(q.dealt(string(c)),
			fields{"seed": q.Number("seed") + int64(i), "riffles": 1}))
	}
	return each(q, results.DeckSchema, all...)
}

// followed are the decks before and after each shuffle, for the picture that moves, and where a card lies.
type followed struct {
	Decks  string // as JSON, by card numbers
	Times  int
	Card   int64
	Places []int
	Seed   int64 // of the next deal
}

func drawFollowed(_ context.Context, _ *Server, q values, all []Answer) (any, error) {
	deck := make([]int, q.Number("n"))
	for i := range deck {
		deck[i] = i + 1
	}
	decks := [][]int{deck}
	for _, a := range all {
		next := make([]int, len(deck))
		for i, from := range a.Records[0].(results.Deck).Deck {
			next[i] = deck[from-1]
		}
		deck = next
		decks = append(decks, deck)
	}
	text, err := json.Marshal(map[string]any{"n": len(deck), "decks": decks})
	f := followed{Decks: string(text), Times: len(all), Card: min(q.Number("card"), q.Number("n")),
		Seed: q.Number("seed") + int64(len(all))}
	for _, d := range decks {
		f.Places = append(f.Places, 1+slices.Index(d, int(f.Card)))
	}
	return f, err
}

package routine

import (
	"context"
	"encoding/json"

	"dovetail/results"
	"dovetail/results/explorer/picture"
	"dovetail/results/explorer/view"
)

// A deck is dealt shuffle by shuffle, so that each shuffle can be seen, and one card can be
// followed. Each shuffle is a separate question, a new deck shuffled once, with the next seed.
// Successive shuffles are their composition.

// eachShuffle deals a new deck by each letter of the routine.
func eachShuffle(q view.Values) ([]view.Command, error) {
	var all []view.Given
	for i, c := range q.Text("word") {
		all = append(all, view.With(q.Dealt(string(c)),
			view.Given{"seed": q.Number("seed") + int64(i), "riffles": 1}))
	}
	return view.Each(q, results.DeckSchema, all...)
}

// followed are the decks before and after each shuffle, for the animation, and the card that is
// followed.
type followed struct {
	Decks string         // as JSON, by card numbers, with the shuffles between them
	Faces []picture.Face // of the deck after all
	Times int
	Card  int64
	Seed  int64 // of the next deal
}

// drawFollowed composes the shuffles.
func drawFollowed(_ context.Context, q view.Values, all []view.Answer) (any, error) {
	deck := make([]int, q.Number("n"))
	for i := range deck {
		deck[i] = i + 1
	}
	decks := [][]int{deck}
	var named results.Named
	for _, a := range all {
		r := a.Records[0].(results.Deck)
		named = r.Named
		next := make([]int, len(deck))
		for i, from := range r.Deck {
			next[i] = deck[from-1]
		}
		deck = next
		decks = append(decks, deck)
	}
	word := q.Text("word")
	kinds := make([]string, len(word)) // how scripts move the cards
	for i := range word {
		if kinds[i] = word[i : i+1]; riffled(q, kinds[i]) != "" {
			kinds[i] = "R"
		}
	}
	text, err := json.Marshal(map[string]any{"n": len(deck), "decks": decks, "kinds": kinds})
	f := followed{Decks: string(text), Faces: picture.Faces(deck, named), Times: len(all), Card: min(q.Number("card"), q.Number("n")),
		Seed: q.Number("seed") + int64(len(all))}
	return f, err
}

package explorer

import (
	"context"
	"encoding/json"
	"slices"

	"dovetail/results"
)

// A deck that is dealt shuffle by shuffle, so that one sees what each does, and one card can be followed. Each shuffle is
// a question of its own, a new deck shuffled once, with the next seed; what one after the other does is their composition.

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
	Decks  string // as JSON, by card numbers, with the shuffles between them
	Faces  []face // of the deck after all
	Times  int
	Card   int64
	Places []int
	Seed   int64 // of the next deal
}

// face is a card that shows its rank and suit, or its number.
type face struct {
	Number     int
	Rank, Suit string
	Like       string
}

// facesOf are the cards of a deck.
func facesOf(deck []int, named results.Named) (all []face) {
	for i, c := range cardsOf(deck, named) {
		f := face{Number: deck[i], Rank: c.Name, Like: c.Like}
		if r := []rune(c.Name); len(r) > 1 && r[len(r)-1] > 0x2000 {
			f.Rank, f.Suit = string(r[:len(r)-1]), string(r[len(r)-1])
		}
		all = append(all, f)
	}
	return all
}

func drawFollowed(_ context.Context, _ *Server, q values, all []Answer) (any, error) {
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
	kinds := make([]string, len(word)) // as scripts move the cards
	for i := range word {
		if kinds[i] = word[i : i+1]; q.riffled(kinds[i]) != "" {
			kinds[i] = "R"
		}
	}
	text, err := json.Marshal(map[string]any{"n": len(deck), "decks": decks, "kinds": kinds})
	f := followed{Decks: string(text), Faces: facesOf(deck, named), Times: len(all), Card: min(q.Number("card"), q.Number("n")),
		Seed: q.Number("seed") + int64(len(all))}
	for _, d := range decks {
		f.Places = append(f.Places, 1+slices.Index(d, int(f.Card)))
	}
	return f, err
}

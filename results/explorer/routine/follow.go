package routine

import (
	"context"
	"encoding/json"

	"dovetail/results"
	"dovetail/results/explorer/picture"
	"dovetail/results/explorer/view"
	"dovetail/results/games"
)

// A deck is dealt shuffle by shuffle, so that each shuffle can be seen, and one card can be followed. It is the deck of
// the game of guessing with the same seed, which its command deals.

// watched is the question about that game.
func watched(q view.Values) ([]view.Command, error) {
	return view.Each(q, results.WatchedSchema, view.With(q.Own(q.Text("word")), view.Given{"seed": q.Number("seed")}))
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

// drawFollowed prepares them.
func drawFollowed(ctx context.Context, q view.Values, all []view.Answer) (any, error) {
	asked, err := watched(q)
	if err != nil {
		return nil, err
	}
	decks, err := q.Answers.Steps(ctx, asked[0].Questions[0])
	if err != nil {
		return nil, err
	}
	r, deck := all[0].Records[0].(games.Watched), decks[len(decks)-1]
	word := q.Text("word")
	kinds := make([]string, len(word)) // how scripts move the cards
	for i := range word {
		if kinds[i] = word[i : i+1]; riffled(q, kinds[i]) != "" {
			kinds[i] = "R"
		}
	}
	text, err := json.Marshal(map[string]any{"n": len(deck), "decks": decks, "kinds": kinds})
	f := followed{Decks: string(text), Faces: picture.Faces(deck, r.Named), Times: len(word), Card: min(q.Number("card"), q.Number("n")),
		Seed: q.Number("seed") + 1}
	return f, err
}

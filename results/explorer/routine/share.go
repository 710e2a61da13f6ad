package routine

import (
	"context"
	"fmt"
	"net/http"

	"dovetail/results/explorer/picture"
	"dovetail/results/explorer/view"
	"dovetail/results/games"
)

// shared is what somebody sends who shares a routine and its deck.
type shared struct{ Title, Text, URL, Picture, File string }

// sharing is what is sent of a routine: its address, with the deck that was read, and its picture in the language of the
// page.
func sharing(q view.Values, r games.Watched) shared {
	word := q.Text("word")
	lang := []string{"lang", string(q.Says), "packets", "", "card", "1"}
	return shared{Title: Heading(q), Text: named(q, r), URL: q.Address("", lang...), Picture: q.Address("shared.png", lang...),
		File: "dovetail-" + word + ".png"}
}

// named says how many cards of a deck were named.
func named(q view.Values, r games.Watched) string {
	return fmt.Sprintf(q.Says.Of("share.named"), r.Right, r.N)
}

// shareRoutine draws the deck of a routine with its runs lit and a ring around the cards that are named, how many these are, and the verdict.
func shareRoutine(ctx context.Context, w http.ResponseWriter, q view.Values, _ []view.Answer) error {
	v, err := judged(ctx, q)
	if err != nil {
		return err
	}
	p, y := picture.NewPoster(), 100
	p.Text(64, 70, 0, picture.Width-128, 34, picture.Soft, Spoken(q, q.Text("word")))
	if commands, err := watched(q); err == nil { // what cannot be dealt has a verdict alone
		all, err := q.Answers.Answer(ctx, commands...)
		if err != nil {
			return err
		}
		r := all[0].Records[0].(games.Watched)
		y = p.Deck(faces(r), y)
		p.Text(64, y+48, 0, picture.Width-128, 46, picture.Ink, named(q, r))
	}
	p.Text(64, y+100, 0, picture.Width-128, 28, picture.Soft, v.Says())
	p.Text(picture.Width-64, picture.Height-26, 1, 400, 28, picture.Soft, "dovetail ♠♥♣♦")
	return picture.PNG(w, p.Image)
}

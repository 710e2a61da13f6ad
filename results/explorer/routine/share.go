package routine

import (
	"context"
	"fmt"
	"net/http"

	"dovetail/results/explorer/picture"
	"dovetail/results/explorer/view"
)

// shared is what somebody sends who shares a routine.
type shared struct{ Title, Text, URL, Picture, File string }

// sharing is what is sent of a routine: its address, which is the same for everybody, and its picture in the language of
// the page.
func sharing(q view.Values, v Verdict) shared {
	word := q.Text("word")
	lang := []string{"lang", string(q.Says), "packets", "", "seed", "1", "card", "1"}
	return shared{Title: Spoken(q, word) + ": " + v.Says(), Text: v.Wins() + " " + q.Says.Of("share.beat"),
		URL: q.Address("", lang...), Picture: q.Address("shared.png", lang...), File: "dovetail-" + word + ".png"}
}

// shareRoutine draws a routine as cards, with what is known of it in figures and in a sentence.
func shareRoutine(ctx context.Context, w http.ResponseWriter, q view.Values, _ []view.Answer) error {
	v, err := Judged(ctx, q)
	if err != nil {
		return err
	}
	p := picture.NewPoster()
	p.Text(64, 74, 0, picture.Width-128, 34, picture.Soft, q.Says.Of("routine.title"))
	groups := groups(q)
	const wide, high, between, most = 118, 160, 16, 5
	for i, g := range groups[:min(len(groups), most)] {
		x := 64 + i*(wide+between)
		p.Round(x, 104, wide, high, 12, picture.Line)
		p.Round(x+2, 106, wide-4, high-4, 10, picture.White)
		p.Text(x+wide/2, 182, 0.5, wide-24, 44, picture.Ink, fmt.Sprintf("× %d", g.Times))
		p.Text(x+wide/2, 236, 0.5, wide-12, 26, picture.Soft, called(q, g.Letter))
	}
	if len(groups) > most {
		p.Text(64+most*(wide+between), 196, 0, wide, 44, picture.Soft, "…")
	}
	x := 64 + min(len(groups), most+1)*(wide+between) + between
	p.Text(picture.Width-64, 190, 1, picture.Width-64-x, 110, picture.Blue, v.Figure)
	p.Text(picture.Width-64, 236, 1, picture.Width-64-x, 26, picture.Soft, v.Won())
	y := p.Wrapped(64, 338, picture.Width-128, 50, picture.Ink, v.Says())
	p.Wrapped(64, y, picture.Width-128, 29, picture.Soft, v.Wins())
	p.Bar(64, picture.Height-84, picture.Width-128, 18, v.Low, v.High)
	p.Text(64, picture.Height-26, 0, picture.Width-128, 30, picture.Red, q.Says.Of("share.beat"))
	p.Text(picture.Width-64, picture.Height-26, 1, 400, 28, picture.Soft, "dovetail ♠♥♣♦")
	return picture.PNG(w, p.Image)
}

package views

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"dovetail/results"
	"dovetail/results/explorer/picture"
	"dovetail/results/explorer/view"
)

// words is the view of one word, of another beside it, and of all words of a length.
var words = &view.View{
	Name: "words", Picture: func(view.Values) string { return "bitmap.png" },
	Fields: []view.Field{
		{Name: "word", Default: "RRRRDRR", Letters: 40, Word: true},
		{Name: "other", Default: "HDHRDHH", Letters: 40, Word: true},
		{Name: "n", Default: "52", Lo: 2, Hi: 120},
		{Name: "alphabet", Default: view.Paper, Letters: 15},
		{Name: "m", Default: "7", Lo: 1, Hi: 12, Slide: true},
		{Name: "by", Default: "bound", Choices: rankings},
	},
	Letters: true,
	Panels: []*view.Panel{
		{Name: "rank", Slow: true, Commands: ranking},
		{Name: "score", Commands: func(q view.Values) ([]view.Command, error) {
			return view.Each(q, results.ScoreSchema, q.Own(q.Text("word")), q.Own(q.Text("other")))
		}},
		{Name: "bitmap", Commands: positionLaw, File: drawBitmap, Ending: "png", Apart: true, Extra: bitmapFrame},
	},
}

// positionLaw is that of the word.
var positionLaw = view.One(results.LawSchema, func(q view.Values) view.Given { return view.With(q.Own(q.Text("word")), view.Given{"matrix": "E"}) })

// drawBitmap is the law as a picture.
func drawBitmap(_ context.Context, w http.ResponseWriter, _ view.Values, all []view.Answer) error {
	r := all[0].Records[0].(results.Law)
	m, _ := picture.Law(r.Rows, r.Emax)
	return picture.PNG(w, m)
}

// bitmapFrame is the bitmap with its axes and its scale: the number of cells of each colour, and
// the reason if all are white.
func bitmapFrame(_ context.Context, q view.Values, all []view.Answer) (any, error) {
	r := all[0].Records[0].(results.Law)
	_, cells := picture.Law(r.Rows, r.Emax)
	n := len(r.Rows)
	return map[string]any{"Picture": picture.Framed(n, q.Address("bitmap.png"), r.Word, q.Says.Of("words.end"), q.Says.Of("words.start")),
		"White": cells[0], "Blue": cells[1], "Red": cells[2], "All": cells[0] == n*n, "Emax": fmt.Sprintf("%.3g", r.Emax)}, nil
}

// rankings are those that pages offer. The first are over all orders of the deck, as the scores of
// single cards see less.
var rankings = []string{"bound", "decks", "c", "tvd", "worst", "maxerror", "ew"}

// ranking finds the best words of the letters, by any of the rankings, within a time if that is sampled.
func ranking(q view.Values) ([]view.Command, error) {
	f := view.With(q.Scored(q.Text("alphabet")), view.Given{"length": q.Number("m"), "top": 20})
	switch by := q.Text("by"); by {
	case "bound":
		return view.Each(q, results.BoundRankSchema, f)
	case "decks":
		return view.Each(q, results.DecksRankSchema, view.With(f, view.Given{"time": 2 * time.Minute}))
	default:
		return view.Each(q, results.RankSchema, view.With(f, view.Given{"by": by}))
	}
}

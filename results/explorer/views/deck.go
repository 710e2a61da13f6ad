package views

import (
	"context"
	"math"
	"net/http"

	"dovetail/results"
	"dovetail/results/explorer/picture"
	"dovetail/results/explorer/view"
	"dovetail/results/powers"
)

// deck is the home page of a size of decks.
var deck = &view.View{
	Name: "cards", Key: "n",
	Picture: func(q view.Values) string {
		if q.Number("n") > maxSteps {
			return ""
		}
		return "shared.png"
	},
	Fields: []view.Field{{Name: "n", Default: "52", Lo: 2, Hi: math.MaxInt64, All: true}},
	Panels: []*view.Panel{
		{Name: "order", Commands: view.One(results.OrdersDeckSchema, deckSize)},
		{Name: "riffles", Commands: func(q view.Values) ([]view.Command, error) {
			n := q.Number("n")
			if n > 160 {
				return nil, nil
			}
			return view.Each(q, results.RifflesSchema, view.Given{"cards": n, "riffles": view.UpTo(int64(1.5*math.Log2(float64(n))) + 8)})
		}, Chart: true},
		{Name: "longest", Slow: true, Auto: true, Commands: func(q view.Values) ([]view.Command, error) {
			if q.Number("n") > 97 {
				return nil, nil
			}
			return view.Each(q, results.TopswopsBoundsSchema, deckSize(q))
		}},
		{Name: "shared", File: shareDeck, Ending: "png"},
	},
}

// shareDeck shows every deck until the first one is back.
func shareDeck(ctx context.Context, w http.ResponseWriter, q view.Values, _ []view.Answer) error {
	q.Of["kind"] = "out"
	commands, err := steps(q)
	if err != nil {
		return err
	}
	all, err := q.Answers.Download(ctx, commands...)
	if err != nil {
		return err
	}
	r := all[0].Records[0].(powers.Faro)
	return picture.PNG(w, picture.Filling(picture.Decks(r.N, r.Decks)))
}

package views

import (
	"context"
	"math"
	"net/http"

	"dovetail/results"
	"dovetail/results/explorer/picture"
	"dovetail/results/explorer/routine"
	"dovetail/results/explorer/view"
	"dovetail/results/games"
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
		}, Extra: drawNeeds},
		{Name: "longest", Slow: true, Auto: true, Commands: func(q view.Values) ([]view.Command, error) {
			if q.Number("n") > 97 {
				return nil, nil
			}
			return view.Each(q, results.TopswopsBoundsSchema, deckSize(q))
		}, Extra: drawBounds},
		{Name: "shared", File: shareDeck, Ending: "png"},
	},
}

// drawNeeds finds in the rows how many riffles it takes.
func drawNeeds(ctx context.Context, q view.Values, all []view.Answer) (any, error) {
	r := all[0].Records[0].(results.Riffles)
	needs := view.NewTable(q.Says.Of("cards.won"), q.Says.Of("shuffles.axis"))
	for _, most := range []float64{0.5, 0.25, routine.Aim, 0.01} {
		for _, row := range r.Rows {
			if view.Value(row.TVD) <= most {
				needs.Add(picture.Label(100*most), row.Shuffles)
				break
			}
		}
	}
	drawn, err := drawRiffles(ctx, q, all)
	return map[string]any{"Needs": needs, "Drawn": drawn}, err
}

// drawBounds says what is known of the longest game.
func drawBounds(_ context.Context, q view.Values, all []view.Answer) (any, error) {
	b := all[0].Records[0].(games.TopswopsBounds)
	known := map[string]any{"Exact": b.Published, "Source": b.Source, "Lower": b.Lower, "Upper": b.Fibonacci.String(),
		"Deck": deckText(b.Deck)}
	for _, k := range q.Answers.Filed() {
		if k.Question.Schema() != results.TopswopsRecordsSchema {
			continue
		}
		for _, row := range k.Record().(games.TopswopsRecords).Rows {
			if row.N == b.N && row.Length >= b.Lower {
				known["Lower"], known["Deck"], known["Record"] = row.Length, deckText(row.Deck), q.Home("record", k.Name)
			}
		}
	}
	return known, nil
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

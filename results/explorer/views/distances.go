package views

import (
	"context"
	"fmt"
	"math"
	"strings"

	"dovetail/results"
	"dovetail/results/explorer/language"
	"dovetail/results/explorer/picture"
	"dovetail/results/explorer/view"
	"dovetail/results/games"
)

// fair is the view of distances from a fair deck.
var fair = &view.View{
	Name: "fair",
	Fields: []view.Field{
		{Name: "n", Default: "52", Lo: 2, Hi: 160},
		{Name: "upto", Default: "12", Lo: 2, Hi: 30},
		{Name: "how", Default: "riffle", Choices: []string{"riffle", "shelf", "top"}, Decides: true},
		{Name: "a", Default: "2", Lo: 2, Hi: 100, When: by("riffle")},
		{Name: "cut", Default: "none", Choices: []string{"none", "before", "after"}, When: by("riffle")},
		{Name: "shelves", Default: "10", Lo: 1, Hi: 1000, When: by("shelf")},
		{Name: "cards", Default: "1", Lo: 1, Hi: 160, When: by("top")},
		{Name: "deck", Default: "red-black", Form: dealtForm, When: by("riffle")},
	},
	Panels: []*view.Panel{
		{Name: "curves", Commands: view.One(results.RifflesSchema, func(q view.Values) view.Given {
			f := view.Given{"cards": q.Number("n"), "riffles": view.UpTo(q.Number("upto"))}
			switch q.Text("how") {
			case "shelf":
				return view.With(f, view.Given{"shelf": q.Number("shelves")})
			case "top":
				return view.With(f, view.Given{"riffles": view.UpTo(10 * q.Number("n")), "top": q.Number("cards")})
			}
			return view.With(f, view.Given{"a": q.Number("a"), "cut": q.Text("cut")})
		}), Extra: drawRiffles},
		{Name: "bet", Slow: true, Auto: true, Commands: func(q view.Values) ([]view.Command, error) {
			letter, model := "R", "R=riffle"
			switch {
			case q.Text("how") == "shelf":
				letter, model = "S", "S=shelf(m="+q.Text("shelves")+")"
			case q.Text("how") == "top":
				return nil, nil // no closed form is known
			case q.Text("a") != "2":
				letter, model = "A", "A=ashuffle(a="+q.Text("a")+")"
			}
			word := strings.Repeat(letter, int(q.Number("upto")))
			return view.Each(q, results.GuessSchema, view.Given{"cards": q.Number("n"), "model": []string{model}, "WORD": word})
		}, Extra: drawGuess},
		{Name: "repeated", Slow: true, Auto: true, Commands: func(q view.Values) ([]view.Command, error) {
			if q.Text("how") != "riffle" {
				return nil, nil
			}
			commands, err := view.Each(q, results.RepeatedSchema, view.Given{"cards": q.Number("n"), "deck": q.Text("deck"), "a": q.Number("a"),
				"riffles": view.UpTo(min(q.Number("upto"), 12)), "decks": 2000})
			if err != nil && q.Text("deck") == q.Usual("deck") {
				return nil, view.Without{Reason: err} // it is only the default
			}
			return commands, err
		}, Extra: drawRepeated},
	},
}

// by says how the deck is shuffled.
func by(how string) func(view.Values) bool {
	return func(q view.Values) bool { return q.Text("how") == how }
}

// drawRiffles are the distances after each number of shuffles, as curves and in a table, with the bet that wins most.
func drawRiffles(_ context.Context, q view.Values, all []view.Answer) (any, error) {
	t := q.Says
	r := all[0].Records[0].(results.Riffles)
	tvd, sep := picture.Curve{Name: t.Of("tvd")}, picture.Curve{Name: t.Of("separation")}
	for _, row := range r.Rows {
		tvd.Add(row.Shuffles, view.Value(row.TVD))
		sep.Add(row.Shuffles, view.Value(row.Separation))
	}
	var event []any
	if r.Event != "" {
		event = []any{t.Of(bets[r.Event]), t.Of("fair.comes"), t.Of("fair.price")}
	}
	table, step := view.NewTable(t.Of("shuffles.axis"), t.Term(t.Of("tvd"), t.Of("term.tvd")), t.Term(t.Of("separation"), t.Of("term.separation")), event), 1
	if len(r.Rows) > 30 { // moves of cards from the top, which change little at once
		step = (len(r.Rows) + 19) / 20
	}
	for i := 0; i < len(r.Rows); i += step {
		row := r.Rows[i]
		if event != nil {
			event = []any{"", row.Here, row.Fair}
			if row.Bound != nil {
				event[0] = *row.Bound
			}
		}
		table.Add(row.Shuffles, row.TVD, row.Separation, event)
	}
	chart := picture.Chart{Across: t.Of("shuffles.axis"), Up: t.Of("distance"), Top: 1, Curves: []picture.Curve{tvd, sep}}
	return map[string]any{"Event": r.Event != "", "Chart": chart.SVG(), "Table": table}, nil
}

// bets are the names of bets, by the events of records.
var bets = map[string]string{
	results.RisingAtMost: "fair.rising", results.CyclicAtMost: "fair.cyclic",
	results.PeaksAtMost: "fair.peaks", results.InOrderAtLeast: "fair.inorder",
}

// drawGuess has a horizontal line for each curve: what the same player guesses of a fair deck.
var drawGuess = drawn(func(t language.Language, _ view.Values, r games.Guess) picture.Chart {
	curves := []picture.Curve{}
	for _, way := range []struct {
		key, fair string
		of        func(games.GuessRow) string
	}{
		{"guess.complete", r.Fair, func(row games.GuessRow) string { return row.Complete }},
		{"guess.none", "1", func(row games.GuessRow) string { return row.None }},
		{"guess.permutation", "1", func(row games.GuessRow) string { return row.Permutation }},
	} {
		fair := view.Value(way.fair)
		c := picture.Curve{Name: fmt.Sprintf(t.Of("guess.fair"), t.Of(way.key), picture.Label(math.Round(fair*100)/100)), Level: &fair}
		for _, row := range r.Rows {
			if text := way.of(row); text != "" {
				c.Add(row.Shuffles, view.Value(text))
			}
		}
		if len(c.X) > 0 {
			curves = append(curves, c)
		}
	}
	return picture.Chart{Across: t.Of("shuffles.axis"), Up: t.Of("guess.up"), Curves: curves}
})

// drawRepeated is the distance of a deck with equal cards.
var drawRepeated = drawn(func(t language.Language, _ view.Values, r results.Repeated) picture.Chart {
	tvd := picture.Curve{Name: t.Of("tvd")}
	for _, row := range r.Rows {
		tvd.Add(row.Shuffles, view.Value(row.TVDLow))
	}
	return picture.Chart{Across: t.Of("shuffles.axis"), Up: t.Of("distance"), Curves: []picture.Curve{tvd}}
})

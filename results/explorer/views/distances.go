package views

import (
	"strings"

	"dovetail/results"
	"dovetail/results/explorer/view"
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
		}), Chart: true},
		{Name: "bet", Slow: true, Auto: true, Chart: true, Commands: func(q view.Values) ([]view.Command, error) {
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
		}},
		{Name: "repeated", Slow: true, Auto: true, Chart: true, Commands: func(q view.Values) ([]view.Command, error) {
			if q.Text("how") != "riffle" {
				return nil, nil
			}
			commands, err := view.Each(q, results.RepeatedSchema, view.Given{"cards": q.Number("n"), "deck": q.Text("deck"), "a": q.Number("a"),
				"riffles": view.UpTo(min(q.Number("upto"), 12)), "decks": 2000})
			if err != nil && q.Text("deck") == q.Usual("deck") {
				return nil, view.Without{Reason: err} // it is only the default
			}
			return commands, err
		}},
	},
}

// by says how the deck is shuffled.
func by(how string) func(view.Values) bool {
	return func(q view.Values) bool { return q.Text("how") == how }
}

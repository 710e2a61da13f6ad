package explorer

import (
	"context"

	"dovetail/results"
)

// opening is the view of opening hands: how many cards of a kind, such as lands, are among the first ones.
var opening = &view{
	name: "opening",
	fields: []field{
		{name: "word", byDefault: "RRRR", letters: 40, word: true},
		{name: "n", byDefault: "60", lo: 2, hi: 128},
		{name: "kind", byDefault: "24", lo: 1, hi: 128},
		{name: "at", byDefault: "ontop", choices: []string{"ontop", "bottom", "spread"}},
		{name: "hand", byDefault: "7", lo: 1, hi: 128},
		{name: "seed", byDefault: "1", lo: 1, hi: 1 << 60},
	},
	letters: true,
	panels: []*panel{{name: "lands", slow: true, auto: true, asks: func(q values) ([]ask, error) {
		if q.Number("kind") > q.Number("n") || q.Number("hand") > q.Number("n") {
			return nil, wrong("opening.toomany", q.Number("n"))
		}
		at := q.Text("at")
		if at == "ontop" {
			at = "top"
		}
		return each(q, results.OpeningSchema, with(q.own(q.Text("word")), fields{
			"kind": q.Number("kind"), "at": at, "hand": q.Number("hand"), "seed": q.Number("seed"),
		}))
	}, extra: drawOpening}},
}

func drawOpening(_ context.Context, _ *Server, q values, all []Answer) (any, error) {
	r := all[0].Records[0].(results.Opening)
	dealt, fair := curve{Name: q.says.Of("opening.dealt")}, curve{Name: q.says.Of("opening.fair")}
	for _, row := range r.Rows {
		x := float64(row.Cards)
		dealt.X, dealt.Y = append(dealt.X, x), append(dealt.Y, row.Share)
		fair.X, fair.Y = append(fair.X, x), append(fair.Y, row.Fair)
	}
	return chart{Across: q.says.Of("opening.across"), Up: q.says.Of("opening.up"), Curves: []curve{dealt, fair}}.SVG(), nil
}

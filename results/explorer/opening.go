package explorer

import (
	"context"
	"html/template"
	"strconv"
	"strings"

	"dovetail/results"
)

// opening is the view of opening hands: how many cards of a kind, such as lands, or of several, are among the first ones.
var opening = &view{
	name: "opening",
	fields: []field{
		{name: "word", byDefault: "RRRR", letters: 40, word: true},
		{name: "n", byDefault: "60", lo: 2, hi: 128},
		{name: "kinds", byDefault: "24", form: form{pattern(`^([0-9]{1,3}|` + listOf(`[0-9]{1,3}`) + `)$`), "form.some"}},
		{name: "at", byDefault: "ontop", choices: []string{"ontop", "bottom", "spread"}},
		{name: "hand", byDefault: "7", lo: 1, hi: 128},
		{name: "keep", form: form{pattern(`^(` + rangeOf + `|` + listOf(rangeOf) + `)$`), "form.keep"}},
		{name: "mulligans", byDefault: "0", lo: 0, hi: 20},
		{name: "seed", byDefault: "1", lo: 1, hi: 1 << 60},
	},
	letters: true,
	panels:  []*panel{{name: "lands", slow: true, auto: true, asks: askOpening, extra: drawOpening}},
}

const rangeOf = `[0-9]{1,3}(\.\.[0-9]{1,3})?`

// listOf is a list of named values.
func listOf(value string) string {
	one := `[\pL\pN_.]+=` + value
	return one + `(,` + one + `)*`
}

func askOpening(q values) ([]ask, error) {
	cards := int64(0)
	for part := range strings.SplitSeq(q.Text("kinds"), ",") {
		x, _ := strconv.ParseInt(part[strings.Index(part, "=")+1:], 10, 64)
		cards += x
	}
	if cards > q.Number("n") || q.Number("hand") > q.Number("n") {
		return nil, wrong("opening.toomany", q.Number("n"))
	}
	at := q.Text("at")
	if at == "ontop" {
		at = "top"
	}
	given := with(q.own(q.Text("word")), fields{"kinds": q.Text("kinds"), "at": at, "hand": q.Number("hand"), "seed": q.Number("seed")})
	if keep := q.Text("keep"); keep != "" {
		given = with(given, fields{"keep": keep, "mulligans": q.Number("mulligans")})
	}
	return each(q, results.OpeningSchema, given)
}

// openingHands is what a page shows of them: each kind by itself, then the likeliest hands of several.
type openingHands struct {
	Kinds []openingKind
	Kept  *results.OpeningKept
	Rows  []results.OpeningRow
}

type openingKind struct {
	results.OpeningKind
	Chart template.HTML
}

// likelyHands is how many are shown.
const likelyHands = 12

func drawOpening(_ context.Context, _ *Server, q values, all []Answer) (any, error) {
	r := all[0].Records[0].(results.Opening)
	shown := openingHands{Kept: r.Kept}
	for k, kind := range r.Kinds {
		dealt, fair := curve{Name: q.says.Of("opening.dealt")}, curve{Name: q.says.Of("opening.fair")}
		dealt.Y, fair.Y = r.Alone(k)
		for x := range dealt.Y {
			dealt.X, fair.X = append(dealt.X, float64(x)), append(fair.X, float64(x))
		}
		across := q.says.Of("opening.across")
		if kind.Name != "" {
			across = kind.Name
		}
		shown.Kinds = append(shown.Kinds, openingKind{kind, chart{Across: across, Up: q.says.Of("opening.up"), Curves: []curve{dealt, fair}}.SVG()})
	}
	if len(r.Kinds) > 1 {
		shown.Rows = r.Likeliest(likelyHands)
	}
	return shown, nil
}

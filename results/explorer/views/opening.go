package views

import (
	"context"
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"dovetail/results"
	"dovetail/results/explorer/language"
	"dovetail/results/explorer/picture"
	"dovetail/results/explorer/view"
)

// opening is the view of opening hands: how many cards of a kind, such as lands, or of several, are among the first ones.
var opening = &view.View{
	Name: "opening",
	Fields: []view.Field{
		{Name: "word", Default: "RRRR", Letters: 40, Word: true},
		{Name: "n", Default: "60", Lo: 2, Hi: 128},
		{Name: "kinds", Default: "24", Form: view.Matching(`^([0-9]{1,3}|`+listOf(`[0-9]{1,3}`)+`)$`, "form.some")},
		{Name: "at", Default: "ontop", Choices: []string{"ontop", "bottom", "spread"}},
		{Name: "hand", Default: "7", Lo: 1, Hi: 128},
		{Name: "keep", Form: view.Matching(`^(`+rangeOf+`|`+listOf(rangeOf)+`)$`, "form.keep")},
		{Name: "mulligans", Default: "0", Lo: 0, Hi: 20},
		{Name: "seed", Default: "1", Lo: 1, Hi: 1 << 60},
	},
	Letters: true,
	Panels:  []*view.Panel{{Name: "lands", Slow: true, Auto: true, Commands: dealtHands, Extra: drawOpening}},
}

// rangeOf is a number, or a range of them.
const rangeOf = `[0-9]{1,3}(\.\.[0-9]{1,3})?`

// listOf is a list of named values.
func listOf(value string) string {
	one := `[\pL\pN_.]+=` + value
	return one + `(,` + one + `)*`
}

// dealtHands is the question of the form.
func dealtHands(q view.Values) ([]view.Command, error) {
	cards := int64(0)
	for part := range strings.SplitSeq(q.Text("kinds"), ",") {
		x, _ := strconv.ParseInt(part[strings.Index(part, "=")+1:], 10, 64)
		cards += x
	}
	if cards > q.Number("n") || q.Number("hand") > q.Number("n") {
		return nil, language.Wrong("opening.toomany", q.Number("n"))
	}
	at := q.Text("at")
	if at == "ontop" {
		at = "top"
	}
	given := view.With(q.Own(q.Text("word")), view.Given{"kinds": q.Text("kinds"), "at": at, "hand": q.Number("hand"), "seed": q.Number("seed")})
	if keep := q.Text("keep"); keep != "" {
		given = view.With(given, view.Given{"keep": keep, "mulligans": q.Number("mulligans")})
	}
	return view.Each(q, results.OpeningSchema, given)
}

// openingHands is the page's data about them: each kind separately, then the likeliest hands of
// several.
type openingHands struct {
	Kinds []openingKind
	Kept  *results.OpeningKept
	Hands *view.Table
}

// openingKind is one kind with its chart.
type openingKind struct {
	results.OpeningKind
	Chart template.HTML
}

// likelyHands is the number of hands that are shown.
const likelyHands = 12

// drawOpening has a chart for each kind, and the likeliest hands of several.
func drawOpening(_ context.Context, q view.Values, all []view.Answer) (any, error) {
	r := all[0].Records[0].(results.Opening)
	shown := openingHands{Kept: r.Kept}
	for k, kind := range r.Kinds {
		dealt, fair := picture.Curve{Name: q.Says.Of("opening.dealt")}, picture.Curve{Name: q.Says.Of("opening.fair")}
		ours, others := r.Alone(k)
		for x := range ours {
			dealt.Add(x, ours[x])
			fair.Add(x, others[x])
		}
		across := q.Says.Of("opening.across")
		if kind.Name != "" {
			across = kind.Name
		}
		shown.Kinds = append(shown.Kinds, openingKind{kind, picture.Chart{Across: across, Up: q.Says.Of("opening.up"), Curves: []picture.Curve{dealt, fair}}.SVG()})
	}
	if len(r.Kinds) > 1 {
		var heads []any
		for _, kind := range r.Kinds {
			heads = append(heads, kind.Name)
		}
		shown.Hands = view.NewTable(heads, q.Says.Of("opening.dealt"), q.Says.Of("opening.fair"))
		for _, row := range r.Likeliest(likelyHands) {
			var hand []any
			for _, cards := range row.Cards {
				hand = append(hand, cards)
			}
			shown.Hands.Add(hand, fmt.Sprintf("%.4f", row.Share), fmt.Sprintf("%.4f", row.Fair))
		}
	}
	return shown, nil
}

package views

import (
	"strconv"
	"strings"

	"dovetail/results"
	"dovetail/results/explorer/language"
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
	Panels:  []*view.Panel{{Name: "lands", Slow: true, Auto: true, Chart: true, Commands: dealtHands}},
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

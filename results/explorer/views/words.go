package views

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"time"

	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/explorer/language"
	"dovetail/results/explorer/picture"
	"dovetail/results/explorer/routine"
	"dovetail/results/explorer/view"
	"dovetail/results/render"
)

// words is the view of one word, of another beside it, and of all words of a length.
var words = &view.View{
	Name: "words",
	Fields: []view.Field{
		{Name: "word", Default: "RRRRDRR", Letters: 40, Word: true},
		{Name: "other", Default: "HDHRDHH", Letters: 40, Word: true},
		{Name: "n", Default: "52", Lo: 2, Hi: 120},
		{Name: "seed", Default: "1", Lo: 1, Hi: 1 << 60},
		{Name: "alphabet", Default: view.Paper, Letters: 15},
		{Name: "m", Default: "7", Lo: 1, Hi: 12, Slide: true},
		{Name: "by", Default: "bound", Choices: rankings},
	},
	Letters: true,
	Panels: []*view.Panel{
		{Name: "rank", Slow: true, Commands: func(q view.Values) ([]view.Command, error) {
			return ranking(q, q.Text("alphabet"), 20, 2*time.Minute)
		}, Extra: drawRanking},
		{Name: "score", Commands: func(q view.Values) ([]view.Command, error) {
			return view.Each(q, results.ScoreSchema, q.Word("word"), q.Word("other"))
		}, Extra: drawScores},
		{Name: "bitmap", Commands: matrixOf("word"), File: drawBitmap, Ending: "png", Apart: true, Extra: bitmapFrame},
		{Name: "another", Commands: matrixOf("other"), File: drawBitmap, Ending: "png", Apart: true, Extra: bitmapFrame},
		{Name: "dealt", Commands: view.Beside(view.One(results.DeckSchema, func(q view.Values) view.Given {
			return view.With(q.Dealt(q.Text("word")), view.Given{"seed": q.Number("seed")})
		})), Extra: dealtCards},
		{Name: "tvd", Commands: routine.Commands, Slow: true, Quick: true, Button: "routine.sharpen", Extra: routine.DrawVerdict},
	},
}

// matrixOf is the position law of one of the words.
func matrixOf(name string) func(view.Values) ([]view.Command, error) {
	return view.One(results.LawSchema, func(q view.Values) view.Given { return view.With(q.Word(name), view.Given{"matrix": "E"}) })
}

// scoreHeads are the headings of the scores of words: white cells, their share, those expected, the greatest deviation, and
// the mean distance of a card.
func scoreHeads(t language.Language) []any {
	return []any{t.Term("w", t.Of("term.w")), t.Term("C", t.Of("term.C")), t.Term("E[w]", t.Of("term.Ew")), t.Term("max|e|", t.Of("term.e")),
		t.Term(t.Of("words.card"), t.Of("term.card"))}
}

// drawScores shows the scores of the words after each of their shuffles.
func drawScores(_ context.Context, q view.Values, all []view.Answer) (any, error) {
	var curves []picture.Curve
	table := view.NewTable("", scoreHeads(q.Says))
	for _, a := range all {
		r := a.Records[0].(results.Score)
		c := picture.Curve{Name: r.Word}
		for i, row := range r.Prefixes {
			c.Add(i+1, row.MeanTVD)
			table.Add(view.Left(row.Word), row.White, row.C, fmt.Sprintf("%.2f", row.Expected), fmt.Sprintf("%.5g", row.MaxError), mean(row))
		}
		curves = append(curves, c)
	}
	chart := picture.Chart{Across: q.Says.Of("words.letters"), Up: q.Says.Of("words.meantvd"), Top: 1, Curves: curves}
	return map[string]any{"Chart": chart.SVG(), "Table": table}, nil
}

// mean is the mean distance of a card.
func mean(row results.WordRow) string { return fmt.Sprintf("%.6g", row.MeanTVD) }

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
	file := "bitmap.png"
	if r.Word != q.Text("word") {
		file = "another.png"
	}
	n := len(r.Rows)
	return map[string]any{"Picture": picture.Framed(n, q.Address(file), r.Word, q.Says.Of("words.end"), q.Says.Of("words.start")),
		"White": cells[0], "Blue": cells[1], "Red": cells[2], "All": cells[0] == n*n, "Emax": fmt.Sprintf("%.3g", r.Emax)}, nil
}

// dealtCards are the cards before and after.
func dealtCards(_ context.Context, _ view.Values, all []view.Answer) (any, error) {
	r := all[0].Records[0].(results.Deck)
	return map[string]any{"Before": picture.Cards(slices.Sorted(slices.Values(r.Deck)), r.Named),
		"After": picture.Cards(r.Deck, r.Named)}, nil
}

// rankings are those that pages offer. The first are over all orders of the deck, as the scores of
// single cards see less.
var rankings = []string{"bound", "decks", "c", "tvd", "worst", "maxerror", "ew"}

// ranking finds the best words of the letters, by any of the rankings, within a time if that is sampled.
func ranking(q view.Values, names string, top int, limit time.Duration) ([]view.Command, error) {
	f := view.With(q.Scored(names), view.Given{"length": q.Number("m"), "top": top})
	switch by := q.Text("by"); by {
	case "bound":
		return view.Each(q, results.BoundRankSchema, f)
	case "decks":
		return view.Each(q, results.DecksRankSchema, view.With(f, view.Given{"time": limit}))
	default:
		return view.Each(q, results.RankSchema, view.With(f, view.Given{"by": by}))
	}
}

// between is an interval to four decimal places, rounded outwards, with all digits for ends that
// would be meaningless otherwise.
func between(low, high string) string {
	least, most := fmt.Sprintf("%.4f", math.Floor(view.Value(low)*1e4)/1e4), fmt.Sprintf("%.4f", math.Ceil(view.Value(high)*1e4)/1e4)
	if least == "0.9999" || least == "1.0000" || least == "0.0000" {
		least = number.Narrow(low)
	}
	if most == "1.0000" || most == "0.0001" {
		most = number.Narrow(high)
	}
	return least + " … " + most
}

// drawRanking reads the rows of a ranking from its table, whose columns are the same in all of
// them, including the interval over all orders of the deck, where there is one.
func drawRanking(_ context.Context, q view.Values, all []view.Answer) (any, error) {
	header, rows := render.Cells(all[0].Records[0])
	var whole []any
	if i := slices.Index(header, "tvd_low"); i >= 0 && len(rows) > 0 && rows[0][i] != "" {
		whole = []any{view.Left(q.Says.Of("words.whole"))}
	}
	table := view.NewTable("", "", whole, scoreHeads(q.Says))
	for _, row := range rows {
		cell := func(name string) string {
			if i := slices.Index(header, name); i >= 0 {
				return row[i]
			}
			return ""
		}
		short := func(name string, format byte, digits int) string {
			x, err := strconv.ParseFloat(cell(name), 64)
			if err != nil {
				return cell(name)
			}
			return strconv.FormatFloat(x, format, digits, 64)
		}
		var interval []any
		if whole != nil {
			interval = []any{view.Left(between(cell("tvd_low"), cell("tvd_high")))}
		}
		table.Add(cell("rank"), view.To(q.Home("word", cell("word")), cell("word")), interval,
			cell("w"), cell("c"), short("ew", 'f', 2), short("max_error", 'g', 5), short("tvd_mean", 'g', 6))
	}
	return table, nil
}

package views

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/explorer/view"
	"dovetail/results/render"
)

// rankings are those that pages offer: over all orders of the deck first, as the scores of single
// cards see less.
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

// between is an interval to four places, rounded outwards; of ends that then say nothing, all their digits.
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

// drawRanking reads the rows of a ranking off its table, whose columns are alike in all of them: with the interval over all
// orders of the deck, where there is one.
func drawRanking(_ context.Context, q view.Values, all []view.Answer) (any, error) {
	header, rows := render.Cells(all[0].Records[0])
	heads := []any{"", ""}
	if i := slices.Index(header, "tvd_low"); i >= 0 && len(rows) > 0 && rows[0][i] != "" {
		heads = append(heads, view.Left(q.Says.Of("words.whole")))
	}
	table := view.NewTable(append(heads, scoreHeads(q.Says)...)...)
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
		line := []any{cell("rank"), view.To(q.Home("word", cell("word")), cell("word"))}
		if len(heads) > 2 {
			line = append(line, view.Left(between(cell("tvd_low"), cell("tvd_high"))))
		}
		table.Add(append(line, cell("w"), cell("c"), short("ew", 'f', 2), short("max_error", 'g', 5), short("tvd_mean", 'g', 6))...)
	}
	return table, nil
}

package explorer

import (
	"context"
	"slices"
	"strconv"

	"dovetail/results"
	"dovetail/results/number"
)

// Words in their order, by any of the rankings.

// rankings are those that pages offer: over all orders of the deck first, as the scores of single
// cards see less.
var rankings = []string{"bound", "decks", "c", "tvd", "worst", "maxerror", "ew"}

// ranked is a table of words.
type ranked struct {
	Whole bool // it has distances over all orders
	Rows  []rankedWord
}

type rankedWord struct{ Rank, Word, Between, White, C, Expected, MaxError, MeanTVD string }

// drawRanking reads the rows of a ranking off its table, whose columns are alike in all of them.
func drawRanking(_ context.Context, _ *Server, _ values, all []Answer) (any, error) {
	header, rows := results.Cells(all[0].Records[0])
	var table ranked
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
		word := rankedWord{
			Rank: cell("rank"), Word: cell("word"), White: cell("w"), C: cell("c"),
			Expected: short("ew", 'f', 2), MaxError: short("max_error", 'g', 5), MeanTVD: short("tvd_mean", 'g', 6),
		}
		if low, high := cell("tvd_low"), cell("tvd_high"); low != "" {
			table.Whole = true
			word.Between = number.Narrow(low) + " … " + number.Narrow(high)
		}
		table.Rows = append(table.Rows, word)
	}
	return table, nil
}

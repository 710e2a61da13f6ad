package results

import (
	"fmt"
	"io"

	"github.com/jedib0t/go-pretty/v6/table"

	"dovetail/results/number"
)

// SampledRank is the ranking of all words of one length by lower bounds on their distance
// from a fair deck, from real deals, beside coarse position laws.
type SampledRank struct {
	Schema string `json:"schema"` // dovetail/rank-sampled/2
	Kind   string `json:"kind"`
	Asked
	N        int        `json:"n" unit:"cards"`
	M        int        `json:"m" unit:"letters"`
	Models   []string   `json:"models"`
	Alphabet string     `json:"alphabet"`
	By       string     `json:"by"`
	Words    number.Int `json:"words" unit:"words"`
	Deals    int        `json:"deals" unit:"deals"` // of each word
	Seed     number.Int `json:"seed" unit:"number"`
	Delta    float64    `json:"delta" unit:"probability"` // all bounds hold but with this probability

	Grid int     `json:"grid" unit:"number"`         // stretches of the deck that cells are made of
	Cell float64 `json:"cell_expected" unit:"cells"` // cards that a cell of a fair deck counts, on average
	// of white cells, in standard deviations of a fair deck
	Tolerance float64 `json:"cell_tolerance" unit:"deviation of a probability"`

	Rows []SampledRankRow `json:"rows"`
}

// SampledRankRow is a word at its rank, from 1.
type SampledRankRow struct {
	Rank      int     `json:"rank" unit:"number"`
	Word      string  `json:"word"`
	TVDLow    float64 `json:"tvd_low" unit:"distance"`
	Statistic string  `json:"statistic"` // by which it is proved
	Side      string  `json:"side"`
	Threshold int64   `json:"threshold" unit:"of the statistic"`
	White     int     `json:"grid_w" unit:"cells"`
	C         string  `json:"grid_c" unit:"share of the cells"`
	Distance  float64 `json:"grid_tvd" unit:"distance"` // of single cards by stretches, at least
	Error     float64 `json:"grid_tvd_error" unit:"distance"`
}

// SampledRankSchema names the record's form.
const SampledRankSchema = "dovetail/rank-sampled/2"

// Text implements Record.
func (r SampledRank) Text(w io.Writer) error {
	fmt.Fprintln(w, heading(fmt.Sprintf("n=%d, m=%d, %s over %s by %s, %s each, seed %d", r.N, r.M, number.Count(r.Words, "word"), r.Alphabet, r.By, number.Count(r.Deals, "deal"), r.Seed), r.Models))
	if len(r.Rows) > 0 {
		t := newTable([]string{"rank", "word", "TVD at least", "proved by", "grid C", "grid TVD", "sd"}, "word", "sd", "proved by")
		for _, row := range r.Rows {
			t.AppendRow(table.Row{row.Rank, row.Word, fmt.Sprintf("%.4f", row.TVDLow), fmt.Sprintf("%s %s %d", row.Statistic, row.Side, row.Threshold),
				row.C, fmt.Sprintf("%.5f", row.Distance), fmt.Sprintf("±%.5f", row.Error)})
		}
		fmt.Fprintln(w, t.Render())
	}
	return paragraph(w, "", fmt.Sprintf("Sampled: all bounds on TVD over all orders hold with confidence 1 - %g, and words with the same bound are in no "+
		"proved order. Grid: cards counted from each of %d stretches of the deck to each, %s a cell on average; C is the share of cells within %.2f "+
		"standard deviations of a fair deck, which has all of them with probability 0.95. Grid TVD ± its standard error is a lower estimate of the mean distance "+
		"of single cards: signs are those of the first half of the deals, cells those of the second.",
		r.Delta, r.Grid, figures(r.Cell), r.Tolerance))
}

// Table implements Record.
func (r SampledRank) Table() ([]string, [][]string) { return csvTable(r.Rows, always("m", r.M)) }

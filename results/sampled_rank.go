package results

import (
	"fmt"

	"dovetail/perm/number"
	"dovetail/results/render"
)

// SampledRank is the ranking of all words of one length by lower bounds on their distance
// from a fair deck, from real deals, beside coarse position laws.
type SampledRank struct {
	Head
	N        int        `json:"n" unit:"cards"`
	M        int        `json:"m" unit:"letters"`
	Models   []string   `json:"models"`
	Alphabet string     `json:"alphabet"`
	By       string     `json:"by"`
	Words    number.Int `json:"words" unit:"words"`
	// The number of deals of each word.
	Deals int        `json:"deals" unit:"deals"`
	Seed  number.Int `json:"seed" unit:"number"`
	// The probability, at most, that some bound does not hold.
	Delta float64 `json:"delta" unit:"probability"`

	// The number of stretches of the deck between which cells count cards.
	Grid int `json:"grid" unit:"number"`
	// How many cards fall into a cell on average, if decks are fair.
	Cell float64 `json:"cell_expected" unit:"cells"`
	// How far from its mean a white cell may be, in standard deviations of a fair deck.
	Tolerance float64 `json:"cell_tolerance" unit:"standard deviations"`

	Rows []SampledRankRow `json:"rows"`
}

// SampledRankRow is a word at its rank, from 1.
type SampledRankRow struct {
	Rank   int     `json:"rank" unit:"number"`
	Word   string  `json:"word"`
	TVDLow float64 `json:"tvd_low" unit:"distance"`
	// The statistic that proves the lower bound.
	Statistic string `json:"statistic"`
	Side      string `json:"side"`
	Threshold int64  `json:"threshold" unit:"of the statistic"`
	White     int    `json:"grid_w" unit:"cells"`
	C         string `json:"grid_c" unit:"share of the cells"`
	// A lower bound from where single cards land, by stretches.
	Distance float64 `json:"grid_tvd" unit:"estimated distance"`
	Error    float64 `json:"grid_tvd_error" unit:"distance"`
}

// Sections implements Record.
func (r SampledRank) Sections(p *render.Page) {
	p.Head(r.Models, "n=%d, m=%d, %s over %s by %s, %s each, seed %d", r.N, r.M, number.Count(r.Words, "word"),
		r.Alphabet, r.By,
		number.Count(r.Deals, "deal"), r.Seed)
	p.Columns("rank", "<word", "TVD at least", "<proved by", "grid C", "grid TVD", "<~sd")
	for _, row := range r.Rows {
		p.Row(row.Rank, row.Word, fmt.Sprintf("%.4f", row.TVDLow),
			fmt.Sprintf("%s %s %d", row.Statistic, row.Side, row.Threshold),
			row.C, fmt.Sprintf("%.5f", row.Distance), fmt.Sprintf("±%.5f", row.Error))
	}
	p.Data(r.Rows, render.Always("m", r.M))
	p.Note("Sampled: all bounds on TVD over all orders hold with confidence 1 - %g, and words with the same bound "+
		"are in no proved order. Grid: the deck is divided into %d stretches, and a cell counts the cards that go "+
		"from one of them to another, %s on average. Grid C is the share of cells within %.2f standard deviations "+
		"of their mean in a fair deck, of which all cells are with probability 0.95. Grid TVD, ± its standard "+
		"error, estimates the mean distance of single cards from below: the first half of the deals says which "+
		"cells count too much, the second half by how much.",
		r.Delta, r.Grid, figures(r.Cell), r.Tolerance)
}

package results

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"dovetail/results/number"
)

// Pairs is the law of ordered pairs of cards after a word, in short. Positions
// count from 1.
type Pairs struct {
	Schema string `json:"schema"` // dovetail/pairs/2
	Kind   string `json:"kind"`
	Asked
	N      int      `json:"n" unit:"cards"`
	Word   string   `json:"word"`
	Models []string `json:"models"`

	// Distances from uniform on n(n-1) ordered pairs: of where two cards land,
	// mean and worst over start pairs, and of which two cards land, worst over
	// end pairs. Ties within the error go to the first pair.
	MeanTVD    float64 `json:"pair_tvd_mean" unit:"distance"`
	WorstTVD   float64 `json:"pair_tvd_worst" unit:"distance"`
	WorstStart [2]int  `json:"worst_start_pair" unit:"positions"`
	WorstEnd   [2]int  `json:"worst_end_pair" unit:"positions"`
	EndTVD     float64 `json:"pair_tvd_worst_end" unit:"distance"`
	Error      float64 `json:"error" unit:"distance"` // bounds the error of every distance and probability

	Uniform    float64     `json:"uniform_together" unit:"probability"` // 2/n
	Neighbours []Neighbour `json:"neighbours"`                          // in order of position
}

// Neighbour is the pair of cards at positions First and First+1.
type Neighbour struct {
	First    int     `json:"first" unit:"cards"`
	Together float64 `json:"together" unit:"probability"` // probability of being neighbours afterwards, in either order
}

// Sections implements Record.
func (p Pairs) Sections(page *Page) {
	page.head(p.Models, "n=%d, ordered pairs of cards after %s", p.N, p.Word)
	digits := func(x float64) string { return number.Digits(x, p.Error, 6) }
	page.Line("distance from uniform of where two cards land: mean %s, worst %s (cards at %d and %d)",
		digits(p.MeanTVD), digits(p.WorstTVD), p.WorstStart[0], p.WorstStart[1])
	page.Line("of which two cards land: worst %s (positions %d and %d)", digits(p.EndTVD), p.WorstEnd[0], p.WorstEnd[1])
	page.Line("neighbours that are neighbours afterwards, in either order, with the largest deviations from 2/n = %.6g:", p.Uniform)
	var rows []pairRow
	for _, n := range p.Neighbours {
		rows = append(rows, pairRow{n.First, n.First + 1, n.Together, p.Uniform, fmt.Sprintf("%d, %d", n.First, n.First+1), digits(n.Together),
			n.Together / p.Uniform})
	}
	page.Data(rows)
	slices.SortStableFunc(rows, func(a, b pairRow) int {
		return cmp.Compare(math.Abs(b.Together-b.Uniform), math.Abs(a.Together-a.Uniform))
	})
	const shown = 10
	page.show(rows[:min(shown, len(rows))])
	page.Line("Exact: distances and probabilities are within %.1g of the truth.", p.Error)
}

// pairRow is the pair of neighbours at two positions.
type pairRow struct {
	First    int     `csv:"first"`
	Second   int     `csv:"second"`
	Together float64 `csv:"together"`
	Uniform  float64 `csv:"uniform"`
	Cards    string  `text:"cards at"`
	Digits   string  `text:"probability"`
	Ratio    float64 `text:"of uniform,%.3f"`
}

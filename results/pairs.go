package results

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"dovetail/results/number"
)

// Pairs is the law of ordered pairs of cards after a word, in short. Positions
// count from 1.
type Pairs struct {
	Schema string   `json:"schema"` // dovetail/pairs/1
	Kind   string   `json:"kind"`
	N      int      `json:"n"`
	Word   string   `json:"word"`
	Models []string `json:"models"`

	// Distances from uniform on n(n-1) ordered pairs: of where two cards land,
	// mean and worst over start pairs, and of which two cards land, worst over
	// end pairs. Ties within the error go to the first pair.
	MeanTVD    float64 `json:"pair_tvd_mean"`
	WorstTVD   float64 `json:"pair_tvd_worst"`
	WorstStart [2]int  `json:"worst_start_pair"`
	WorstEnd   [2]int  `json:"worst_end_pair"`
	EndTVD     float64 `json:"pair_tvd_worst_end"`
	Error      float64 `json:"error"` // bounds the error of every distance and probability

	Uniform    float64     `json:"uniform_together"` // 2/n
	Neighbours []Neighbour `json:"neighbours"`       // in order of position
}

// Neighbour is the pair of cards at positions First and First+1.
type Neighbour struct {
	First    int     `json:"first"`
	Together float64 `json:"together"` // probability of being neighbours afterwards, in either order
}

// PairsSchema names the record's form.
const PairsSchema = "dovetail/pairs/1"

// mostNeighbours are listed for reading.
const mostNeighbours = 10

// Text implements Record.
func (p Pairs) Text(w io.Writer) error {
	fmt.Fprintf(w, "n=%d, ordered pairs of cards after %s; %s\n", p.N, p.Word, strings.Join(p.Models, "; "))
	digits := func(x float64) string { return number.Digits(x, p.Error, 6) }
	fmt.Fprintf(w, "distance from uniform of where two cards land: mean %s, worst %s (cards at %d and %d)\n",
		digits(p.MeanTVD), digits(p.WorstTVD), p.WorstStart[0], p.WorstStart[1])
	fmt.Fprintf(w, "of which two cards land: worst %s (positions %d and %d)\n", digits(p.EndTVD), p.WorstEnd[0], p.WorstEnd[1])
	fmt.Fprintf(w, "neighbours that are neighbours afterwards, in either order, with the largest deviations from 2/n = %.6g:\n", p.Uniform)
	rows := slices.Clone(p.Neighbours)
	slices.SortStableFunc(rows, func(a, b Neighbour) int {
		return cmp.Compare(deviation(b.Together, p.Uniform), deviation(a.Together, p.Uniform))
	})
	t := newTable([]string{"cards at", "probability", "of uniform"})
	for _, row := range rows[:min(mostNeighbours, len(rows))] {
		t.AppendRow([]any{fmt.Sprintf("%d, %d", row.First, row.First+1),
			digits(row.Together), fmt.Sprintf("%.3f", row.Together/p.Uniform)})
	}
	_, err := fmt.Fprintf(w, "%s\nExact: distances and probabilities are within %.1g of the truth.\n", t.Render(), p.Error)
	return err
}

func deviation(x, from float64) float64 { return max(x-from, from-x) }

// Table implements Record.
func (p Pairs) Table() ([]string, [][]string) {
	var rows [][]string
	for _, n := range p.Neighbours {
		rows = append(rows, []string{strconv.Itoa(n.First), strconv.Itoa(n.First + 1), float(n.Together), float(p.Uniform)})
	}
	return []string{"first", "second", "together", "uniform"}, rows
}

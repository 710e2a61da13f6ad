package results

import (
	"fmt"
	"io"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/table"
)

// Spread is how the number of white cells varies over repetitions of real
// deals of one word, beside what the exact law predicts.
type Spread struct {
	Schema string `json:"schema"` // dovetail/spread/1
	Kind   string `json:"kind"`
	Setting
	Word string `json:"word"`
	Runs int    `json:"runs"`
	Seed uint64 `json:"seed"`

	Mean      float64  `json:"mean"` // of w over the runs
	MeanError *float64 `json:"mean_error"`
	SD        *float64 `json:"sd"`
	SDError   *float64 `json:"sd_error"` // these three are null for one run

	Expected         float64 `json:"ew"`                 // exact
	IndependentSD    float64 `json:"sd_independent"`     // exact, as if cells were independent
	PredictedSD      float64 `json:"sd_predicted"`       // with covariances of cells, which are sampled
	PredictedSDError float64 `json:"sd_predicted_error"` // standard error from that sample
	White            int     `json:"w_exact"`

	Counts []Count `json:"counts"` // number of runs for every w that occurred, largest w first
}

// Count is a number of runs with w white cells.
type Count struct {
	White int `json:"w"`
	Runs  int `json:"runs"`
}

// SpreadSchema names the record's form.
const SpreadSchema = "dovetail/spread/1"

// Text implements Record.
func (s Spread) Text(w io.Writer) error {
	fmt.Fprintln(w, s.line(fmt.Sprintf("%s dealt %d times %s deals, seed %d", s.Word, s.Runs, s.Samples, s.Seed)))
	t := newTable([]string{"w", "runs", "share"})
	for _, c := range s.Counts {
		t.AppendRow(table.Row{c.White, c.Runs, fmt.Sprintf("%.3f", float64(c.Runs)/float64(s.Runs))})
	}
	fmt.Fprintln(w, t.Render())
	t = newTable([]string{"", "mean of w", "sd of w", "kind"}, "", "kind")
	t.AppendRow(table.Row{"dealt", withError(s.Mean, s.MeanError), optional(s.SD, s.SDError), Sampled})
	t.AppendRow(table.Row{"predicted, with covariances", fmt.Sprintf("%.2f", s.Expected),
		withError(s.PredictedSD, &s.PredictedSDError), "mean exact, sd sampled"})
	t.AppendRow(table.Row{"predicted, cells as if independent", fmt.Sprintf("%.2f", s.Expected),
		fmt.Sprintf("%.2f", s.IndependentSD), "mean exact, sd exact for independent cells"})
	fmt.Fprintln(w, t.Render())
	_, err := fmt.Fprintf(w, "In the exact law w = %d. Figures after ± are standard errors.\n", s.White)
	return err
}

func withError(x float64, err *float64) string {
	if err == nil {
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%.2f ±%.2f", x, *err)
}

func optional(x, err *float64) string {
	if x == nil {
		return "-"
	}
	return withError(*x, err)
}

// Table implements Record.
func (s Spread) Table() ([]string, [][]string) {
	var rows [][]string
	for _, c := range s.Counts {
		rows = append(rows, []string{strconv.Itoa(c.White), strconv.Itoa(c.Runs)})
	}
	return []string{"w", "runs"}, rows
}

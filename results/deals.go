package results

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/table"

	"dovetail/results/number"
)

// Emax is the tolerance for n cards and s deals in up to three ways.
type Emax struct {
	Schema string `json:"schema"` // dovetail/emax/2
	Kind   string `json:"kind"`
	Asked
	N          int        `json:"n" unit:"cards"`
	Samples    number.Int `json:"samples" unit:"deals"`
	Confidence string     `json:"confidence" unit:"probability"`                 // share of uniform shuffles within the tolerance
	Exact      string     `json:"exact" unit:"deviation of a probability"`       // from binomial tails of independent cells, as a fraction
	ExactFloat float64    `json:"exact_float" unit:"deviation of a probability"` // the same as a number
	Formula    float64    `json:"formula" unit:"deviation of a probability"`     // normal approximation
	Published  float64    `json:"published,omitempty" unit:"deviation of a probability"`
	Simulated  *Quantile  `json:"simulated,omitempty"`
}

// Quantile is a simulated tolerance.
type Quantile struct {
	Kind     string     `json:"kind"` // sampled
	Runs     int        `json:"runs" unit:"runs"`
	Seed     number.Int `json:"seed" unit:"number"`
	Value    float64    `json:"value" unit:"deviation of a probability"`
	StdError *float64   `json:"std_error" unit:"deviation of a probability"` // null for too few runs, as are the limits
	Low      *float64   `json:"low" unit:"deviation of a probability"`       // of a 95% confidence interval
	High     *float64   `json:"high" unit:"deviation of a probability"`
}

// EmaxSchema names the record's form.
const EmaxSchema = "dovetail/emax/2"

// Text implements Record.
func (e Emax) Text(w io.Writer) error {
	fmt.Fprintf(w, "n=%d, s=%s: the e_max within which all n^2 cells of a uniform shuffle stay in %s of %s-deal experiments\n",
		e.N, e.Samples, e.Confidence, e.Samples)
	ways := []emaxWay{
		{e.ExactFloat, "exact binomial tails, independent cells (" + e.Exact + ")", Exact},
		{e.Formula, "closed formula, normal tails", "approximation"},
	}
	if e.Published != 0 {
		ways = append(ways, emaxWay{e.Published, "Ide and Okuda 2018, eq. (17), 1000 runs", "published"})
	}
	if q := e.Simulated; q != nil {
		ways = append(ways, emaxWay{q.Value, fmt.Sprintf("the paper's procedure, %s, seed %d: standard error %s, 95%% in [%s, %s]",
			number.Count(q.Runs, "run"), q.Seed, scientific("%.1e", q.StdError), scientific("%.4e", q.Low), scientific("%.4e", q.High)), q.Kind})
	}
	_, err := fmt.Fprintln(w, textTable(ways, "by", "kind"))
	return err
}

// emaxWay is a way to the tolerance.
type emaxWay struct {
	Value float64 `text:"e_max,%.6e"`
	By    string  `text:"by"`
	Kind  string  `text:"kind"`
}

// Table implements Record.
func (e Emax) Table() ([]string, [][]string) {
	rows := [][]string{
		{"exact", float(e.ExactFloat), "", ""},
		{"formula", float(e.Formula), "", ""},
	}
	if e.Published != 0 {
		rows = append(rows, []string{"published", float(e.Published), "", ""})
	}
	if q := e.Simulated; q != nil {
		rows = append(rows, []string{"simulated", float(q.Value), scientific("%g", q.StdError), strconv.Itoa(q.Runs)})
	}
	return []string{"by", "emax", "std_error", "runs"}, rows
}

// scientific prints x, or says that too few runs know it.
func scientific(format string, x *float64) string {
	if x == nil {
		return "unknown"
	}
	return fmt.Sprintf(format, *x)
}

// Spread is how the number of white cells varies over repetitions of real
// deals of one word, beside what the exact law predicts.
type Spread struct {
	Schema string `json:"schema"` // dovetail/spread/2
	Kind   string `json:"kind"`
	Asked
	Setting
	Word string     `json:"word"`
	Runs int        `json:"runs" unit:"runs"`
	Seed number.Int `json:"seed" unit:"number"`

	Summary
	Prediction
	White int `json:"w_exact" unit:"cells"`

	Counts []Count `json:"counts"` // number of runs for every w that occurred, largest w first
}

// Summary describes w over the runs: its mean and its standard deviation in one run, with
// their standard errors. All but the mean are null for one run, which says nothing of them.
type Summary struct {
	Mean      float64  `json:"mean" unit:"cells"`
	MeanError *float64 `json:"mean_error" unit:"cells"`
	SD        *float64 `json:"sd" unit:"cells"`
	SDError   *float64 `json:"sd_error" unit:"cells"`
}

// Prediction is what w should be and how far it should scatter, from the exact law of a
// word.
type Prediction struct {
	Expected         float64 `json:"ew" unit:"cells"`                 // exact
	IndependentSD    float64 `json:"sd_independent" unit:"cells"`     // exact, as if cells were independent
	PredictedSD      float64 `json:"sd_predicted" unit:"cells"`       // with covariances of cells to first order, which are sampled
	PredictedSDError float64 `json:"sd_predicted_error" unit:"cells"` // standard error from that sample
}

// Count is a number of runs with w white cells.
type Count struct {
	White int `json:"w" unit:"cells"`
	Runs  int `json:"runs" unit:"runs"`
}

// SpreadSchema names the record's form.
const SpreadSchema = "dovetail/spread/2"

// Text implements Record.
func (s Spread) Text(w io.Writer) error {
	fmt.Fprintln(w, s.line(fmt.Sprintf("%s dealt %s %s, seed %d", s.Word, number.Count(s.Runs, "time"), number.Count(s.Samples, "deal"), s.Seed)))
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
	return csvTable(s.Counts)
}

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

// PairsSchema names the record's form.
const PairsSchema = "dovetail/pairs/2"

// mostNeighbours are listed for reading.
const mostNeighbours = 10

// Text implements Record.
func (p Pairs) Text(w io.Writer) error {
	fmt.Fprintln(w, heading(fmt.Sprintf("n=%d, ordered pairs of cards after %s", p.N, p.Word), p.Models))
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

package results

import (
	"fmt"
	"io"
	"strconv"

	"dovetail/results/number"
)

// Emax is the tolerance for n cards and s deals in up to three ways.
type Emax struct {
	Schema     string     `json:"schema"` // dovetail/emax/1
	Kind       string     `json:"kind"`
	N          int        `json:"n"`
	Samples    number.Int `json:"samples"`
	Confidence string     `json:"confidence"`  // share of uniform shuffles within the tolerance
	Exact      string     `json:"exact"`       // from binomial tails of independent cells, as a fraction
	ExactFloat float64    `json:"exact_float"` // the same as a number
	Formula    float64    `json:"formula"`     // normal approximation
	Published  float64    `json:"published,omitempty"`
	Simulated  *Quantile  `json:"simulated,omitempty"`
}

// Quantile is a simulated tolerance.
type Quantile struct {
	Kind     string   `json:"kind"` // sampled
	Runs     int      `json:"runs"`
	Seed     uint64   `json:"seed"`
	Value    float64  `json:"value"`
	StdError *float64 `json:"std_error"` // null for too few runs, as are the limits
	Low      *float64 `json:"low"`       // of a 95% confidence interval
	High     *float64 `json:"high"`
}

// EmaxSchema names the record's form.
const EmaxSchema = "dovetail/emax/1"

// Text implements Record.
func (e Emax) Text(w io.Writer) error {
	fmt.Fprintf(w, "n=%d, s=%s: the e_max within which all n^2 cells of a uniform shuffle stay in %s of %s-deal experiments\n",
		e.N, e.Samples, e.Confidence, e.Samples)
	t := newTable([]string{"e_max", "by", "kind"}, "by", "kind")
	for _, row := range e.ways() {
		t.AppendRow([]any{row[1], row[0], row[2]})
	}
	_, err := fmt.Fprintln(w, t.Render())
	return err
}

// ways lists method, value and kind.
func (e Emax) ways() [][]string {
	rows := [][]string{
		{"exact binomial tails, independent cells (" + e.Exact + ")", fmt.Sprintf("%.6e", e.ExactFloat), Exact},
		{"closed formula, normal tails", fmt.Sprintf("%.6e", e.Formula), "approximation"},
	}
	if e.Published != 0 {
		rows = append(rows, []string{"Ide and Okuda 2018, eq. (17), 1000 runs", fmt.Sprintf("%.6e", e.Published), "published"})
	}
	if q := e.Simulated; q != nil {
		rows = append(rows, []string{
			fmt.Sprintf("the paper's procedure, %d runs, seed %d: standard error %s, 95%% in [%s, %s]",
				q.Runs, q.Seed, scientific("%.1e", q.StdError), scientific("%.4e", q.Low), scientific("%.4e", q.High)),
			fmt.Sprintf("%.6e", q.Value), q.Kind})
	}
	return rows
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

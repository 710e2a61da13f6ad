package results

import (
	"fmt"
	"io"
)

// TopswopsEstimateSchema names the record's form.
const TopswopsEstimateSchema = "dovetail/topswops-estimate/1"

// TopswopsEstimate is the sampled cost of a search.
type TopswopsEstimate struct {
	Schema      string  `json:"schema"`
	Kind        string  `json:"kind"` // sampled, or exact: the tree was walked
	N           int     `json:"n"`
	Least       int     `json:"least"` // moves asked for
	Source      string  `json:"source"`
	Probes      int     `json:"probes"`
	Seed        uint64  `json:"seed"`
	Nodes       float64 `json:"nodes"`
	NodesError  float64 `json:"nodes_error"`
	Visits      float64 `json:"visits"`
	VisitsError float64 `json:"visits_error"`
	CPU         float64 `json:"cpu_seconds"` // one core of this machine
	CPUError    float64 `json:"cpu_seconds_error"`
}

// Text implements Record.
func (r TopswopsEstimate) Text(w io.Writer) error {
	how := fmt.Sprintf("sampled by %d probes, seed %d", r.Probes, r.Seed)
	if r.Probes == 0 {
		how = "counted exactly"
	}
	fmt.Fprintf(w, "n=%d, decks of at least %d moves (%s): %s\n", r.N, r.Least, r.Source, how)
	header, rows := r.Table()
	return textTable(w, header, rows)
}

// Table implements Record.
func (r TopswopsEstimate) Table() ([]string, [][]string) {
	row := func(what string, v, e float64) []string {
		return []string{what, fmt.Sprintf("%.3g", v), fmt.Sprintf("%.1g", e)}
	}
	return []string{"quantity", "estimate", "standard error"}, [][]string{
		row("decks followed", r.Nodes, r.NodesError),
		row("decks looked at", r.Visits, r.VisitsError),
		row("CPU seconds", r.CPU, r.CPUError),
	}
}

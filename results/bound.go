package results

import (
	"fmt"
	"io"
	"strings"
)

// Interval is a certified enclosure of a word's total variation distance from
// uniform over S_n. Bounds are decimals rounded outwards; where they are equal
// fractions, Kind is exact.
type Interval struct {
	Schema  string   `json:"schema"` // dovetail/bound/1
	Kind    string   `json:"kind"`
	N       int      `json:"n"`
	Word    string   `json:"word"`
	Models  []string `json:"models"`
	Lower   string   `json:"lower"`
	LowerBy string   `json:"lower_by"`
	Upper   string   `json:"upper"`
	UpperBy string   `json:"upper_by"`

	// Proof has every inequality that proves anything, if asked for.
	Proof []ProofStep `json:"proof,omitempty"`
}

// ProofStep is one inequality.
type ProofStep struct {
	Bound string `json:"bound"` // lower or upper
	By    string `json:"by"`
	Value string `json:"value"`
	Says  string `json:"says"`
}

// IntervalSchema names the record's form.
const IntervalSchema = "dovetail/bound/1"

// Text implements Record.
func (i Interval) Text(w io.Writer) error {
	fmt.Fprintf(w, "n=%d, total variation distance of %s from uniform over all orders; %s\n", i.N, i.Word, strings.Join(i.Models, "; "))
	fmt.Fprintf(w, "at least %s (%s)\nat most  %s (%s)\n", i.Lower, i.LowerBy, i.Upper, i.UpperBy)
	for _, s := range i.Proof {
		fmt.Fprintf(w, "%s bound %s by %s: %s.\n", s.Bound, s.Value, s.By, s.Says)
	}
	what := "Certified: the bounds are proved and rounded outwards"
	if i.Kind == Exact {
		what = "Exact: a fraction, rounded outwards both ways"
	}
	_, err := fmt.Fprintf(w, "%s. Inequalities are named as in docs/laws.md.\n", what)
	return err
}

// Table implements Record.
func (i Interval) Table() ([]string, [][]string) {
	return []string{"n", "word", "lower", "lower_by", "upper", "upper_by"},
		[][]string{{fmt.Sprint(i.N), i.Word, i.Lower, i.LowerBy, i.Upper, i.UpperBy}}
}

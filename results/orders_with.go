package results

import (
	"fmt"
	"io"

	"dovetail/results/number"
)

// OrdersWithSchema names the form of OrdersWith.
const OrdersWithSchema = "dovetail/orders-with/1"

// OrdersWith lists the decks that exactly K shuffles restore. When 2^K - 1 is
// not completely factored, there may be more: Kind is bound.
type OrdersWith struct {
	Schema     string       `json:"schema"`
	Kind       string       `json:"kind"`
	K          int          `json:"k"`
	Primes     []PrimePower `json:"primes"` // of 2^K - 1
	Complete   bool         `json:"complete"`
	Composites []number.Int `json:"composites"` // parts of 2^K - 1 left whole
	Effort     string       `json:"effort,omitempty"`
	Out        []number.Int `json:"out"`
	In         []number.Int `json:"in"`
}

// Text implements Record.
func (o OrdersWith) Text(w io.Writer) error {
	parts := factorList(o.Primes)
	for _, c := range o.Composites {
		parts = append(parts, fmt.Sprintf("(%s, composite)", c))
	}
	fmt.Fprintln(w, fold(lineWidth, fmt.Sprintf("2^%d - 1 = ", o.K), "  ", " * ", parts))
	if !o.Complete {
		fmt.Fprintf(w, "The factorisation is incomplete after %s: there may be more decks than these (bound)\n", o.Effort)
	}
	fmt.Fprintf(w, "Restored by exactly %s (%s):\n", counted(o.K, "shuffle"), o.Kind)
	fmt.Fprintln(w, list(counted(len(o.Out), "out-shuffled deck"), o.Out))
	_, err := fmt.Fprintln(w, list(counted(len(o.In), "in-shuffled deck"), o.In))
	return err
}

func list(what string, xs []number.Int) string {
	var parts []string
	for _, x := range xs {
		parts = append(parts, x.String())
	}
	return fold(lineWidth, what+": ", "  ", " ", parts)
}

// Table implements Record.
func (o OrdersWith) Table() ([]string, [][]string) {
	var rows [][]string
	for _, n := range o.Out {
		rows = append(rows, []string{"out", n.String()})
	}
	for _, n := range o.In {
		rows = append(rows, []string{"in", n.String()})
	}
	return []string{"shuffle", "n"}, rows
}

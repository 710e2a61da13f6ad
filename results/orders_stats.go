package results

import (
	"fmt"
	"io"

	"dovetail/results/number"
)

// OrdersStatsSchema names the form of OrdersStats.
const OrdersStatsSchema = "dovetail/orders-stats/1"

// Artin's constant: the share of the primes for which 2 is a primitive root,
// if a conjecture of Artin's is right (J. W. Wrench, Evaluation of Artin's
// constant and the twin-prime constant, 1961).
const Artin = 0.3739558136192022880547

// OrdersStats are sums over the orders of 2 modulo the odd m in a range. All
// sums are strings, since any of them may exceed 2^53.
type OrdersStats struct {
	Schema              string     `json:"schema"`
	Kind                string     `json:"kind"`
	From                number.Int `json:"from"`
	To                  number.Int `json:"to"`
	Count               string     `json:"count"` // of odd m
	Sum                 string     `json:"sum"`
	Xor                 string     `json:"xor"` // over m of m*ord modulo 2^64
	Max                 string     `json:"max"`
	MaxAt               string     `json:"max_at"` // the least such m
	Min                 string     `json:"min"`
	MinAt               string     `json:"min_at"`
	Primes              string     `json:"primes"` // odd ones
	PrimitiveRootPrimes string     `json:"primitive_root_primes"`
	PrimeSum            string     `json:"prime_sum"` // of the orders of the primes
	Pseudoprimes        string     `json:"base2_pseudoprimes"`

	PrimitiveRootShare float64 `json:"primitive_root_share"` // of the primes; 0 without primes
	Artin              float64 `json:"artin"`
}

func (s OrdersStats) rows() [][]string {
	return [][]string{
		{"count", s.Count, "odd moduli m"},
		{"sum", s.Sum, "of the orders of 2 modulo m"},
		{"xor", s.Xor, "of m*ord mod 2^64"},
		{"max", s.Max, "at m = " + s.MaxAt},
		{"min", s.Min, "at m = " + s.MinAt},
		{"primes", s.Primes, "odd primes m"},
		{"primitive_root_primes", s.PrimitiveRootPrimes, "primes with order m-1"},
		{"prime_sum", s.PrimeSum, "of the orders of the primes"},
		{"base2_pseudoprimes", s.Pseudoprimes, "composites with ord | m-1"},
	}
}

// Text implements Record.
func (s OrdersStats) Text(w io.Writer) error {
	fmt.Fprintf(w, "Orders of 2 modulo the odd m in %s..%s (exact)\n", s.From, s.To)
	t := newTable([]string{"quantity", "value", "meaning"}, "quantity", "meaning")
	for _, r := range s.rows() {
		t.AppendRow([]any{r[0], r[1], r[2]})
	}
	fmt.Fprintln(w, t.Render())
	if s.PrimitiveRootShare > 0 {
		fmt.Fprintf(w, "2 is a primitive root of %.10f of the primes; Artin's constant is %.10f\n", s.PrimitiveRootShare, s.Artin)
	}
	return nil
}

// Table implements Record.
func (s OrdersStats) Table() ([]string, [][]string) {
	rows := [][]string{{"from", s.From.String()}, {"to", s.To.String()}}
	for _, r := range s.rows() {
		rows = append(rows, r[:2])
	}
	return []string{"quantity", "value"}, append(rows, []string{"max_at", s.MaxAt}, []string{"min_at", s.MinAt})
}

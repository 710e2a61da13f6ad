package results

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"dovetail/results/number"
)

// OrdersSchema names the form of a list of orders.
const OrdersSchema = "dovetail/orders/2"

// OrderList is a list of orders as it is read. It is written row by row, by OrderRows.
type OrderList struct {
	Schema string `json:"schema"`
	Kind   string `json:"kind"`
	Asked
	From number.Int `json:"from" unit:"moduli"`
	To   number.Int `json:"to" unit:"moduli"`
	Rows []OrderRow `json:"rows"`
}

// OrderRow is a deck with the orders that were asked for: how many out- and in-shuffles
// restore it.
type OrderRow struct {
	N   number.Int  `json:"n" unit:"cards"`
	Out *number.Int `json:"out,omitempty" unit:"shuffles"`
	In  *number.Int `json:"in,omitempty" unit:"shuffles"`
}

// kind is the shuffles of the list: out, in or both.
func (l OrderList) kind() string {
	switch {
	case len(l.Rows) > 0 && l.Rows[0].Out == nil:
		return "in"
	case len(l.Rows) > 0 && l.Rows[0].In == nil:
		return "out"
	}
	return "both"
}

// write writes the list row by row.
func (l OrderList) write(w io.Writer, format string) error {
	rows, err := NewOrderRows(w, format, l.kind(), l.From.Uint64(), l.To.Uint64(), l.Asked)
	if err != nil {
		return err
	}
	for _, r := range l.Rows {
		var order [2]uint64
		for i, x := range []*number.Int{r.Out, r.In} {
			if x != nil {
				order[i] = x.Uint64()
			}
		}
		if err := rows.Row(r.N.Uint64(), order[0], order[1]); err != nil {
			return err
		}
	}
	return rows.Close()
}

// Text implements Record.
func (l OrderList) Text(w io.Writer) error { return l.write(w, "text") }

// BFile writes the list in the form of an OEIS b-file.
func (l OrderList) BFile(w io.Writer) error { return l.write(w, BFile) }

// Parquet writes the list as a table.
func (l OrderList) Parquet(w io.Writer) error { return l.write(w, Parquet) }

// Table implements Record.
func (l OrderList) Table() ([]string, [][]string) {
	header, cells := []string{"n"}, [][]string{}
	if l.kind() != "in" {
		header = append(header, "out")
	}
	if l.kind() != "out" {
		header = append(header, "in")
	}
	for _, r := range l.Rows {
		line := []string{r.N.String()}
		for _, x := range []*number.Int{r.Out, r.In} {
			if x != nil {
				line = append(line, x.String())
			}
		}
		cells = append(cells, line)
	}
	return header, cells
}

// CheckOrderKind refuses what is none of the shuffles that a list can be of.
func CheckOrderKind(kind string) error {
	if !slices.Contains([]string{"out", "in", "both"}, kind) {
		return fmt.Errorf("kind=%q is not one of out, in, both", kind)
	}
	return nil
}

// CheckOrderRows refuses an unknown format, and a b-file of two sequences.
func CheckOrderRows(format, kind string) error {
	if err := CheckFormat(format, BFile, Parquet); err != nil {
		return err
	}
	if err := CheckOrderKind(kind); err != nil {
		return err
	}
	if format == BFile && kind == "both" {
		return fmt.Errorf("a b-file contains one sequence; choose --kind out or --kind in")
	}
	return nil
}

// OrderRows writes a list of deck sizes with their orders row by row, so that
// lists of any length can be piped on.
type OrderRows struct {
	w       *bufio.Writer
	format  string
	out, in bool
	width   int
	rows    uint64
	line    []byte

	parquet    func(n, out, in uint64) error // writes a row of a table for other programs
	endParquet func() error
}

// NewOrderRows begins a list of the decks from..to; kind is out, in or both, and JSON has the question.
// The first row is written through at once, the others in blocks.
func NewOrderRows(w io.Writer, format, kind string, from, to uint64, asked Asked) (*OrderRows, error) {
	if err := CheckOrderRows(format, kind); err != nil {
		return nil, err
	}
	r := &OrderRows{
		w: bufio.NewWriterSize(w, 1<<16), format: format,
		out: kind != "in", in: kind != "out", width: max(len(strconv.FormatUint(to, 10)), 3) + 2,
	}
	switch format {
	case Parquet:
		r.parquet, r.endParquet = parquetOrders(r.w, kind)
	case "json":
		fmt.Fprintf(r.w, "{\"schema\": %q, \"kind\": %q, \"question\": %s, \"from\": %s, \"to\": %s, \"rows\": [\n",
			OrdersSchema, Exact, asked.Question, appendJSON(nil, from), appendJSON(nil, to))
	case "csv":
		fmt.Fprintln(r.w, strings.Join(r.columns(), ","))
	case "text":
		for _, c := range r.columns() {
			fmt.Fprintf(r.w, "%*s", r.width, c)
		}
		fmt.Fprintln(r.w)
	}
	return r, nil
}

func (r *OrderRows) columns() []string {
	columns := []string{"n"}
	if r.out {
		columns = append(columns, "out")
	}
	if r.in {
		columns = append(columns, "in")
	}
	return columns
}

// Row writes one deck size with the orders of its two shuffles.
func (r *OrderRows) Row(n, out, in uint64) error {
	if r.parquet != nil {
		return r.parquet(n, out, in)
	}
	b := r.line[:0]
	switch r.format {
	case "json":
		b = r.json(b, n, out, in)
	case "text":
		b = r.cell(b, n, r.width)
		b = r.cells(b, out, in, r.width)
	case "csv":
		b = strconv.AppendUint(b, n, 10)
		b = r.separated(b, ',', out, in)
	case BFile:
		b = strconv.AppendUint(b, n, 10)
		b = r.separated(b, ' ', out, in)
	}
	if r.format != "json" {
		b = append(b, '\n')
	}
	r.line = b
	if r.rows++; r.rows == 1 {
		r.w.Write(b)
		return r.w.Flush()
	}
	_, err := r.w.Write(b)
	return err
}

func (r *OrderRows) json(b []byte, n, out, in uint64) []byte {
	if r.rows > 0 {
		b = append(b, ",\n"...)
	}
	b = appendJSON(append(b, `{"n": `...), n)
	if r.out {
		b = appendJSON(append(b, `, "out": `...), out)
	}
	if r.in {
		b = appendJSON(append(b, `, "in": `...), in)
	}
	return append(b, '}')
}

func (r *OrderRows) cells(b []byte, out, in uint64, width int) []byte {
	if r.out {
		b = r.cell(b, out, width)
	}
	if r.in {
		b = r.cell(b, in, width)
	}
	return b
}

// cell appends x, right-aligned.
func (r *OrderRows) cell(b []byte, x uint64, width int) []byte {
	var digits [20]byte
	d := strconv.AppendUint(digits[:0], x, 10)
	for range width - len(d) {
		b = append(b, ' ')
	}
	return append(b, d...)
}

func (r *OrderRows) separated(b []byte, mark byte, out, in uint64) []byte {
	if r.out {
		b = strconv.AppendUint(append(b, mark), out, 10)
	}
	if r.in {
		b = strconv.AppendUint(append(b, mark), in, 10)
	}
	return b
}

// appendJSON is number.Int's form: a string above 2^53.
func appendJSON(b []byte, x uint64) []byte {
	if x < 1<<53 {
		return strconv.AppendUint(b, x, 10)
	}
	return append(strconv.AppendUint(append(b, '"'), x, 10), '"')
}

// Flush writes through what there is, but for Parquet, which has no rows before its end.
func (r *OrderRows) Flush() error { return r.w.Flush() }

// Close ends the list.
func (r *OrderRows) Close() error {
	switch r.format {
	case "json":
		fmt.Fprint(r.w, "\n]}\n")
	case Parquet:
		if err := r.endParquet(); err != nil {
			return err
		}
	}
	return r.w.Flush()
}

// OrdersStatsSchema names the form of OrdersStats.
const OrdersStatsSchema = "dovetail/orders-stats/3"

// Artin's constant: the share of the primes for which 2 is a primitive root,
// if a conjecture of Artin's is right (J. W. Wrench, Evaluation of Artin's
// constant and the twin-prime constant, 1961).
const Artin = 0.3739558136192022880547

// OrdersStats are sums over the orders of 2 modulo the odd m in a range.
type OrdersStats struct {
	Schema string `json:"schema"`
	Kind   string `json:"kind"`
	Asked
	From                number.Int `json:"from" unit:"moduli"`
	To                  number.Int `json:"to" unit:"moduli"`
	Count               number.Int `json:"count" unit:"moduli"` // of odd m
	Sum                 number.Int `json:"sum" unit:"shuffles"`
	Xor                 number.Int `json:"xor" unit:"number"` // over m of m*ord modulo 2^64
	Max                 number.Int `json:"max" unit:"shuffles"`
	MaxAt               number.Int `json:"max_at" unit:"moduli"` // the least such m
	Min                 number.Int `json:"min" unit:"shuffles"`
	MinAt               number.Int `json:"min_at" unit:"moduli"`
	Primes              number.Int `json:"primes" unit:"moduli"` // odd ones
	PrimitiveRootPrimes number.Int `json:"primitive_root_primes" unit:"moduli"`
	PrimeSum            number.Int `json:"prime_sum" unit:"shuffles"` // of the orders of the primes
	Pseudoprimes        number.Int `json:"base2_pseudoprimes" unit:"moduli"`

	PrimitiveRootShare float64 `json:"primitive_root_share" unit:"probability"` // of the primes; 0 without primes
	Artin              float64 `json:"artin" unit:"probability"`
}

func (s OrdersStats) rows() [][]string {
	return [][]string{
		{"count", s.Count.String(), "odd moduli m"},
		{"sum", s.Sum.String(), "of the orders of 2 modulo m"},
		{"xor", s.Xor.String(), "of m*ord mod 2^64"},
		{"max", s.Max.String(), "at m = " + s.MaxAt.String()},
		{"min", s.Min.String(), "at m = " + s.MinAt.String()},
		{"primes", s.Primes.String(), "odd primes m"},
		{"primitive_root_primes", s.PrimitiveRootPrimes.String(), "primes with order m-1"},
		{"prime_sum", s.PrimeSum.String(), "of the orders of the primes"},
		{"base2_pseudoprimes", s.Pseudoprimes.String(), "composites with ord | m-1"},
	}
}

// Text implements Record.
func (s OrdersStats) Text(w io.Writer) error {
	fmt.Fprintf(w, "Orders of 2 modulo the odd m in %s..%s (exact)\n", s.From, s.To)
	fmt.Fprintln(w, plainTable([]string{"quantity", "value", "meaning"}, s.rows(), "quantity", "meaning"))
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
	return []string{"quantity", "value"}, append(rows, []string{"max_at", s.MaxAt.String()}, []string{"min_at", s.MinAt.String()})
}

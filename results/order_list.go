package results

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"dovetail/results/number"
)

// OrderList is a list of orders as it is read. It is written row by row, by OrderRows.
type OrderList struct {
	Head
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
	for _, r := range l.Rows {
		var order [2]uint64
		for i, x := range []*number.Int{r.Out, r.In} {
			if x != nil {
				order[i] = x.Uint64()
			}
		}
		if err == nil {
			err = rows.Row(r.N.Uint64(), order[0], order[1])
		}
	}
	if err != nil {
		return err
	}
	return rows.Close()
}

// Sections implements Record.
func (l OrderList) Sections(p *Page) {
	if p.reading {
		l.write(&p.text, "text") // which takes all
		return
	}
	p.Data(l.Rows)
	switch l.kind() {
	case "in":
		p.drop("out")
	case "out":
		p.drop("in")
	}
	p.parquet = func(w io.Writer) error { return l.write(w, Parquet) }
}

// CheckOrderKind refuses an unknown kind of list.
func CheckOrderKind(kind string) error {
	if !slices.Contains([]string{"out", "in", "both"}, kind) {
		return fmt.Errorf("kind=%q is not one of out, in, both", kind)
	}
	return nil
}

// CheckOrderRows refuses an unknown format, and a b-file of two sequences.
func CheckOrderRows(format, kind string) error {
	if err := cmp.Or(CheckFormat(format, BFile, Parquet), CheckOrderKind(kind)); err != nil {
		return err
	}
	if format == BFile && kind == "both" {
		return errors.New("a b-file contains one sequence; choose --kind out or --kind in")
	}
	return nil
}

// OrderRows writes a list of deck sizes with their orders row by row, so that
// lists of any length can be piped on.
type OrderRows struct {
	w      *bufio.Writer
	format string
	kind   string
	before []string // each cell of a row
	after  string   // the last
	width  int      // of cells for reading, which are aligned to the right
	rows   uint64
	line   []byte

	table    func(values [3]uint64) error // writes a row of a Parquet table
	endTable func() error
}

// The rows of a Parquet table, by the shuffles that were asked for. Numbers are below 2^63.
type (
	parquetOut struct {
		N   int64 `parquet:"n,delta"`
		Out int64 `parquet:"out"`
	}
	parquetIn struct {
		N  int64 `parquet:"n,delta"`
		In int64 `parquet:"in"`
	}
	parquetBoth struct {
		N   int64 `parquet:"n,delta"`
		Out int64 `parquet:"out"`
		In  int64 `parquet:"in"`
	}
)

// orderTable is how a list is written as a table of typed rows, and ended.
func orderTable[R any](w io.Writer, row func([3]int64) R) (write func([3]uint64) error, end func() error) {
	p := newParquet[R](w)
	return func(x [3]uint64) error {
		_, err := p.Write([]R{row([3]int64{int64(x[0]), int64(x[1]), int64(x[2])})})
		return err
	}, p.Close
}

// NewOrderRows begins a list of the decks from..to; kind is out, in or both, and JSON has the question.
// The first row is written through at once, the others in blocks.
func NewOrderRows(w io.Writer, format, kind string, from, to uint64, asked Asked) (*OrderRows, error) {
	if err := CheckOrderRows(format, kind); err != nil {
		return nil, err
	}
	columns := map[string][]string{"out": {"n", "out"}, "in": {"n", "in"}, "both": {"n", "out", "in"}}[kind]
	r := &OrderRows{w: bufio.NewWriterSize(w, 1<<16), format: format, kind: kind, after: "\n"}
	switch format {
	case Parquet:
		switch kind {
		case "out":
			r.table, r.endTable = orderTable(r.w, func(x [3]int64) parquetOut { return parquetOut{x[0], x[1]} })
		case "in":
			r.table, r.endTable = orderTable(r.w, func(x [3]int64) parquetIn { return parquetIn{x[0], x[1]} })
		default:
			r.table, r.endTable = orderTable(r.w, func(x [3]int64) parquetBoth { return parquetBoth{x[0], x[1], x[2]} })
		}
	case "json":
		fmt.Fprintf(r.w, "{\"schema\": %q, \"kind\": %q, \"question\": %s, \"from\": %s, \"to\": %s, \"rows\": [\n",
			OrdersSchema, Exact, asked.Question, appendJSON(nil, from), appendJSON(nil, to))
		r.after = "}"
		for i, c := range columns {
			r.before = append(r.before, fmt.Sprintf(`%s"%s": `, [2]string{"{", ", "}[min(i, 1)], c))
		}
	case "csv", BFile:
		mark := " "
		if format == "csv" {
			mark = ","
			fmt.Fprintln(r.w, strings.Join(columns, mark))
		}
		r.before = []string{"", mark, mark}
	case "text":
		r.before = []string{"", "", ""}
		r.width = max(len(strconv.FormatUint(to, 10)), 3) + 2
		for _, c := range columns {
			fmt.Fprintf(r.w, "%*s", r.width, c)
		}
		fmt.Fprintln(r.w)
	}
	return r, nil
}

// Row writes one deck size with the orders of its two shuffles.
func (r *OrderRows) Row(n, out, in uint64) error {
	values := [3]uint64{n, out, in}
	if r.kind == "in" {
		values[1] = in
	}
	columns := 2
	if r.kind == "both" {
		columns = 3
	}
	if r.table != nil {
		return r.table(values)
	}
	b := r.line[:0]
	if r.format == "json" && r.rows > 0 {
		b = append(b, ",\n"...)
	}
	for i, x := range values[:columns] {
		b = append(b, r.before[i]...)
		switch r.format {
		case "json":
			b = appendJSON(b, x)
		case "text":
			var digits [20]byte
			d := strconv.AppendUint(digits[:0], x, 10)
			for range r.width - len(d) {
				b = append(b, ' ')
			}
			b = append(b, d...)
		default:
			b = strconv.AppendUint(b, x, 10)
		}
	}
	b = append(b, r.after...)
	r.line = b
	_, err := r.w.Write(b)
	if r.rows++; r.rows == 1 && err == nil {
		return r.w.Flush()
	}
	return err
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
		if err := r.endTable(); err != nil {
			return err
		}
	}
	return r.w.Flush()
}

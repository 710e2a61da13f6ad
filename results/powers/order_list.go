package powers

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/render"
)

// OrderList is a list of orders as it is read. It is written row by row, by OrderRows.
type OrderList struct {
	results.Head
	From number.Int `json:"from" unit:"moduli"`
	To   number.Int `json:"to" unit:"moduli"`
	Rows []OrderRow `json:"rows"`
}

// OrderRow is a deck with the requested orders: how many out- and in-shuffles
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
	rows, err := NewOrderRows(w, format, l.kind(), l.From.Uint64(), l.To.Uint64(), l.QuestionText)
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

func (l OrderList) Sections(p *render.Page) {
	if p.Reading {
		var text strings.Builder
		l.write(&text, "text") // which takes all
		_, rows, _ := strings.Cut(text.String(), "\n")
		p.Text.WriteString(rows) // after the sentence, which stands there
		return
	}
	p.Data(l.Rows)
	switch l.kind() {
	case "in":
		p.Drop("out")
	case "out":
		p.Drop("in")
	}
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
	if err := cmp.Or(render.CheckFormat(format, render.BFile), CheckOrderKind(kind)); err != nil {
		return err
	}
	if format == render.BFile && kind == "both" {
		return errors.New("a b-file contains one sequence; choose --kind out or --kind in")
	}
	return nil
}

// OrderRows writes a list of deck sizes with their orders row by row, so that
// lists of any length can be piped on.
type OrderRows struct {
	w       *bufio.Writer
	columns int
	in      bool     // in-shuffles alone
	before  []string // each cell of a row
	width   int      // of cells for reading, which are aligned to the right
	quoted  bool     // numbers above 2^53
	between string   // rows
	after   string   // the last cell
	end     string   // of the list
	line    backwards
	rows    uint64
}

// NewOrderRows begins a list of the decks from..to; kind is out, in or both, and JSON has the question.
// The first row is written through at once, the others in blocks.
func NewOrderRows(w io.Writer, format, kind string, from, to uint64, q results.QuestionText) (*OrderRows, error) {
	if err := CheckOrderRows(format, kind); err != nil {
		return nil, err
	}
	columns := map[string][]string{"out": {"n", "out"}, "in": {"n", "in"}, "both": {"n", "out", "in"}}[kind]
	r := &OrderRows{w: bufio.NewWriterSize(w, 1<<16), columns: len(columns), in: kind == "in", after: "\n"}
	switch format {
	case "json":
		fmt.Fprintf(r.w, "{\"schema\": %q, \"kind\": %q, \"question\": %s, \"from\": %s, \"to\": %s, \"rows\": [\n",
			results.OrdersSchema, results.Exact, q.Question, inJSON(from), inJSON(to))
		r.quoted, r.between, r.after, r.end = true, ",\n", "}", "\n]}\n"
		for i, c := range columns {
			r.before = append(r.before, fmt.Sprintf(`%s"%s": `, [2]string{"{", ", "}[min(i, 1)], c))
		}
	case "csv", render.BFile:
		mark := " "
		if format == "csv" {
			mark = ","
			fmt.Fprintln(r.w, strings.Join(columns, mark))
		}
		r.before = []string{"", mark, mark}
	case "text":
		fmt.Fprintln(r.w, listAnswer(strconv.FormatUint(from, 10), strconv.FormatUint(to, 10)))
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
	if r.in {
		values[1] = in
	}
	b := &r.line
	b.at = len(b.text)
	b.put(r.after)
	for i := r.columns - 1; i >= 0; i-- {
		b.number(values[i], r.quoted, r.width)
		b.put(r.before[i])
	}
	if r.rows > 0 {
		b.put(r.between)
	}
	_, err := r.w.Write(b.text[b.at:])
	if r.rows++; r.rows == 1 && err == nil {
		return r.w.Flush()
	}
	return err
}

// backwards is a line that is written from its end, as digits come. Three numbers of twenty digits,
// quoted and named, fit.
type backwards struct {
	text [128]byte
	at   int // where it begins
}

func (l *backwards) put(s string) {
	if s != "" {
		l.at -= len(s)
		copy(l.text[l.at:], s)
	}
}

// twoDigits are 00, 01, ..., 99: two come at a time.
var twoDigits = func() (all [200]byte) {
	for x := range 100 {
		all[2*x], all[2*x+1] = byte('0'+x/10), byte('0'+x%10)
	}
	return all
}()

// number puts a number of at least the given places.
func (l *backwards) number(x uint64, quoted bool, width int) {
	end := l.at
	if quoted = quoted && x >= 1<<53; quoted {
		l.put(`"`)
	}
	for ; x >= 100; x /= 100 {
		l.at -= 2
		copy(l.text[l.at:][:2], twoDigits[x%100*2:][:2])
	}
	l.at -= 2
	copy(l.text[l.at:][:2], twoDigits[x*2:][:2])
	if x < 10 {
		l.at++
	}
	if quoted {
		l.put(`"`)
	}
	for end-l.at < width {
		l.put(" ")
	}
}

// inJSON is a number as a record has it.
func inJSON(x uint64) []byte {
	text, _ := number.OfUint(x).MarshalJSON() // which does not fail
	return text
}

// Flush writes all rows so far.
func (r *OrderRows) Flush() error { return r.w.Flush() }

// Close ends the list.
func (r *OrderRows) Close() error {
	r.w.WriteString(r.end)
	return r.w.Flush()
}

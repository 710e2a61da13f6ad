package render

import (
	"cmp"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/text"

	"dovetail/perm/number"
)

// Page is an answer as a record lays it out, section by section: lines, notes and tables for
// reading, and rows for programs. Each output format takes the sections for reading or those for
// programs.
//
// The tags of its rows' fields declare the columns of a table. For programs a column is named as in
// JSON, unless a tag csv:"name" gives another name; csv:"-" leaves a field out. A number as a text is
// named as its double in JSON. For reading, a field has a column only if a tag text:"title" gives it one, or
// text:"title,%.3f" with the form of its cells; marks before a title are those of [titled]. Fields
// of embedded structs stand in the place of the struct.
type Page struct {
	Reading bool
	Width   int             // of lines that are folded
	Digits  int             // of numbers as texts in tables for reading; 0 for seven
	Text    strings.Builder // for reading

	// For programs.
	Header []string
	Rows   [][]string

	most   int      // columns of any line that can be broken, and of tables; 0 if no terminal limits them
	basis  []string // the lines that come last
	titles []string // of the table for reading that is not written yet
	cells  [][]any
	tables []Table // for reading, as they are written
}

// Table is a table for reading, whose cells are texts of one line.
type Table struct {
	Columns []Heading
	Rows    [][]string
}

// Heading is the head of a column, with the marks before its title.
type Heading struct {
	Title    string
	Left     bool // "<": aligned to the left, where others are aligned to the right
	optional bool // "?": left out if all cells are empty
	minor    bool // "~": the first to be left out if the table is too wide
}

// lay is the page of a record.
func lay(r Record, reading bool) *Page {
	return layWithin(r, reading, 0)
}

// layWithin is the same for a terminal of a number of columns, or for none.
func layWithin(r Record, reading bool, columns int) *Page {
	p := &Page{Reading: reading, Width: cmp.Or(columns, lineWidth), most: columns}
	p.Note("%s", r.Answer())
	r.Sections(p)
	p.EndTable()
	for _, line := range p.basis {
		p.Line("%s", line)
	}
	return p
}

// Tables are the tables of a record for reading.
func Tables(r Record) []Table { return lay(r, true).tables }

// lineWidth is the width of the prose of a text answer without a terminal.
const lineWidth = 100

// Line is a line, which is broken only at the width of a terminal.
func (p *Page) Line(format string, args ...any) {
	if p.Reading && p.most > 0 {
		for line := range strings.SplitSeq(fmt.Sprintf(format, args...), "\n") {
			p.Whole("%s", wrapped(line, p.most))
		}
		return
	}
	p.Whole(format, args...)
}

// Whole is a line that is never broken, such as a deck or a command, which are copied.
func (p *Page) Whole(format string, args ...any) {
	if p.Reading {
		p.EndTable()
		fmt.Fprintf(&p.Text, format+"\n", args...)
	}
}

// wrapped is a line on as many lines as it needs. The later ones are indented further. Text without
// blanks is not broken.
func wrapped(line string, width int) string {
	if utf8.RuneCountInString(line) <= width {
		return line
	}
	words := strings.SplitAfter(strings.TrimLeft(line, " "), " ")
	indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
	var b strings.Builder
	column := 0
	for i, word := range words {
		length := utf8.RuneCountInString(strings.TrimRight(word, " "))
		switch {
		case i == 0:
			b.WriteString(indent)
			column = len(indent)
		case length > 0 && column+length > width:
			b.WriteString("\n" + indent + "  ")
			column = len(indent) + 2
		}
		b.WriteString(word)
		column += utf8.RuneCountInString(word)
	}
	return untrailed(b.String())
}

// Head is what an answer is about and its basis, such as the models. It stands at the end of the page.
func (p *Page) Head(under []string, format string, args ...any) {
	p.basis = append(p.basis, Fold(p.Width, "", "  ", "; ", append([]string{fmt.Sprintf(format, args...)}, under...)))
}

// Note is prose, on as many lines as it needs.
func (p *Page) Note(format string, args ...any) { p.Indented("", fmt.Sprintf(format, args...)) }

// Indented is prose whose later lines are indented twice.
func (p *Page) Indented(indent, prose string) {
	before := indent
	for line := range strings.SplitSeq(text.WrapSoft(prose, p.Width-2*len(indent)), "\n") {
		p.Line("%s", before+strings.TrimRight(line, " "))
		before = indent + indent
	}
}

// Table is rows, which are structs, for reading and for programs. columns are for programs alone
// and stand before the others.
func (p *Page) Table(rows any, before ...Leading) {
	p.Show(rows)
	p.Data(rows, before...)
}

// Show is rows for reading alone. titles replace those of the first columns.
func (p *Page) Show(rows any, titles ...string) {
	if !p.Reading {
		return
	}
	header, cells := tabulate("text", rows, nil, cmp.Or(p.Digits, sevenDigits))
	copy(header, titles)
	p.Grid(header, cells)
}

// Columns begins a table for reading, of the rows that follow. It is left out if there are none.
func (p *Page) Columns(titles ...string) {
	p.EndTable()
	p.titles = titles
}

// Row is one of the table that was begun.
func (p *Page) Row(cells ...any) {
	if p.Reading {
		p.cells = append(p.cells, cells)
	}
}

// EndTable writes the table that was begun.
func (p *Page) EndTable() {
	if cells := p.cells; len(cells) > 0 {
		p.cells = nil
		p.Grid(p.titles, cells)
	}
}

// Grid is a table for reading whose cells are made by hand.
func (p *Page) Grid(titles []string, rows [][]any) {
	if !p.Reading {
		return
	}
	p.tables = append(p.tables, tableOf(titles, rows))
	table, left := fitted(titles, rows, p.most)
	p.Whole("%s", table)
	if len(left) > 0 {
		p.Note("Left out for want of width: %s (%s). --format csv or json has everything.",
			number.Count(len(left), "column"), strings.Join(left, ", "))
	}
}

// Data is rows for programs alone, after the existing ones.
func (p *Page) Data(rows any, before ...Leading) {
	if p.Reading {
		return
	}
	header, cells := tabulate("csv", rows, before, 0)
	p.Header = header
	for _, row := range cells {
		p.Add(row...)
	}
}

// Add is one more row for programs.
func (p *Page) Add(cells ...any) {
	row := make([]string, len(cells))
	for i, x := range cells {
		row[i] = Cell(x)
	}
	p.Rows = append(p.Rows, row)
}

// Drop leaves out a column for programs.
func (p *Page) Drop(name string) {
	if p.Reading {
		return
	}
	i := slices.Index(p.Header, name)
	p.Header = slices.Delete(p.Header, i, i+1)
	for k, row := range p.Rows {
		p.Rows[k] = slices.Delete(row, i, i+1)
	}
}

// sequence writes the first two columns in the form of an OEIS b-file.
func (p *Page) sequence(w io.Writer) error {
	for _, row := range p.Rows {
		if _, err := fmt.Fprintln(w, row[0], row[1]); err != nil {
			return err
		}
	}
	return nil
}

// Leading is a column before those of the rows.
type Leading struct {
	name string
	cell func(row int) any
}

// Always is a column with the same cell in every row.
func Always(name string, cell any) Leading { return Leading{name, func(int) any { return cell }} }

// Column has a cell for each row.
func Column(name string, cell func(row int) any) Leading { return Leading{name, cell} }

// Counting is a column that numbers the rows from 1.
func Counting(name string) Leading { return Leading{name, func(row int) any { return row + 1 }} }

// sevenDigits are enough for reading.
const sevenDigits = 7

// tabulate are the columns that rows have by a tag. Numbers as texts get a number of digits, or all with 0.
func tabulate(tag string, rows any, before []Leading, digits int) (header []string, cells [][]any) {
	all := reflect.ValueOf(rows)
	for _, b := range before {
		header = append(header, b.name)
	}
	type column struct {
		format string
		exact  bool
		index  []int
	}
	var columns []column
	for _, f := range reflect.VisibleFields(all.Type().Elem()) {
		if f.Anonymous {
			continue // its own fields follow
		}
		field, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		double, exact := strings.CutSuffix(field, Exact)
		named, tagged := f.Tag.Lookup(tag)
		if tag == "csv" && !tagged {
			named, tagged = double, field != ""
		}
		if name, format, _ := strings.Cut(named, ","); tagged && name != "-" {
			header, columns = append(header, name), append(columns, column{format, exact && digits > 0, f.Index})
		}
	}
	for i := range all.Len() {
		line := make([]any, 0, len(header))
		for _, b := range before {
			line = append(line, b.cell(i))
		}
		for _, c := range columns {
			x := all.Index(i).FieldByIndex(c.index).Interface()
			if c.format != "" {
				x = fmt.Sprintf(c.format, x)
			} else if text, ok := x.(string); ok && c.exact {
				x = number.Shorten(text, digits)
			}
			line = append(line, x)
		}
		cells = append(cells, line)
	}
	return header, cells
}

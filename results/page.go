package results

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/parquet-go/parquet-go"
)

// Page is an answer as a record lays it out, section by section: lines, notes and tables for reading, and
// rows for programs. It takes the sections of the one or of the other.
//
// The columns of a table are said once, by the tags of its rows' fields. For programs a column is named as
// in JSON, unless a tag csv:"name" says otherwise, and csv:"-" leaves a field out. For reading, a field has
// a column only if a tag text:"title" gives it one, or text:"title,%.3f" with the form of its cells; marks
// before a title are those of [titled]. Fields of embedded structs stand in the place of the struct. Rows
// with parquet tags are a table of that format too.
type Page struct {
	reading bool
	text    strings.Builder
	titles  []string // of the table for reading that is not written yet
	cells   [][]any
	header  []string
	rows    [][]string
	parquet func(w io.Writer) error // the rows, if they have that format
}

// lay is the page of a record.
func lay(r Record, reading bool) *Page {
	p := &Page{reading: reading}
	r.Sections(p)
	p.endTable()
	return p
}

// Cells are the rows of a record for programs, under their names.
func Cells(r Record) (header []string, rows [][]string) {
	p := lay(r, false)
	return p.header, p.rows
}

// lineWidth is how wide the lines of a text answer get, where they can be broken.
const lineWidth = 100

// Line is a line as it stands.
func (p *Page) Line(format string, args ...any) {
	if p.reading {
		p.endTable()
		fmt.Fprintf(&p.text, format+"\n", args...)
	}
}

// head is what an answer begins with: what it is, then what it rests on, as the models.
func (p *Page) head(under []string, format string, args ...any) {
	p.Line("%s", fold(lineWidth, "", "  ", "; ", append([]string{fmt.Sprintf(format, args...)}, under...)))
}

// note is prose, on as many lines as it takes.
func (p *Page) note(format string, args ...any) { p.indented("", fmt.Sprintf(format, args...)) }

// indented is prose of which the later lines are indented twice.
func (p *Page) indented(indent, prose string) {
	before := indent
	for line := range strings.SplitSeq(text.WrapSoft(prose, lineWidth-2*len(indent)), "\n") {
		p.Line("%s", before+strings.TrimRight(line, " "))
		before = indent + indent
	}
}

// table is rows, which are structs, for reading and for programs; columns for programs alone stand before
// the others.
func (p *Page) table(rows any, before ...leading) {
	p.show(rows)
	p.Data(rows, before...)
}

// show is rows for reading alone. Titles take the place of those of the first columns.
func (p *Page) show(rows any, titles ...string) {
	if !p.reading {
		return
	}
	header, cells := tabulate("text", rows, nil)
	copy(header, titles)
	p.grid(header, cells)
}

// columns begins a table for reading, of the rows that follow. It is left out if there are none.
func (p *Page) columns(titles ...string) {
	p.endTable()
	p.titles = titles
}

// row is one of the table that was begun.
func (p *Page) row(cells ...any) {
	if p.reading {
		p.cells = append(p.cells, cells)
	}
}

// endTable writes the table that was begun.
func (p *Page) endTable() {
	if cells := p.cells; len(cells) > 0 {
		p.cells = nil
		p.Line("%s", grid(p.titles, cells))
	}
}

// grid is a table for reading whose cells are put together by hand.
func (p *Page) grid(titles []string, rows [][]any) { p.Line("%s", grid(titles, rows)) }

// Data is rows for programs alone, after those that are there.
func (p *Page) Data(rows any, before ...leading) {
	if p.reading {
		return
	}
	header, cells := tabulate("csv", rows, before)
	p.header = header
	for _, row := range cells {
		p.add(row...)
	}
	p.parquet = func(w io.Writer) error {
		all := reflect.ValueOf(rows)
		table := newParquet[any](w, parquet.SchemaOf(reflect.Zero(all.Type().Elem()).Interface()))
		for i := range all.Len() {
			if _, err := table.Write([]any{all.Index(i).Interface()}); err != nil {
				return err
			}
		}
		return table.Close()
	}
}

// add is one more row for programs.
func (p *Page) add(cells ...any) {
	row := make([]string, len(cells))
	for i, x := range cells {
		row[i] = cell(x)
	}
	p.rows = append(p.rows, row)
}

// groupRows is how many rows of a Parquet table stand in memory before they are written.
const groupRows = 1 << 19

// newParquet begins a Parquet table of rows that are structs with tags. What is written is no table before
// it is closed.
func newParquet[R any](w io.Writer, options ...parquet.WriterOption) *parquet.GenericWriter[R] {
	return parquet.NewGenericWriter[R](w,
		append(options, parquet.Compression(&parquet.Snappy), parquet.MaxRowsPerRowGroup(groupRows))...)
}

// drop leaves out a column for programs.
func (p *Page) drop(name string) {
	if p.reading {
		return
	}
	i := slices.Index(p.header, name)
	p.header = slices.Delete(p.header, i, i+1)
	for k, row := range p.rows {
		p.rows[k] = slices.Delete(row, i, i+1)
	}
}

// sequence writes the first two columns in the form of an OEIS b-file.
func (p *Page) sequence(w io.Writer) error {
	for _, row := range p.rows {
		if _, err := fmt.Fprintln(w, row[0], row[1]); err != nil {
			return err
		}
	}
	return nil
}

// leading is a column before those of the rows.
type leading struct {
	name string
	cell func(row int) any
}

// always is a column with the same cell in every row.
func always(name string, cell any) leading { return leading{name, func(int) any { return cell }} }

// counting is a column that numbers the rows from 1.
func counting(name string) leading { return leading{name, func(row int) any { return row + 1 }} }

// tabulate are the columns that rows have by a tag.
func tabulate(tag string, rows any, before []leading) (header []string, cells [][]any) {
	all := reflect.ValueOf(rows)
	for _, b := range before {
		header = append(header, b.name)
	}
	type column struct {
		format string
		index  []int
	}
	var columns []column
	for _, f := range reflect.VisibleFields(all.Type().Elem()) {
		if f.Anonymous {
			continue // its own fields follow
		}
		named, tagged := f.Tag.Lookup(tag)
		if tag == "csv" && !tagged {
			named, tagged = f.Tag.Lookup("json")
			named, _, _ = strings.Cut(named, ",")
		}
		if name, format, _ := strings.Cut(named, ","); tagged && name != "-" {
			header, columns = append(header, name), append(columns, column{format, f.Index})
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
			}
			line = append(line, x)
		}
		cells = append(cells, line)
	}
	return header, cells
}

package results

import (
	"cmp"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"dovetail/perm/number"
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
	width   int  // of lines that are folded
	most    int  // columns of any line that can be broken, and of tables; 0 if no terminal limits them
	trimmed bool // tables without the blanks that fill their last column
	text    strings.Builder
	titles  []string // of the table for reading that is not written yet
	cells   [][]any
	header  []string
	rows    [][]string
	parquet func(w io.Writer) error // the rows, if they have that format
}

// lay is the page of a record.
func lay(r Record, reading bool) *Page {
	return layWithin(r, reading, 0)
}

// layWithin is the same for a terminal of so many columns, or for none.
func layWithin(r Record, reading bool, columns int) *Page {
	p := &Page{reading: reading, width: cmp.Or(columns, lineWidth), most: columns}
	r.Sections(p)
	p.endTable()
	return p
}

// Cells are the rows of a record for programs, under their names.
func Cells(r Record) (header []string, rows [][]string) {
	p := lay(r, false)
	return p.header, p.rows
}

// lineWidth is how wide the prose of a text answer is where no terminal says it.
const lineWidth = 100

// Line is a line, which is broken only where a terminal ends.
func (p *Page) Line(format string, args ...any) {
	if p.reading && p.most > 0 {
		for line := range strings.SplitSeq(fmt.Sprintf(format, args...), "\n") {
			p.whole("%s", wrapped(line, p.most))
		}
		return
	}
	p.whole(format, args...)
}

// whole is a line that is never broken, as a deck or a command, which are copied.
func (p *Page) whole(format string, args ...any) {
	if p.reading {
		p.endTable()
		fmt.Fprintf(&p.text, format+"\n", args...)
	}
}

// wrapped is a line on as many lines as it takes, of which the later are indented further. What has no blanks is
// not broken.
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

// head is what an answer begins with: what it is, then what it rests on, as the models.
func (p *Page) head(under []string, format string, args ...any) {
	p.Line("%s", fold(p.width, "", "  ", "; ", append([]string{fmt.Sprintf(format, args...)}, under...)))
}

// note is prose, on as many lines as it takes.
func (p *Page) note(format string, args ...any) { p.indented("", fmt.Sprintf(format, args...)) }

// indented is prose of which the later lines are indented twice.
func (p *Page) indented(indent, prose string) {
	before := indent
	for line := range strings.SplitSeq(text.WrapSoft(prose, p.width-2*len(indent)), "\n") {
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
		p.grid(p.titles, cells)
	}
}

// grid is a table for reading whose cells are put together by hand.
func (p *Page) grid(titles []string, rows [][]any) {
	if !p.reading {
		return
	}
	table, left := fitted(titles, rows, p.most)
	if p.trimmed {
		table = untrailed(table)
	}
	p.whole("%s", table)
	if len(left) > 0 {
		p.note("Left out for want of width: %s (%s). --format csv or json has everything.",
			number.Count(len(left), "column"), strings.Join(left, ", "))
	}
}

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
	p.parquet = func(w io.Writer) error { return writeParquet(w, rows) }
}

// add is one more row for programs.
func (p *Page) add(cells ...any) {
	row := make([]string, len(cells))
	for i, x := range cells {
		row[i] = cell(x)
	}
	p.rows = append(p.rows, row)
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

// What text answers are made of: cells, plain tables, lines that are folded. Records are written by
// anybody, and what they say is printed on terminals, which obey what they are sent: a title, a color, a
// cursor that goes up and writes over a verdict. So whatever is for reading goes through a printer on its
// way out, and a text of a record that stands in a table or a message through OneLine.

// cell is a value in full: a float with all its digits, nothing for what is absent, lists joined.
func cell(value any) string {
	switch x := value.(type) {
	case float64:
		return float(x)
	case number.Int:
		if x.Int == nil {
			return ""
		}
	case []string:
		return strings.Join(x, "; ")
	case []int:
		return spaced(x)
	}
	if v := reflect.ValueOf(value); v.Kind() != reflect.Pointer {
		return fmt.Sprint(value)
	} else if v.IsNil() {
		return ""
	} else {
		return cell(v.Elem().Interface())
	}
}

// float writes all digits that tell x from its neighbours.
func float(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// spaced joins numbers by blanks.
func spaced(v []int) string { return strings.Trim(fmt.Sprint(v), "[]") }

// heading is the title of a column with the marks before it.
type heading struct {
	title    string
	left     bool // "<": aligned to the left, where others are aligned to the right
	optional bool // "?": left out if all cells are empty
	minor    bool // "~": the first to be left out if the table is too wide
}

// titled reads a title with its marks, which stand in this order.
func titled(s string) (h heading) {
	s, h.left = strings.CutPrefix(s, "<")
	s, h.optional = strings.CutPrefix(s, "?")
	h.title, h.minor = strings.CutPrefix(s, "~")
	return h
}

// fitted is a table of at most so many columns of text, or of any number if that is 0, without those columns of
// its own that it has no room for: minor ones first, then the last. Two are kept; then cells are folded.
func fitted(titles []string, rows [][]any, most int) (drawn string, left []string) {
	drawn = grid(titles, rows, 0)
	over := func() int {
		wide := 0
		for line := range strings.SplitSeq(drawn, "\n") {
			wide = max(wide, utf8.RuneCountInString(strings.TrimRight(line, " ")))
		}
		return wide - most
	}
	if most == 0 {
		return drawn, nil
	}
	for over() > 0 {
		if len(titles) <= 2 {
			return grid(titles, rows, over()), left
		}
		last := len(titles) - 1
		for i := last; i > 1; i-- {
			if titled(titles[i]).minor {
				last = i
				break
			}
		}
		h := titled(titles[last])
		if empty := !slices.ContainsFunc(rows, func(row []any) bool { return cell(row[last]) != "" }); !empty || !h.optional {
			left = slices.Insert(left, 0, cmp.Or(h.title, "the last"))
		}
		titles = slices.Delete(slices.Clone(titles), last, last+1)
		for i, row := range rows {
			if i == 0 {
				rows = slices.Clone(rows)
			}
			rows[i] = slices.Delete(slices.Clone(row), last, last+1)
		}
		drawn = grid(titles, rows, 0)
	}
	return drawn, left
}

// lines is a cell of several lines.
type lines string

// grid is a plain table: a header, a rule, columns parted by spaces. Its widest column on the left is folded to be
// narrower by so many characters.
func grid(titles []string, rows [][]any, narrower int) string {
	t := table.NewWriter()
	style := table.StyleDefault
	style.Format.Header = text.FormatDefault
	style.Options = table.OptionsNoBordersAndSeparators
	style.Options.SeparateHeader = true
	t.SetStyle(style)
	widest, folded := 0, -1
	header := make(table.Row, len(titles))
	columns := make([]table.ColumnConfig, len(titles))
	for i, s := range titles {
		h := titled(s)
		align := text.AlignRight
		if h.left {
			align = text.AlignLeft
		}
		long := 0
		for _, row := range rows {
			long = max(long, text.LongestLineLen(cell(row[i])))
		}
		header[i] = h.title
		columns[i] = table.ColumnConfig{Number: i + 1, Align: align, AlignHeader: align, Hidden: h.optional && long == 0}
		if h.left && long > widest {
			widest, folded = long, i
		}
	}
	if narrower > 0 && folded >= 0 {
		columns[folded].WidthMax = max(widest-narrower, 10)
		columns[folded].WidthMaxEnforcer = text.WrapSoft
	}
	t.AppendHeader(header)
	t.SetColumnConfigs(columns)
	for _, row := range rows {
		cells := make(table.Row, len(row))
		for i, x := range row {
			if l, several := x.(lines); several {
				cells[i] = string(l)
			} else {
				cells[i] = OneLine(cell(x))
			}
		}
		t.AppendRow(cells)
	}
	return t.Render()
}

// fold joins parts by sep, on as many lines of at most width columns as it
// takes. The first line begins with head, the others with indent. A part that
// is too long stands on a line of its own.
func fold(width int, head, indent, sep string, parts []string) string {
	var b strings.Builder
	b.WriteString(head)
	column := utf8.RuneCountInString(head)
	gap := strings.TrimRight(sep, " ")
	for i, p := range parts {
		length := utf8.RuneCountInString(p)
		tail := 0
		if i < len(parts)-1 {
			tail = len(gap)
		}
		switch {
		case i == 0:
		case column+len(sep)+length+tail > width:
			b.WriteString(gap + "\n" + indent)
			column = len(indent)
		default:
			b.WriteString(sep)
			column += len(sep)
		}
		b.WriteString(p)
		column += length
	}
	return b.String()
}

// OneLine is a text without what breaks lines, what terminals obey, and invalid UTF-8.
func OneLine(text string) string {
	return strings.Map(func(c rune) rune {
		if c == '\n' || c == '\t' {
			return ' '
		}
		return printable(c)
	}, strings.ToValidUTF8(text, ""))
}

// printable is a character itself, or a blank where terminals obey it: controls, and the marks that
// turn the direction of writing.
func printable(c rune) rune {
	if unicode.IsControl(c) && c != '\n' && c != '\t' || unicode.Is(unicode.Bidi_Control, c) {
		return ' '
	}
	return c
}

// newPrinter passes text on to w without what terminals obey. Invalid UTF-8 is left out.
func newPrinter(w io.Writer) io.Writer { return &printer{w: w} }

type printer struct {
	w    io.Writer
	part []byte // of a character that the last write began
}

// Write implements [io.Writer].
func (p *printer) Write(text []byte) (int, error) {
	all := append(p.part, text...)
	whole := len(all)
	for k := 1; k < utf8.UTFMax && k <= len(all); k++ {
		if begins := all[len(all)-k:]; utf8.RuneStart(begins[0]) {
			if !utf8.FullRune(begins) {
				whole -= k
			}
			break
		}
	}
	p.part = append([]byte(nil), all[whole:]...)
	if _, err := io.WriteString(p.w, strings.Map(printable, strings.ToValidUTF8(string(all[:whole]), ""))); err != nil {
		return 0, err
	}
	return len(text), nil
}

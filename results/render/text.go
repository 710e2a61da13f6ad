package render

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

// The parts of text answers: cells, plain tables, folded lines. Anybody may have written a record,
// and its texts are printed on terminals, which obey control characters: they could set a title or
// a colour, or move the cursor up and overwrite a verdict. So all text for reading goes through a
// printer on its way out, and a text of a record in a table or a message through OneLine.

// Cell is a value in full: a float with all its digits, nothing for what is absent, lists joined.
func Cell(value any) string {
	switch x := value.(type) {
	case float64:
		return Float(x)
	case number.Int:
		if x.Int == nil {
			return ""
		}
	case []string:
		return strings.Join(x, "; ")
	case []int:
		return Spaced(x)
	}
	if v := reflect.ValueOf(value); v.Kind() != reflect.Pointer {
		return fmt.Sprint(value)
	} else if v.IsNil() {
		return ""
	} else {
		return Cell(v.Elem().Interface())
	}
}

// Float writes all digits that distinguish x from its neighbours.
func Float(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// Spaced joins numbers by blanks.
func Spaced(v []int) string { return strings.Trim(fmt.Sprint(v), "[]") }

// titled reads a title with its marks, which stand in this order.
func titled(s string) (c Heading) {
	s, c.Left = strings.CutPrefix(s, "<")
	s, c.optional = strings.CutPrefix(s, "?")
	c.Title, c.minor = strings.CutPrefix(s, "~")
	return c
}

// tableOf is a table without the optional columns that are empty.
func tableOf(titles []string, rows [][]any) Table {
	t := Table{Rows: make([][]string, len(rows))}
	for i, title := range titles {
		c := titled(title)
		if c.optional && !slices.ContainsFunc(rows, func(row []any) bool { return Cell(row[i]) != "" }) {
			continue
		}
		t.Columns = append(t.Columns, c)
		for k, row := range rows {
			t.Rows[k] = append(t.Rows[k], OneLine(Cell(row[i])))
		}
	}
	return t
}

// fitted is a table of text with at most a number of columns, or any number if that is 0. If it is
// too wide, titles are folded, and the cells of left-aligned columns, to half of their width at most.
// If that is not enough, minor columns are left out; then cells are folded further; then the last
// columns are left out. Two are kept.
func fitted(titles []string, rows [][]any, most int) (drawn string, left []string) {
	drawn = grid(titles, rows, nil)
	for most > 0 && width(drawn) > most {
		last, far := len(titles)-1, true
		for i := last; i > 1 && far; i-- {
			if titled(titles[i]).minor {
				last, far = i, false
			}
		}
		if folded := grid(titles, rows, folds(titles, rows, width(drawn)-most, far)); width(folded) <= most || len(titles) <= 2 {
			return folded, left
		}
		h := titled(titles[last])
		if empty := !slices.ContainsFunc(rows, func(row []any) bool { return Cell(row[last]) != "" }); !empty || !h.optional {
			left = slices.Insert(left, 0, cmp.Or(strings.TrimSpace(h.Title), "the last"))
		}
		titles = slices.Delete(slices.Clone(titles), last, last+1)
		rows = slices.Clone(rows)
		for i, row := range rows {
			rows[i] = slices.Delete(slices.Clone(row), last, last+1)
		}
		drawn = grid(titles, rows, nil)
	}
	return drawn, left
}

// width is the length of the longest line.
func width(text string) (wide int) {
	for line := range strings.SplitSeq(text, "\n") {
		wide = max(wide, utf8.RuneCountInString(line))
	}
	return wide
}

// narrowest is the least width of cells that are folded.
const narrowest = 10

// folds are the widths to which columns are folded, the widest first, so that their table is
// narrower by over characters; 0 leaves a column as it is. Titles are folded between words, and the
// cells of left-aligned columns to half of their width at most, or, if that is not far enough, to
// the narrowest.
func folds(titles []string, rows [][]any, over int, far bool) []int {
	widths, least := make([]int, len(titles)), make([]int, len(titles))
	for i, title := range titles {
		h := titled(title)
		for _, row := range rows {
			widths[i] = max(widths[i], text.LongestLineLen(Cell(row[i])))
		}
		switch least[i] = widths[i]; {
		case h.optional && widths[i] == 0:
			continue
		case h.Left && far:
			least[i] = min(widths[i], narrowest)
		case h.Left:
			least[i] = min(widths[i], max(narrowest, (widths[i]+1)/2))
		}
		widths[i] = max(widths[i], utf8.RuneCountInString(h.Title))
		for word := range strings.FieldsSeq(h.Title) {
			least[i] = max(least[i], utf8.RuneCountInString(word))
		}
	}
	full := slices.Clone(widths)
	for ; over > 0; over-- {
		widest := -1
		for i, w := range widths {
			if w > least[i] && (widest < 0 || w > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		widths[widest]--
	}
	for i, w := range widths {
		if w == full[i] {
			widths[i] = 0
		}
	}
	return widths
}

// Lines is a cell of several lines.
type Lines string

// grid is a plain table: a header, a rule, columns separated by spaces. The cells of a column with a
// width above 0 are folded to it.
func grid(titles []string, rows [][]any, widths []int) string {
	t := table.NewWriter()
	style := table.StyleDefault
	style.Format.Header = text.FormatDefault
	style.Options = table.OptionsNoBordersAndSeparators
	style.Options.SeparateHeader = true
	t.SetStyle(style)
	header := make(table.Row, len(titles))
	columns := make([]table.ColumnConfig, len(titles))
	for i, s := range titles {
		h := titled(s)
		align := text.AlignRight
		if h.Left {
			align = text.AlignLeft
		}
		long := 0
		for _, row := range rows {
			long = max(long, text.LongestLineLen(Cell(row[i])))
		}
		header[i] = h.Title
		columns[i] = table.ColumnConfig{Number: i + 1, Align: align, AlignHeader: align, Hidden: h.optional && long == 0}
		if widths != nil && widths[i] > 0 {
			columns[i].WidthMax, columns[i].WidthMaxEnforcer = widths[i], text.WrapSoft
		}
	}
	t.AppendHeader(header)
	t.SetColumnConfigs(columns)
	for _, row := range rows {
		cells := make(table.Row, len(row))
		for i, x := range row {
			if l, several := x.(Lines); several {
				cells[i] = string(l)
			} else {
				cells[i] = OneLine(Cell(x))
			}
		}
		t.AppendRow(cells)
	}
	return untrailed(t.Render())
}

// Fold joins parts by sep, on as many lines of at most width columns as needed. The first line
// begins with head, the others with indent. A part that is too long has a line of its own.
func Fold(width int, head, indent, sep string, parts []string) string {
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

// OneLine is a text without line breaks, characters that terminals obey, and invalid UTF-8.
func OneLine(text string) string {
	return strings.Map(func(c rune) rune {
		if c == '\n' || c == '\t' {
			return ' '
		}
		return printable(c)
	}, strings.ToValidUTF8(text, ""))
}

// printable is a character itself, or a blank where terminals obey it: controls, and the marks that
// change the direction of writing.
func printable(c rune) rune {
	if unicode.IsControl(c) && c != '\n' && c != '\t' || unicode.Is(unicode.Bidi_Control, c) {
		return ' '
	}
	return c
}

// newPrinter passes text on to w without characters that terminals obey. Invalid UTF-8 is left out.
func newPrinter(w io.Writer) io.Writer { return &printer{w: w} }

type printer struct {
	w    io.Writer
	part []byte // of a character that the last write began
}

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

// untrailed is a text without blanks at the ends of lines, which the last column of a table may
// have.
func untrailed(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

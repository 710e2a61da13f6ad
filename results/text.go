package results

import (
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

	"dovetail/results/number"
)

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

// titled reads the marks before a title: "<" aligns its column to the left, where others are aligned to the
// right, and "?" after it leaves the column out if all its cells are empty.
func titled(s string) (title string, left, optional bool) {
	title, left = strings.CutPrefix(s, "<")
	title, optional = strings.CutPrefix(title, "?")
	return title, left, optional
}

// lines is a cell of several lines.
type lines string

// grid is a plain table: a header, a rule, columns parted by spaces.
func grid(titles []string, rows [][]any) string {
	t := table.NewWriter()
	style := table.StyleDefault
	style.Format.Header = text.FormatDefault
	style.Options = table.OptionsNoBordersAndSeparators
	style.Options.SeparateHeader = true
	t.SetStyle(style)
	header := make(table.Row, len(titles))
	columns := make([]table.ColumnConfig, len(titles))
	for i, s := range titles {
		title, left, optional := titled(s)
		align := text.AlignRight
		if left {
			align = text.AlignLeft
		}
		empty := !slices.ContainsFunc(rows, func(row []any) bool { return cell(row[i]) != "" })
		header[i] = title
		columns[i] = table.ColumnConfig{Number: i + 1, Align: align, AlignHeader: align, Hidden: optional && empty}
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

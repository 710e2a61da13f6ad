package results

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// newTable is a plain table: a header, a rule, columns parted by spaces.
// Columns named in left are aligned to the left, the others to the right.
func newTable(header []string, left ...string) table.Writer {
	t := table.NewWriter()
	style := table.StyleDefault
	style.Format.Header = text.FormatDefault
	style.Options = table.OptionsNoBordersAndSeparators
	style.Options.SeparateHeader = true
	t.SetStyle(style)
	row := make(table.Row, len(header))
	var columns []table.ColumnConfig
	for i, h := range header {
		row[i] = h
		align := text.AlignRight
		if slices.Contains(left, h) {
			align = text.AlignLeft
		}
		columns = append(columns, table.ColumnConfig{Number: i + 1, Align: align, AlignHeader: align})
	}
	t.AppendHeader(row)
	t.SetColumnConfigs(columns)
	return t
}

// plainTable is a newTable with all its rows.
func plainTable(header []string, rows [][]string, left ...string) string {
	return filledTable(header, rows, left...).Render()
}

func filledTable(header []string, rows [][]string, left ...string) table.Writer {
	t := newTable(header, left...)
	for _, row := range rows {
		cells := make(table.Row, len(row))
		for i, c := range row {
			cells[i] = OneLine(c)
		}
		t.AppendRow(cells)
	}
	return t
}

// lineWidth is how wide the lines of a text answer get, where they can be
// broken.
const lineWidth = 100

// heading is what an answer begins with: what it is, then what it rests on, as the models.
func heading(what string, under []string) string {
	return fold(lineWidth, "", "  ", "; ", append([]string{what}, under...))
}

// paragraph writes prose on lines of at most lineWidth, the later ones indented further.
func paragraph(w io.Writer, indent, s string) error {
	lines := strings.Split(text.WrapSoft(s, lineWidth-2*len(indent)), "\n")
	for i, line := range lines {
		lines[i] = indent + strings.TrimRight(line, " ")
	}
	_, err := fmt.Fprintln(w, strings.Join(lines, "\n"+indent))
	return err
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

// Named are the names of cards 1, 2, ... for reading, or nil if numbers are. CSV has names, and JSON
// a list of them beside its numbers, where cards were given or asked for by name.
type Named struct {
	Names []string `json:"-"`
	Given []string `json:"card_names,omitempty" csv:"-"` // of cards 1, 2, ..., where they were given by name
}

// CardNames are the names, or nil.
func (n Named) CardNames() []string { return n.Names }

// NameCards sets them; nil are those that were given.
func (n *Named) NameCards(names []string) {
	if names == nil {
		names = n.Given
	}
	n.Names = names
}

// GiveNames has the names in CSV and JSON too.
func (n *Named) GiveNames() { n.Given = n.Names }

// GivenNames are the names that were given, or nil.
func (n Named) GivenNames() []string { return n.Given }

// written are the cards as CSV has them; 0 is no card.
func (n Named) written(cards ...int) []string {
	names := Named{}.list(cards)
	for i, card := range cards {
		if 1 <= card && card <= len(n.Given) {
			names[i] = n.Given[card-1]
		}
	}
	return names
}

// list are the names of cards.
func (n Named) list(cards []int) []string {
	names := make([]string, len(cards))
	for i, card := range cards {
		if names[i] = strconv.Itoa(card); 1 <= card && card <= len(n.Names) {
			names[i] = n.Names[card-1]
		}
	}
	return names
}

// Called are the names of cards.
func (n Named) Called(cards []int) []string { return n.list(cards) }

// called are the same, apart by blanks.
func (n Named) called(cards ...int) string { return strings.Join(n.list(cards), " ") }

// spaced joins numbers by blanks.
func spaced(v []int) string { return strings.Trim(fmt.Sprint(v), "[]") }

package view

import "dovetail/results/explorer/language"

// Table is a table of a panel, which the template of that name draws.
type Table struct {
	Head []Cell
	Rows []Row
	Tall bool // it may be long, and has a scroll bar
}

// Row is a row of a table; Now marks the one that the page is about.
type Row struct {
	Now   bool
	Cells []Cell
}

// Cell is a text, or HTML, with its link or, in the head of a table, with its meaning.
type Cell struct {
	Text              any
	URL, Means, Class string
}

// NewTable is a table without rows, whose columns have these headings: texts, terms, cells, or lists of them.
func NewTable(head ...any) *Table { return &Table{Head: cells(head)} }

// Add adds a row of texts, numbers, cells, or lists of them.
func (t *Table) Add(row ...any) *Row {
	t.Rows = append(t.Rows, Row{Cells: cells(row)})
	return &t.Rows[len(t.Rows)-1]
}

// cells are all of them as cells.
func cells(all []any) (row []Cell) {
	for _, x := range all {
		switch x := x.(type) {
		case []any:
			row = append(row, cells(x)...)
		case Cell:
			row = append(row, x)
		case language.Term:
			row = append(row, Cell{Text: x.Text, Means: x.Means})
		default:
			row = append(row, Cell{Text: x})
		}
	}
	return row
}

// Left is a left-aligned text.
func Left(text any) Cell { return Cell{Text: text, Class: "left"} }

// To is a text that links to an address.
func To(url string, text any) Cell { return Cell{Text: text, URL: url, Class: "left"} }

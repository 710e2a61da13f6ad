package view

import (
	"strings"

	"dovetail/results"
	"dovetail/results/explorer/language"
	"dovetail/results/render"
)

// Table is a table of a panel, which the template of that name draws.
type Table struct {
	Head []Cell
	Rows [][]Cell
	Tall bool // it may be long, and has a scroll bar
}

// Cell is a text with its link or, in the head of a table, with its meaning.
type Cell struct{ Text, URL, Means, Class string }

// NewTable is a table without rows, whose columns have these headings.
func NewTable(head ...Cell) *Table { return &Table{Head: head} }

// Add adds a row.
func (t *Table) Add(row ...Cell) { t.Rows = append(t.Rows, row) }

// Left is a left-aligned text, which may take several lines.
func Left(text string) Cell { return Cell{Text: text, Class: "left texts"} }

// Term is a heading with its meaning.
func Term(t language.Term) Cell { return Cell{Text: t.Text, Means: t.Means} }

// longTable is the number of rows from which on a table has a scroll bar, and wideText that of the characters of a text
// that may take several lines.
const longTable, wideText = 30, 40

// Tables are the tables that records lay out, in the language of the page. Words lead to their pages.
func (q Values) Tables(records ...results.Record) (all []*Table) {
	for _, r := range records {
		for _, laid := range render.Tables(r) {
			all = append(all, q.table(laid))
		}
	}
	return all
}

// table is a table in the language of the page.
func (q Values) table(laid render.Table) *Table {
	t := &Table{Tall: len(laid.Rows) > longTable}
	for _, column := range laid.Columns {
		title := strings.TrimSpace(column.Title)
		head := Cell{Text: q.Says.Said(title), Means: q.Says.Meaning(title)}
		if column.Left {
			head.Class = "left"
		}
		t.Head = append(t.Head, head)
	}
	for _, row := range laid.Rows {
		cells := make([]Cell, len(row))
		for i, text := range row {
			cell := Cell{Text: q.Says.Said(text), Class: t.Head[i].Class}
			if len(text) > wideText {
				cell.Class += " texts"
			}
			if laid.Columns[i].Title == "word" {
				cell.URL = q.Away("/words", "word", text)
			}
			cells[i] = cell
		}
		t.Add(cells...)
	}
	return t
}

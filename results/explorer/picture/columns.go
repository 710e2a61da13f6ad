package picture

import (
	"fmt"
	"html/template"
	"strings"
)

// Columns are values of several settings, side by side, of which one is chosen: only that has its values written out.
type Columns struct {
	Says, Across string // what the picture shows, for those who do not see it, and what the settings are
	Top          float64
	All          []Column
	Level        float64 // a value to compare with; 0 for none
	LevelSays    string
	Here         int  // the column that is chosen
	Counts       bool // the columns are those after one shuffle, two and so on, and an edge is among their values
}

// Column is one setting: the value is proved to be at least Low, and at most High.
type Column struct {
	Label, Says string
	Low, High   float64
	Dot         *float64 // another value beside it
	DotSays     string
}

// The size of the picture, in units that the browser scales, and where its values begin.
const (
	columnsW, columnsH  = 360.0, 256.0
	columnsTop, columns = 72.0, 208.0 // from the greatest value down to 0, below lines for a guess and for somebody's own shuffle
)

// HTML draws them. A script chooses another column, and draws a guess, and where Counts is set the edge of somebody's own
// shuffle.
func (c Columns) HTML() template.HTML {
	esc := template.HTMLEscapeString
	at := func(value float64) float64 { return columns - min(value/c.Top, 1)*(columns-columnsTop) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="columns" viewBox="0 0 %g %g" role="img" aria-label="%s" data-zero="%g" data-unit="%g">`,
		columnsW, columnsH, esc(c.Says), columns, (columns-columnsTop)/c.Top)
	fmt.Fprintf(&b, `<line class="axis" x1="0" y1="%g" x2="%g" y2="%[1]g"/>`, columns, columnsW)
	wide := columnsW / float64(len(c.All))
	thick := min(0.7*wide, 56)
	// A text in the middle of a column lies within the picture whatever its length is.
	text := func(class, says string, x, y float64) {
		anchor := "middle"
		switch half := 5.5 * float64(len([]rune(says))); {
		case x < half:
			anchor, x = "start", 0
		case x > columnsW-half:
			anchor, x = "end", columnsW
		}
		fmt.Fprintf(&b, `<text class="%s" x="%.1f" y="%.1f" text-anchor="%s">%s</text>`, class, x, y, anchor, esc(says))
	}
	for i, col := range c.All {
		mid, here := (float64(i)+0.5)*wide, ""
		if i == c.Here {
			here = " now"
		}
		fmt.Fprintf(&b, `<g class="column%s" data-middle="%.1f"><g class="bars"><rect class="sure" x="%.1f" y="%.1f" width="%.1f" height="%.1f"/>`,
			here, mid, mid-thick/2, at(col.Low), thick, columns-at(col.Low))
		if y := at(col.High); at(col.Low)-y > 0.5 {
			fmt.Fprintf(&b, `<rect class="open" x="%.1f" y="%.1f" width="%.1f" height="%.1f"/>`, mid-thick/2, y, thick, at(col.Low)-y)
		}
		if col.Dot != nil {
			fmt.Fprintf(&b, `<circle class="dot" cx="%.1f" cy="%.1f" r="5"/>`, mid, at(*col.Dot))
		}
		above := at(col.High) - 8
		if col.High >= c.Top { // of which nothing is known from above
			above = at(col.Low) - 8
		}
		text("value", col.Says, mid, above)
		if col.Dot != nil {
			text("value dot", col.DotSays, mid, min(at(*col.Dot)-10, above-20))
		}
		b.WriteString(`</g>`)
		text("setting", col.Label, mid, columns+18)
		b.WriteString(`</g>`)
	}
	b.WriteString(`<line class="mine"/><text class="mine"></text>`)
	if c.Counts {
		b.WriteString(`<g class="bars yours" hidden><polyline/><line/><circle r="4"/><circle r="4"/><text y="34" text-anchor="middle"></text></g>`)
	}
	if c.Level > 0 {
		fmt.Fprintf(&b, `<g class="bars"><line class="level" x1="0" y1="%.1f" x2="%g" y2="%.1f"/>`, at(c.Level), columnsW, at(c.Level))
		fmt.Fprintf(&b, `<text class="level" x="%g" y="%.1f" text-anchor="end">%s</text></g>`, columnsW, at(c.Level)-6, esc(c.LevelSays))
	}
	fmt.Fprintf(&b, `<text class="across" x="%g" y="%g" text-anchor="middle">%s</text></svg>`, columnsW/2, columnsH-6, esc(c.Across))
	return template.HTML(b.String())
}

// Squares is a position law as a picture within a page: a square for each card and place, in the colours of the paper.
func Squares(rows [][]float64, most float64, says string) template.HTML {
	var paths [3]strings.Builder
	for y, row := range rows {
		for x := 0; x < len(row); {
			from, c := x, colour(row[x], most)
			for x < len(row) && colour(row[x], most) == c {
				x++
			}
			fmt.Fprintf(&paths[c], "M%d %dh%dv1h-%[3]dz", from, y, x-from)
		}
	}
	return template.HTML(fmt.Sprintf(`<svg class="squares" viewBox="0 0 %d %[1]d" role="img" aria-label="%s" shape-rendering="crispEdges"><path class="fewer" d="%s"/><path class="more" d="%s"/></svg>`,
		len(rows), template.HTMLEscapeString(says), paths[1].String(), paths[2].String()))
}

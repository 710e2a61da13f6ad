package drawing

import (
	"fmt"
	"html"
	"image"
	"image/color"
	"io"
	"strings"

	"dovetail/results/figure"
)

// canvas is what shapes are drawn on, in pixels from its top left corner. The class of a shape says what it is: files
// draw it as styles say, pages as their style sheet does.
type canvas interface {
	rectangle(class string, x, y, w, h float64)
	line(class string, points ...point)
	// disc has a text that a page shows for the pointer.
	disc(class string, at point, radius float64, tip string)
	// text stands on a base line, with its start, middle or end at a place.
	text(class string, at point, anchor anchor, says string)
	// cells are rectangles of square cells, in the colour of a bitmap's cell.
	cells(colour figure.Cell, x, y, side int, all []image.Rectangle)
	write(w io.Writer) error
}

type point struct{ x, y float64 }

// anchor is where a text has its place.
type anchor string

const (
	start  anchor = "start"
	middle anchor = "middle"
	end    anchor = "end"
)

// style is how files draw a class.
type style struct {
	colour color.NRGBA
	width  float64 // of lines
	dashes bool
	size   float64 // of texts, in pixels
	bold   bool
}

var (
	ink       = color.NRGBA{34, 34, 34, 255}
	frameGrey = color.NRGBA{150, 150, 150, 255}
	gridGrey  = color.NRGBA{225, 225, 225, 255}
)

// styles are those of all classes. Series have the colours of Okabe and Ito, which colour-blind readers can distinguish.
var styles = map[string]style{
	"paper": {colour: color.NRGBA{255, 255, 255, 255}},
	"frame": {colour: frameGrey}, "grid": {colour: gridGrey, width: 1},
	"title": {colour: ink, size: 26, bold: true}, "row": {colour: ink, size: 18, bold: true},
	"caption": {colour: ink, size: 18}, "axis": {colour: ink, size: 18}, "label": {colour: ink, size: 16}, "tick": {colour: ink, size: 16},
	"c0": {colour: color.NRGBA{0, 0, 0, 255}, width: 2.5}, "c1": {colour: color.NRGBA{230, 159, 0, 255}, width: 2.5},
	"c2": {colour: color.NRGBA{0, 158, 115, 255}, width: 2.5}, "c3": {colour: color.NRGBA{204, 121, 167, 255}, width: 2.5},
	"c4":       {colour: color.NRGBA{86, 180, 233, 255}, width: 2.5},
	"level m0": {colour: color.NRGBA{213, 94, 0, 255}, width: 2, dashes: true},
	"level m1": {colour: color.NRGBA{0, 114, 178, 255}, width: 2, dashes: true},
	"level m2": {colour: color.NRGBA{110, 110, 110, 255}, width: 2, dashes: true},
}

// dash is the length of a dash, and gapAfter that of the gap after it.
const dash, gapAfter = 8, 6

// shade are the colours of cells. Blue is darker than red, so that the two differ in grey print and for colour-blind readers.
var shade = func() (all [figure.FirstGrey + figure.Greys]color.NRGBA) {
	all[figure.White] = color.NRGBA{255, 255, 255, 255}
	all[figure.Blue], all[figure.Red] = color.NRGBA{31, 79, 163, 255}, color.NRGBA{226, 74, 51, 255}
	for level := range figure.Greys {
		y := uint8(7 + 248*(figure.Greys-1-level)/figure.Greys)
		all[figure.FirstGrey+figure.Cell(level)] = color.NRGBA{y, y, y, 255}
	}
	return all
}()

// vector is a picture as SVG: the inside of its element, whose shapes have classes, or styles in a file.
type vector struct {
	strings.Builder
	wide, high int
	styled     bool
}

func newVector(w, h int) *vector {
	v := &vector{wide: w, high: h, styled: true}
	v.rectangle("paper", 0, 0, float64(w), float64(h))
	return v
}

// as is the class of a shape, or how a file draws it.
func (v *vector) as(class string, filled bool) string {
	if !v.styled {
		return fmt.Sprintf(`class="%s"`, class)
	}
	s := styles[class]
	switch {
	case filled:
		return fmt.Sprintf(`fill="%s"`, hex(s.colour))
	case s.dashes:
		return fmt.Sprintf(`fill="none" stroke="%s" stroke-width="%g" stroke-dasharray="%d %d"`, hex(s.colour), s.width, dash, gapAfter)
	}
	return fmt.Sprintf(`fill="none" stroke="%s" stroke-width="%g"`, hex(s.colour), s.width)
}

func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func (v *vector) rectangle(class string, x, y, w, h float64) {
	fmt.Fprintf(v, `<rect %s x="%g" y="%g" width="%g" height="%g"/>`, v.as(class, true), x, y, w, h)
}

func (v *vector) line(class string, points ...point) {
	fmt.Fprintf(v, `<polyline %s points="`, v.as(class, false))
	for i, p := range points {
		if i > 0 {
			v.WriteByte(' ')
		}
		fmt.Fprintf(v, "%.1f,%.1f", p.x, p.y)
	}
	v.WriteString(`"/>`)
}

func (v *vector) disc(class string, at point, radius float64, tip string) {
	fmt.Fprintf(v, `<circle %s cx="%.1f" cy="%.1f" r="%g"`, v.as(class, true), at.x, at.y, radius)
	if v.styled {
		v.WriteString("/>")
		return
	}
	fmt.Fprintf(v, `><title>%s</title></circle>`, html.EscapeString(tip))
}

func (v *vector) text(class string, at point, anchor anchor, says string) {
	style := v.as(class, true)
	if s := styles[class]; v.styled {
		style += fmt.Sprintf(` font-size="%g" textLength="%d" lengthAdjust="spacingAndGlyphs"`, s.size, textWidth(class, says))
		if s.bold {
			style += ` font-weight="bold"`
		}
	}
	fmt.Fprintf(v, `<text %s x="%.1f" y="%.1f" text-anchor="%s">%s</text>`, style, at.x, at.y, anchor, html.EscapeString(says))
}

func (v *vector) cells(colour figure.Cell, x, y, side int, all []image.Rectangle) {
	fmt.Fprintf(v, `<path transform="translate(%d %d) scale(%d)" fill="%s" shape-rendering="crispEdges" d="`, x, y, side, hex(shade[colour]))
	for _, r := range all {
		fmt.Fprintf(v, "M%d %dh%dv%dh-%dz", r.Min.X, r.Min.Y, r.Dx(), r.Dy(), r.Dx())
	}
	v.WriteString(`"/>`)
}

// write writes a file.
func (v *vector) write(w io.Writer) error {
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" `+
		`font-family="Go, Arial, Helvetica, sans-serif">%[3]s</svg>`+"\n", v.wide, v.high, v.String())
	return err
}

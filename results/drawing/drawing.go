// Package drawing draws the pictures of [dovetail/results/figure] as files, PNG and SVG, and charts as SVG within pages.
//
// Everything is laid out once, in pixels, and then drawn on a canvas: a cell of a bitmap is a whole number of pixels in
// the PNG, and a run of equal cells is one rectangle in the SVG. The same blocks give the same bytes.
package drawing

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"dovetail/results/figure"
	"dovetail/results/fileio"
)

// The formats of files, by the extensions of their names.
const (
	asPNG = ".png"
	asSVG = ".svg"
)

// formatOf tells the format of a file from its name.
func formatOf(path string) (string, error) {
	base := strings.ToLower(filepath.Base(path))
	format := filepath.Ext(base)
	if base == format || format != asPNG && format != asSVG { // .png is a hidden file
		return "", fmt.Errorf("%s: a picture needs a name that ends in .png or .svg", path)
	}
	return format, nil
}

// block is one part of a picture. Sizes are in pixels; it is drawn with its top left corner at
// (x, y) over the width w of the page's widest block.
type block interface {
	width() int
	height(w int) int
	draw(on canvas, x, y, w int)
}

type (
	title   figure.Title
	caption figure.Caption
	legend  figure.Legend
	montage figure.Montage
	plate   figure.Plate
	curve   figure.Curve
	bitmap  figure.Bitmap
)

// drawn is a block in its drawn form.
func drawn(b figure.Block) block {
	switch b := b.(type) {
	case figure.Title:
		return title(b)
	case figure.Caption:
		return caption(b)
	case figure.Legend:
		return legend(b)
	case figure.Montage:
		return montage(b)
	case figure.Plate:
		return plate(b)
	}
	return curve(b.(figure.Curve))
}

const (
	margin = 32 // round the page
	gap    = 28 // between blocks
)

// maxPixels keeps a PNG to half a gigabyte of memory, at four bytes a pixel.
const maxPixels = 1 << 27

// Check refuses a picture that could not be written.
func Check(path string) error {
	if _, err := formatOf(path); err != nil {
		return err
	}
	return fileio.CheckWritable(path)
}

// WriteFile draws the blocks in the format of the path's extension.
func WriteFile(path string, blocks ...figure.Block) error {
	format, err := formatOf(path)
	if err != nil {
		return err
	}
	return fileio.Write(path, func(w io.Writer) error { return write(w, format, blocks...) })
}

// write draws the blocks one below the other, centred. It fails on a PNG of more than 2^27 pixels, and where writing to w
// fails.
func write(w io.Writer, format string, of ...figure.Block) error {
	wide := 0
	var blocks []block
	for _, f := range of {
		b := drawn(f)
		blocks = append(blocks, b)
		wide = max(wide, b.width())
	}
	high := (len(blocks) - 1) * gap
	for _, b := range blocks {
		high += b.height(wide)
	}
	pageW, pageH := wide+2*margin, high+2*margin
	if format == asPNG && pageW*pageH > maxPixels {
		return fmt.Errorf("a PNG of %d x %d pixels is too large; draw fewer tiles or an SVG", pageW, pageH)
	}
	var on canvas
	if format == asPNG {
		on = newPixels(pageW, pageH)
	} else {
		on = newVector(pageW, pageH)
	}
	y := margin
	for _, b := range blocks {
		b.draw(on, margin, y, wide)
		y += b.height(wide) + gap
	}
	return on.write(w)
}

// lineHeight is the distance between two lines of text.
func lineHeight(class string) int { return int(styles[class].size*1.3 + 0.999) }

// label puts a text with its middle on a line.
func label(on canvas, class string, x, y int, at anchor, says string) {
	on.text(class, point{float64(x), float64(y) + 0.35*styles[class].size}, at, says)
}

func (t title) width() int       { return textWidth("title", string(t)) }
func (t title) height(w int) int { return lineHeight("title") }
func (t title) draw(on canvas, x, y, w int) {
	label(on, "title", x+w/2, y+t.height(w)/2, middle, string(t))
}

func (t caption) width() int       { return 0 }
func (t caption) height(w int) int { return len(t.lines(w)) * lineHeight("caption") }
func (t caption) draw(on canvas, x, y, w int) {
	h := lineHeight("caption")
	for k, line := range t.lines(w) {
		label(on, "caption", x+w/2, y+k*h+h/2, middle, line)
	}
}

func (t caption) lines(w int) []string {
	var lines []string
	for _, word := range strings.Fields(string(t)) {
		if k := len(lines) - 1; k >= 0 && textWidth("caption", lines[k]+" "+word) <= w {
			lines[k] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

const (
	curveWide = 960
	curveHigh = 420 // at least, and a third of the width
)

func (v curve) chart() Chart {
	return chartOf(figure.Curve(v), func(text string) string { return text })
}

func (v curve) width() int           { return curveWide }
func (v curve) axesHeight(w int) int { return max(curveHigh, w/3) }

func (v curve) height(w int) int {
	_, _, more := v.names(0, 0, w)
	return v.axesHeight(w) + int(more)
}

func (v curve) draw(on canvas, x, y, w int) {
	a, names, _ := v.names(x, y, w)
	v.chart().draw(on, a, 1.5)
	drawNames(on, "caption", 0.35*styles["caption"].size, names)
}

// names are the names of the curves, and the height of those below the axes.
func (v curve) names(x, y, w int) (a axes, names []named, more float64) {
	c, high := v.chart(), float64(v.axesHeight(w))
	a = c.axes(float64(x), float64(y), float64(w), high)
	names, more = c.names(a, styles["caption"].size, float64(y)+high, float64(w))
	return a, names, more
}

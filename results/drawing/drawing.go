// Package drawing draws the pictures of [dovetail/results/figure] as PNG and SVG.
//
// Everything is laid out once, in whole pixels of 1/144 inch, and then drawn on
// either backend: a cell of a bitmap is a whole number of pixels in the PNG, and
// a run of equal cells is one rectangle in the SVG. The same blocks give the same bytes.
package drawing

import (
	"errors"
	"fmt"
	"image/color"
	"io"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg/draw"

	xfont "golang.org/x/image/font"

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
	check() error
	width() int
	height(w int) int
	draw(c *canvas, x, y, w int)
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

// maxPixels keeps a PNG to about one gigabyte of memory, at four bytes a pixel
// and with the copy that the drawing library makes.
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

// write draws the blocks one below the other, centred. It fails on a bitmap
// whose shape is wrong, on an empty montage or curve, on a PNG of more than
// 2^27 pixels, and where writing to w fails.
func write(w io.Writer, format string, of ...figure.Block) error {
	if len(of) == 0 {
		return errors.New("a picture needs at least one block")
	}
	wide := 0
	var blocks []block
	for _, f := range of {
		b := drawn(f)
		if err := b.check(); err != nil {
			return err
		}
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
	c := newCanvas(format, pageW, pageH)
	y := margin
	for _, b := range blocks {
		b.draw(c, margin, y, wide)
		y += b.height(wide) + gap
	}
	return c.writeTo(w)
}

var (
	ink       = color.NRGBA{34, 34, 34, 255}
	frameGrey = color.NRGBA{150, 150, 150, 255}
	gridGrey  = color.NRGBA{225, 225, 225, 255}
)

// sans is the style of a text of the given size in points.
func sans(points float64) draw.TextStyle {
	return draw.TextStyle{
		Color:   ink,
		Font:    font.Font{Typeface: "Liberation", Variant: "Sans", Size: font.Points(points)},
		XAlign:  draw.XCenter,
		YAlign:  draw.YCenter,
		Handler: plot.DefaultTextHandler,
	}
}

func bold(points float64) draw.TextStyle {
	s := sans(points)
	s.Font.Weight = xfont.WeightBold
	return s
}

var (
	titleStyle   = bold(13)
	captionStyle = sans(9)
	labelStyle   = sans(8)
	rowStyle     = bold(9)
	axisStyle    = sans(9)
)

func textWidth(s draw.TextStyle, txt string) int { return pixels(s.Width(txt)) }

// lineHeight is the distance between two lines of text.
func lineHeight(s draw.TextStyle) int { return pixels(s.Font.Size * 1.3) }

// subscript is the subscript that the font has no letters for.
const subscript = "_max"

func small(s draw.TextStyle) draw.TextStyle {
	s.Font.Size *= 0.75
	return s
}

// mathWidth is the width of a text in which "_max" is a subscript.
func mathWidth(s draw.TextStyle, txt string) int {
	w := 0
	for k, part := range strings.Split(txt, subscript) {
		if k > 0 {
			w += textWidth(small(s), subscript[1:])
		}
		w += textWidth(s, part)
	}
	return w
}

// math writes such a text from x on and returns where it ends.
func (c *canvas) math(s draw.TextStyle, x, y int, txt string) int {
	s.XAlign = draw.XLeft
	for k, part := range strings.Split(txt, subscript) {
		if k > 0 {
			c.FillText(small(s), c.at(x, y+lineHeight(s)/4), subscript[1:])
			x += textWidth(small(s), subscript[1:])
		}
		c.FillText(s, c.at(x, y), part)
		x += textWidth(s, part)
	}
	return x
}

func (t title) check() error     { return notEmpty(string(t)) }
func (t title) width() int       { return textWidth(titleStyle, string(t)) }
func (t title) height(w int) int { return lineHeight(titleStyle) }
func (t title) draw(c *canvas, x, y, w int) {
	c.FillText(titleStyle, c.at(x+w/2, y+t.height(w)/2), string(t))
}

func (t caption) check() error     { return notEmpty(string(t)) }
func (t caption) width() int       { return 0 }
func (t caption) height(w int) int { return len(t.lines(w)) * lineHeight(captionStyle) }
func (t caption) draw(c *canvas, x, y, w int) {
	h := lineHeight(captionStyle)
	for k, line := range t.lines(w) {
		c.FillText(captionStyle, c.at(x+w/2, y+k*h+h/2), line)
	}
}

func (t caption) lines(w int) []string {
	var lines []string
	for _, word := range strings.Fields(string(t)) {
		if k := len(lines) - 1; k >= 0 && textWidth(captionStyle, lines[k]+" "+word) <= w {
			lines[k] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

func notEmpty(s string) error {
	if strings.TrimSpace(s) == "" {
		return errors.New("a title or caption of a picture is empty")
	}
	return nil
}

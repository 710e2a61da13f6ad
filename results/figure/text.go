package figure

import (
	"errors"
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg/draw"

	xfont "golang.org/x/image/font"
)

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

// lineHeight is the distance of two lines of text.
func lineHeight(s draw.TextStyle) int { return pixels(s.Font.Size * 1.3) }

// subscript is the one that the font has no letters for.
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

// Title is a line of bold text, to stand at the top.
type Title string

func (t Title) check() error     { return notEmpty(string(t)) }
func (t Title) width() int       { return textWidth(titleStyle, string(t)) }
func (t Title) height(w int) int { return lineHeight(titleStyle) }
func (t Title) draw(c *canvas, x, y, w int) {
	c.FillText(titleStyle, c.at(x+w/2, y+t.height(w)/2), string(t))
}

// Caption is running text, broken into lines of at most the page's width.
type Caption string

func (t Caption) check() error     { return notEmpty(string(t)) }
func (t Caption) width() int       { return 0 }
func (t Caption) height(w int) int { return len(t.lines(w)) * lineHeight(captionStyle) }
func (t Caption) draw(c *canvas, x, y, w int) {
	h := lineHeight(captionStyle)
	for k, line := range t.lines(w) {
		c.FillText(captionStyle, c.at(x+w/2, y+k*h+h/2), line)
	}
}

func (t Caption) lines(w int) []string {
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

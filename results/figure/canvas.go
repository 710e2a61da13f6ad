package figure

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"io"
	"strings"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// dpi makes a pixel half a point.
const dpi = 144

// pt is the length of a number of pixels.
func pt(pixels int) vg.Length { return vg.Length(pixels) * vg.Inch / dpi }

// pixels is the number of whole pixels that hold a length.
func pixels(l vg.Length) int { return int(l.Dots(dpi) + 0.999) }

// canvas is a page of either format. Its own methods take pixels counted from
// the top left corner.
type canvas struct {
	vgdraw.Canvas
	high int
	img  draw.Image // the pixels of a PNG, nil in an SVG
	out  io.WriterTo
}

func newCanvas(format Format, w, h int) *canvas {
	c := &canvas{high: h}
	switch format {
	case PNG:
		page := vgimg.NewWith(vgimg.UseWH(pt(w), pt(h)), vgimg.UseDPI(dpi))
		c.Canvas, c.img, c.out = vgdraw.New(page), page.Image(), vgimg.PngCanvas{Canvas: page}
	case SVG:
		page := vgsvg.New(pt(w), pt(h))
		c.Canvas, c.out = vgdraw.New(page), page
		c.rectangle(0, 0, w, h, color.White)
	}
	return c
}

func (c *canvas) at(x, y int) vg.Point { return vg.Point{X: pt(x), Y: pt(c.high - y)} }

// sub is the part of the canvas that gonum/plot draws on.
func (c *canvas) sub(x, y, w, h int) vgdraw.Canvas {
	return vgdraw.Canvas{
		Canvas:    c.Canvas.Canvas,
		Rectangle: vg.Rectangle{Min: c.at(x, y+h), Max: c.at(x+w, y)},
	}
}

func (c *canvas) rectangle(x, y, w, h int, fill color.Color) {
	if c.img != nil {
		draw.Draw(c.img, image.Rect(x, y, x+w, y+h), image.NewUniform(fill), image.Point{}, draw.Src)
		return
	}
	c.SetColor(fill)
	c.Fill(box(c.at(x, y+h), c.at(x+w, y)))
}

func box(min, max vg.Point) vg.Path {
	var p vg.Path
	p.Move(min)
	p.Line(vg.Point{X: max.X, Y: min.Y})
	p.Line(max)
	p.Line(vg.Point{X: min.X, Y: max.Y})
	p.Close()
	return p
}

// frame draws a line of one pixel just outside the rectangle.
func (c *canvas) frame(x, y, w, h int, line color.Color) {
	c.rectangle(x-1, y-1, w+2, 1, line)
	c.rectangle(x-1, y+h, w+2, 1, line)
	c.rectangle(x-1, y, 1, h, line)
	c.rectangle(x+w, y, 1, h, line)
}

// bitmap draws b with cells of the given number of pixels. In the SVG the
// coordinates of a path count cells, so that they are short and exact.
func (c *canvas) bitmap(x, y, cell int, b Bitmap) {
	defer c.frame(x, y, b.N*cell, b.N*cell, frameGrey)
	seen := [len(shade)]bool{}
	for _, colour := range b.Cells {
		seen[colour] = true
	}
	for colour := Blue; int(colour) < len(shade); colour++ {
		if !seen[colour] {
			continue
		}
		rects := b.rectangles(colour)
		if c.img != nil {
			for _, r := range rects {
				c.rectangle(x+r.Min.X*cell, y+r.Min.Y*cell, r.Dx()*cell, r.Dy()*cell, shade[colour])
			}
			continue
		}
		var p vg.Path
		for _, r := range rects {
			p = append(p, box(cellPoint(r.Min), cellPoint(r.Max))...)
		}
		c.Push()
		c.Translate(c.at(x, y))
		c.Scale(pt(cell).Points(), -pt(cell).Points())
		c.SetColor(shade[colour])
		c.Fill(p)
		c.Pop()
	}
}

func cellPoint(p image.Point) vg.Point { return vg.Point{X: vg.Length(p.X), Y: vg.Length(p.Y)} }

// svgFix names fonts to fall back on, keeps spaces at the ends of a text, and
// asks for cells without seams.
var svgFix = func() *strings.Replacer {
	fixes := []string{
		"font-family:Liberation Sans;", "font-family:Liberation Sans,Arial,Helvetica,sans-serif;",
		"<text ", `<text xml:space="preserve" `,
	}
	for k := Blue; int(k) < len(shade); k++ {
		fixes = append(fixes, hexFill(k), hexFill(k)+";shape-rendering:crispEdges")
	}
	return strings.NewReplacer(fixes...)
}()

func hexFill(k Cell) string {
	return fmt.Sprintf("fill:#%02X%02X%02X", shade[k].R, shade[k].G, shade[k].B)
}

func (c *canvas) writeTo(w io.Writer) error {
	if c.img != nil {
		_, err := c.out.WriteTo(w)
		return err
	}
	var buf bytes.Buffer
	if _, err := c.out.WriteTo(&buf); err != nil {
		return err
	}
	_, err := svgFix.WriteString(w, buf.String())
	return err
}

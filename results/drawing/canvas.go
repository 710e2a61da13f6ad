package drawing

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

	"dovetail/results/figure"
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

func newCanvas(format string, w, h int) *canvas {
	c := &canvas{high: h}
	switch format {
	case asPNG:
		page := vgimg.NewWith(vgimg.UseWH(pt(w), pt(h)), vgimg.UseDPI(dpi))
		c.Canvas, c.img, c.out = vgdraw.New(page), page.Image(), vgimg.PngCanvas{Canvas: page}
	case asSVG:
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
func (c *canvas) bitmap(x, y, cell int, b bitmap) {
	defer c.frame(x, y, b.N*cell, b.N*cell, frameGrey)
	seen := [len(shade)]bool{}
	for _, colour := range b.Cells {
		seen[colour] = true
	}
	for colour := figure.Blue; int(colour) < len(shade); colour++ {
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
// needs cells without seams.
var svgFix = func() *strings.Replacer {
	fixes := []string{
		"font-family:Liberation Sans;", "font-family:Liberation Sans,Arial,Helvetica,sans-serif;",
		"<text ", `<text xml:space="preserve" `,
	}
	for k := figure.Blue; int(k) < len(shade); k++ {
		fixes = append(fixes, hexFill(k), hexFill(k)+";shape-rendering:crispEdges")
	}
	return strings.NewReplacer(fixes...)
}()

func hexFill(k figure.Cell) string {
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

// figure.Blue is darker than red, so that the two differ in grey print and for
// colour-blind readers.
var shade = func() (all [figure.FirstGrey + figure.Greys]color.NRGBA) {
	all[figure.White] = color.NRGBA{255, 255, 255, 255}
	all[figure.Blue], all[figure.Red] = color.NRGBA{31, 79, 163, 255}, color.NRGBA{226, 74, 51, 255}
	for level := range figure.Greys {
		y := uint8(7 + 248*(figure.Greys-1-level)/figure.Greys) // not quite black, which an SVG would leave out
		all[figure.FirstGrey+figure.Cell(level)] = color.NRGBA{y, y, y, 255}
	}
	return all
}()

func (b bitmap) check() error {
	if b.N < 1 || len(b.Cells) != b.N*b.N {
		return fmt.Errorf("a bitmap of %d cells is not %d x %d", len(b.Cells), b.N, b.N)
	}
	for k, v := range b.Cells {
		if int(v) >= len(shade) {
			return fmt.Errorf("a bitmap has no colour %d (row %d, column %d)", v, k/b.N+1, k%b.N+1)
		}
	}
	return nil
}

// rectangles covers the cells of one colour by disjoint rectangles: the runs
// of each row, a run of the same extent as one just above it being merged into
// it. X counts columns and Y rows.
func (b bitmap) rectangles(colour figure.Cell) []image.Rectangle {
	var rects []image.Rectangle
	above := make([]int, b.N) // above[x]: last rectangle that began in column x, plus one
	for y := range b.N {
		row := b.Cells[y*b.N : (y+1)*b.N]
		for x := 0; x < b.N; x++ {
			if row[x] != colour {
				continue
			}
			start := x
			for x < b.N && row[x] == colour {
				x++
			}
			if k := above[start] - 1; k >= 0 && rects[k].Max == image.Pt(x, y) {
				rects[k].Max.Y++
				continue
			}
			rects = append(rects, image.Rect(start, y, x, y+1))
			above[start] = len(rects)
		}
	}
	return rects
}

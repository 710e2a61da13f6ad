package drawing

import (
	"image"
	"image/draw"
	"image/png"
	"io"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	raster "golang.org/x/image/vector"

	"dovetail/results/figure"
)

// pixels is a picture as PNG.
type pixels struct{ image *image.NRGBA }

func newPixels(w, h int) pixels {
	p := pixels{image.NewNRGBA(image.Rect(0, 0, w, h))}
	p.rectangle("paper", 0, 0, float64(w), float64(h))
	return p
}

func (p pixels) write(w io.Writer) error { return png.Encode(w, p.image) }

func (p pixels) rectangle(class string, x, y, w, h float64) {
	box := image.Rect(int(x), int(y), int(x+w), int(y+h))
	draw.Draw(p.image, box, image.NewUniform(styles[class].colour), image.Point{}, draw.Src)
}

func (p pixels) cells(colour figure.Cell, x, y, side int, all []image.Rectangle) {
	for _, r := range all {
		box := image.Rect(x+r.Min.X*side, y+r.Min.Y*side, x+r.Max.X*side, y+r.Max.Y*side)
		draw.Draw(p.image, box, image.NewUniform(shade[colour]), image.Point{}, draw.Src)
	}
}

// outline is a closed path.
type outline []point

// fill fills outlines, which wind counterclockwise, in the colour of a class.
func (p pixels) fill(class string, all ...outline) {
	least, most := point{math.Inf(1), math.Inf(1)}, point{}
	for _, o := range all {
		for _, q := range o {
			least = point{min(least.x, q.x), min(least.y, q.y)}
			most = point{max(most.x, q.x), max(most.y, q.y)}
		}
	}
	box := image.Rect(int(least.x), int(least.y), int(most.x)+1, int(most.y)+1).Intersect(p.image.Rect)
	if box.Empty() {
		return
	}
	z := raster.NewRasterizer(box.Dx(), box.Dy())
	at := func(q point) (x, y float32) {
		return float32(q.x - float64(box.Min.X)), float32(q.y - float64(box.Min.Y))
	}
	for _, o := range all {
		z.MoveTo(at(o[0]))
		for _, q := range o[1:] {
			z.LineTo(at(q))
		}
		z.ClosePath()
	}
	z.Draw(p.image, box, image.NewUniform(styles[class].colour), image.Point{})
}

// around is a circle.
func around(at point, radius float64) (o outline) {
	const corners = 24
	for k := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / corners)
		o = append(o, point{at.x + radius*cos, at.y - radius*sin})
	}
	return o
}

func (p pixels) disc(class string, at point, radius float64, _ string) {
	p.fill(class, around(at, radius))
}

func (p pixels) line(class string, points ...point) {
	s := styles[class]
	var all []outline
	for i := 1; i < len(points); i++ {
		from, to := points[i-1], points[i]
		if s.dashes {
			for _, d := range dashed(from, to) {
				all = append(all, stroke(d[0], d[1], s.width))
			}
			continue
		}
		all = append(all, stroke(from, to, s.width), around(to, s.width/2))
	}
	p.fill(class, all...)
}

// stroke is a straight line of a width.
func stroke(from, to point, width float64) outline {
	dx, dy := to.x-from.x, to.y-from.y
	long := math.Hypot(dx, dy)
	if long == 0 {
		return around(from, width/2)
	}
	nx, ny := -dy*width/2/long, dx*width/2/long
	return outline{{from.x + nx, from.y + ny}, {to.x + nx, to.y + ny}, {to.x - nx, to.y - ny}, {from.x - nx, from.y - ny}}
}

// dashed are the dashes of a line.
func dashed(from, to point) (all [][2]point) {
	long := math.Hypot(to.x-from.x, to.y-from.y)
	on := func(d float64) point {
		return point{from.x + (to.x-from.x)*d/long, from.y + (to.y-from.y)*d/long}
	}
	for d := 0.0; d < long; d += dash + gapAfter {
		all = append(all, [2]point{on(d), on(min(d+dash, long))})
	}
	return all
}

// fonts are the regular and the bold one.
var fonts = sync.OnceValue(func() (all [2]*sfnt.Font) {
	for i, text := range [][]byte{goregular.TTF, gobold.TTF} {
		f, err := opentype.Parse(text)
		if err != nil {
			panic(err) // it is part of the program
		}
		all[i] = f
	}
	return all
})

// face is the font of a class.
func face(class string) font.Face {
	s := styles[class]
	f := fonts()[0]
	if s.bold {
		f = fonts()[1]
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: s.size, DPI: 72})
	if err != nil {
		panic(err)
	}
	return face
}

// textWidth is how wide a text is, in whole pixels.
func textWidth(class, says string) int { return font.MeasureString(face(class), says).Ceil() }

func (p pixels) text(class string, at point, anchor anchor, says string) {
	x := int(at.x)
	switch anchor {
	case middle:
		x -= textWidth(class, says) / 2
	case end:
		x -= textWidth(class, says)
	}
	d := font.Drawer{Dst: p.image, Src: image.NewUniform(styles[class].colour), Face: face(class), Dot: fixed.P(x, int(at.y))}
	d.DrawString(says)
}

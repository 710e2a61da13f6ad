package drawing

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot/vg/draw"

	"dovetail/results/figure"
)

const (
	tileSide = 156 // target in pixels: three a cell for a deck of 52
	tileGap  = 20
)

func (m montage) check() error {
	tiles := 0
	for _, r := range m.Rows {
		for _, t := range r.Tiles {
			if err := bitmap(t.Bitmap).check(); err != nil {
				return err
			}
			tiles++
		}
	}
	if tiles == 0 {
		return errors.New("a montage has no tiles")
	}
	return nil
}

// grid is the layout of a montage in pixels.
type grid struct {
	columns, cell, head int // head: width of the row labels
	slotW, side, slotH  int // of a tile with its label
}

func (m montage) grid() grid {
	n, lines := 0, 0
	var g grid
	for _, r := range m.Rows {
		g.columns = max(g.columns, len(r.Tiles))
		if r.Label != "" {
			g.head = max(g.head, textWidth(rowStyle, r.Label)+tileGap)
		}
		for _, t := range r.Tiles {
			n, lines = max(n, t.Bitmap.N), max(lines, len(t.Label))
			for _, l := range t.Label {
				g.slotW = max(g.slotW, textWidth(labelStyle, l))
			}
		}
	}
	g.cell = max(1, (tileSide+n/2)/n)
	g.side = n * g.cell
	g.slotW = max(g.slotW, g.side)
	g.slotH = g.side + labelDrop + lines*lineHeight(labelStyle)
	return g
}

const labelDrop = 4 // from a bitmap to its label

func (m montage) width() int {
	g := m.grid()
	return g.head + g.columns*(g.slotW+tileGap) - tileGap
}

func (m montage) height(w int) int {
	g := m.grid()
	return len(m.Rows)*(g.slotH+tileGap) - tileGap
}

func (m montage) draw(c *canvas, x, y, w int) {
	g := m.grid()
	x += (w - m.width()) / 2
	line := lineHeight(labelStyle)
	head := rowStyle
	head.XAlign = draw.XLeft
	for i, r := range m.Rows {
		top := y + i*(g.slotH+tileGap)
		if r.Label != "" {
			c.FillText(head, c.at(x, top+g.side/2), r.Label)
		}
		for j, t := range r.Tiles {
			left := x + g.head + j*(g.slotW+tileGap)
			c.bitmap(left+(g.slotW-t.Bitmap.N*g.cell)/2, top, g.cell, bitmap(t.Bitmap))
			for k, l := range t.Label {
				c.FillText(labelStyle, c.at(left+g.slotW/2, top+g.side+labelDrop+k*line+line/2), l)
			}
		}
	}
}

const (
	plateSide = 728 // target in pixels: fourteen a cell for a deck of 52
	tick      = 8
)

func (p plate) check() error { return bitmap(p.Bitmap).check() }

func (p plate) cell() int { return max(1, plateSide/p.Bitmap.N) }

// left is the room for the numbers and the name of the vertical axis; the same
// is kept free at the right, so that the bitmap is centred.
func (p plate) left() int {
	return tick + textWidth(axisStyle, strconv.Itoa(p.Bitmap.N)) + 2*lineHeight(axisStyle)
}

func (p plate) width() int { return p.Bitmap.N*p.cell() + 2*p.left() }

func (p plate) height(w int) int { return p.Bitmap.N*p.cell() + tick + 5*lineHeight(axisStyle)/2 }

func (p plate) draw(c *canvas, x, y, w int) {
	cell, side, line := p.cell(), p.Bitmap.N*p.cell(), lineHeight(axisStyle)
	x += (w - side) / 2
	c.bitmap(x, y, cell, bitmap(p.Bitmap))
	below, beside := axisStyle, axisStyle
	below.YAlign, beside.XAlign = draw.YTop, draw.XRight
	for _, v := range positions(p.Bitmap.N) {
		mid := (v-1)*cell + cell/2
		c.rectangle(x+mid, y+side+1, 1, tick, frameGrey)
		c.FillText(below, c.at(x+mid, y+side+tick+4), strconv.Itoa(v))
		c.rectangle(x-1-tick, y+mid, tick, 1, frameGrey)
		c.FillText(beside, c.at(x-tick-6, y+mid), strconv.Itoa(v))
	}
	c.FillText(axisStyle, c.at(x+side/2, y+side+tick+2*line), "end position j")
	upright := axisStyle
	upright.Rotation = math.Pi / 2
	c.FillText(upright, c.at(x-p.left()+line/2, y+side/2), "start position i")
}

// positions are the ticks of an axis 1..n: 1, n, and the multiples of a round
// step that keep clear of n.
func positions(n int) []int {
	if n == 1 {
		return []int{1}
	}
	step := int(math.Max(1, roundStep(float64(n), 10)))
	ticks := []int{1}
	for v := step; v < n; v += step {
		if v > 1 && 2*(n-v) >= step {
			ticks = append(ticks, v)
		}
	}
	return append(ticks, n)
}

// roundStep is the smallest 1, 2 or 5 times a power of ten that divides span
// into at most the given number of parts.
func roundStep(span float64, parts int) float64 {
	power := math.Pow(10, math.Floor(math.Log10(span/float64(parts))))
	for _, k := range []float64{1, 2, 5} {
		if k*power*float64(parts) >= span*(1-1e-9) {
			return k * power
		}
	}
	return 10 * power
}

// key is a sample of a line or colour with its name.
type key struct {
	name   string
	sample func(c *canvas, x, y int) // draws from x on, centred on the line y; nil for none
	wide   int                       // of the sample, in pixels
}

const (
	swatch   = 18 // side of a colour sample
	keySpace = 36 // between keys
)

func keysWidth(keys []key) int {
	w := (len(keys) - 1) * keySpace
	for _, k := range keys {
		w += k.wide + swatch/2 + mathWidth(captionStyle, k.name)
	}
	return w
}

// drawKeys puts the keys in one line, centred in the width w, of the height
// of a line of captions.
func drawKeys(c *canvas, keys []key, x, y, w int) {
	x += (w - keysWidth(keys)) / 2
	mid := y + lineHeight(captionStyle)/2
	for _, k := range keys {
		if k.sample != nil {
			k.sample(c, x, mid)
		}
		x += k.wide + swatch/2
		x = c.math(captionStyle, x, mid, k.name) + keySpace
	}
}

func (l legend) keys() []key {
	return []key{
		colourKey(figure.Blue, "e < −e_max: too rare"),
		colourKey(figure.White, "|e| ≤ e_max: within tolerance"),
		colourKey(figure.Red, "e > e_max: too often"),
		{name: fmt.Sprintf("n = %d, e_max = %.4g", l.N, l.EMax)},
	}
}

func colourKey(colour figure.Cell, name string) key {
	return key{name, func(c *canvas, x, y int) {
		c.rectangle(x, y-swatch/2, swatch, swatch, shade[colour])
		c.frame(x, y-swatch/2, swatch, swatch, frameGrey)
	}, swatch}
}

func (l legend) check() error                { return nil }
func (l legend) width() int                  { return keysWidth(l.keys()) }
func (l legend) height(w int) int            { return lineHeight(captionStyle) }
func (l legend) draw(c *canvas, x, y, w int) { drawKeys(c, l.keys(), x, y, w) }

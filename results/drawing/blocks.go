package drawing

import (
	"fmt"
	"image"
	"math"
	"strconv"

	"dovetail/results/figure"
)

const (
	tileSide = 156 // target in pixels: three a cell for a deck of 52
	tileGap  = 20
)

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
			g.head = max(g.head, textWidth("row", r.Label)+tileGap)
		}
		for _, t := range r.Tiles {
			n, lines = max(n, t.Bitmap.N), max(lines, len(t.Label))
			for _, l := range t.Label {
				g.slotW = max(g.slotW, textWidth("label", l))
			}
		}
	}
	g.cell = max(1, (tileSide+n/2)/n)
	g.side = n * g.cell
	g.slotW = max(g.slotW, g.side)
	g.slotH = g.side + labelDrop + lines*lineHeight("label")
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

func (m montage) draw(on canvas, x, y, w int) {
	g := m.grid()
	x += (w - m.width()) / 2
	line := lineHeight("label")
	for i, r := range m.Rows {
		top := y + i*(g.slotH+tileGap)
		if r.Label != "" {
			label(on, "row", x, top+g.side/2, start, r.Label)
		}
		for j, t := range r.Tiles {
			left := x + g.head + j*(g.slotW+tileGap)
			bitmap(t.Bitmap).draw(on, left+(g.slotW-t.Bitmap.N*g.cell)/2, top, g.cell)
			for k, l := range t.Label {
				label(on, "label", left+g.slotW/2, top+g.side+labelDrop+k*line+line/2, middle, l)
			}
		}
	}
}

const (
	plateSide = 728 // target in pixels: fourteen a cell for a deck of 52
	tick      = 8
)

func (p plate) cell() int { return max(1, plateSide/p.Bitmap.N) }

// left is the room for the numbers of the vertical axis; the same is kept free at the right, so that the bitmap is centred.
func (p plate) left() int { return 2*tick + textWidth("axis", strconv.Itoa(p.Bitmap.N)) }

func (p plate) width() int {
	return max(p.Bitmap.N*p.cell()+2*p.left(), textWidth("axis", plateAxes))
}

func (p plate) height(w int) int { return p.Bitmap.N*p.cell() + tick + 3*lineHeight("axis") }

// plateAxes is what the axes are.
const plateAxes = "row: start position i, column: end position j"

func (p plate) draw(on canvas, x, y, w int) {
	cell, side, line := p.cell(), p.Bitmap.N*p.cell(), lineHeight("axis")
	x += (w - side) / 2
	bitmap(p.Bitmap).draw(on, x, y, cell)
	for _, v := range positions(p.Bitmap.N) {
		mid := (v-1)*cell + cell/2
		on.rectangle("frame", float64(x+mid), float64(y+side+1), 1, tick)
		label(on, "axis", x+mid, y+side+tick+4+line/2, middle, strconv.Itoa(v))
		on.rectangle("frame", float64(x-1-tick), float64(y+mid), tick, 1)
		label(on, "axis", x-tick-6, y+mid, end, strconv.Itoa(v))
	}
	label(on, "axis", x+side/2, y+side+tick+2*line+line/2, middle, plateAxes)
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

// key is a sample of a line or colour with its name.
type key struct {
	name   string
	sample func(on canvas, x, y int) // draws from x on, centred on the line y; nil for none
	wide   int                       // of the sample, in pixels
}

const (
	swatch   = 18 // side of a colour sample
	keySpace = 36 // between keys
)

func keysWidth(keys []key) int {
	w := (len(keys) - 1) * keySpace
	for _, k := range keys {
		w += k.wide + swatch/2 + textWidth("caption", k.name)
	}
	return w
}

// drawKeys puts the keys in one line, centred in the width w, of the height
// of a line of captions.
func drawKeys(on canvas, keys []key, x, y, w int) {
	x += (w - keysWidth(keys)) / 2
	mid := y + lineHeight("caption")/2
	for _, k := range keys {
		if k.sample != nil {
			k.sample(on, x, mid)
		}
		x += k.wide + swatch/2
		label(on, "caption", x, mid, start, k.name)
		x += textWidth("caption", k.name) + keySpace
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
	return key{name, func(on canvas, x, y int) {
		on.cells(colour, x, y-swatch/2, swatch, []image.Rectangle{image.Rect(0, 0, 1, 1)})
		frame(on, x, y-swatch/2, swatch)
	}, swatch}
}

func (l legend) width() int                  { return keysWidth(l.keys()) }
func (l legend) height(w int) int            { return lineHeight("caption") }
func (l legend) draw(on canvas, x, y, w int) { drawKeys(on, l.keys(), x, y, w) }

// draw draws the bitmap with cells of the given number of pixels, in a frame.
func (b bitmap) draw(on canvas, x, y, cell int) {
	seen := [len(shade)]bool{}
	for _, colour := range b.Cells {
		seen[colour] = true
	}
	for colour := figure.Blue; int(colour) < len(shade); colour++ {
		if seen[colour] {
			on.cells(colour, x, y, cell, b.rectangles(colour))
		}
	}
	frame(on, x, y, b.N*cell)
}

// frame draws a line of one pixel just outside a square.
func frame(on canvas, left, top, side int) {
	x, y, s := float64(left), float64(top), float64(side)
	on.rectangle("frame", x-1, y-1, s+2, 1)
	on.rectangle("frame", x-1, y+s, s+2, 1)
	on.rectangle("frame", x-1, y, 1, s)
	on.rectangle("frame", x+s, y, 1, s)
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

package figure

import (
	"math"
	"strconv"

	vgdraw "gonum.org/v1/plot/vg/draw"
)

// Plate is one large bitmap with its positions along the sides, counted from 1.
type Plate struct {
	Bitmap Bitmap
}

const (
	plateSide = 728 // pixels aimed at: fourteen a cell for a deck of 52
	tick      = 8
)

func (p Plate) check() error { return p.Bitmap.check() }

func (p Plate) cell() int { return max(1, plateSide/p.Bitmap.N) }

// left is the room for the numbers and the name of the vertical axis; the same
// is kept free at the right, so that the bitmap is centred.
func (p Plate) left() int {
	return tick + textWidth(axisStyle, strconv.Itoa(p.Bitmap.N)) + 2*lineHeight(axisStyle)
}

func (p Plate) width() int { return p.Bitmap.N*p.cell() + 2*p.left() }

func (p Plate) height(w int) int { return p.Bitmap.N*p.cell() + tick + 5*lineHeight(axisStyle)/2 }

func (p Plate) draw(c *canvas, x, y, w int) {
	cell, side, line := p.cell(), p.Bitmap.N*p.cell(), lineHeight(axisStyle)
	x += (w - side) / 2
	c.bitmap(x, y, cell, p.Bitmap)
	below, beside := axisStyle, axisStyle
	below.YAlign, beside.XAlign = vgdraw.YTop, vgdraw.XRight
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

package figure

import (
	"errors"

	vgdraw "gonum.org/v1/plot/vg/draw"
)

// Tile is a bitmap with the lines of text below it.
type Tile struct {
	Label  []string
	Bitmap Bitmap
}

// Row is a line of tiles with an optional label at its left.
type Row struct {
	Label string
	Tiles []Tile
}

// Rows breaks a sequence of tiles into rows of the given number of columns.
func Rows(tiles []Tile, columns int) []Row {
	var rows []Row
	for len(tiles) > 0 {
		k := min(max(columns, 1), len(tiles))
		rows = append(rows, Row{Tiles: tiles[:k]})
		tiles = tiles[k:]
	}
	return rows
}

// Montage is a table of tiles. All have cells of the same size: a tile is 52 to
// 104 points wide up to n = 208, and its cells are one pixel beyond.
type Montage struct {
	Rows []Row
}

const (
	tileSide = 156 // pixels aimed at: three a cell for a deck of 52
	tileGap  = 20
)

func (m Montage) check() error {
	tiles := 0
	for _, r := range m.Rows {
		for _, t := range r.Tiles {
			if err := t.Bitmap.check(); err != nil {
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

func (m Montage) grid() grid {
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

func (m Montage) width() int {
	g := m.grid()
	return g.head + g.columns*(g.slotW+tileGap) - tileGap
}

func (m Montage) height(w int) int {
	g := m.grid()
	return len(m.Rows)*(g.slotH+tileGap) - tileGap
}

func (m Montage) draw(c *canvas, x, y, w int) {
	g := m.grid()
	x += (w - m.width()) / 2
	line := lineHeight(labelStyle)
	head := rowStyle
	head.XAlign = vgdraw.XLeft
	for i, r := range m.Rows {
		top := y + i*(g.slotH+tileGap)
		if r.Label != "" {
			c.FillText(head, c.at(x, top+g.side/2), r.Label)
		}
		for j, t := range r.Tiles {
			left := x + g.head + j*(g.slotW+tileGap)
			c.bitmap(left+(g.slotW-t.Bitmap.N*g.cell)/2, top, g.cell, t.Bitmap)
			for k, l := range t.Label {
				c.FillText(labelStyle, c.at(left+g.slotW/2, top+g.side+labelDrop+k*line+line/2), l)
			}
		}
	}
}

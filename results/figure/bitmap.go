package figure

import (
	"fmt"
	"image"
	"image/color"
)

// Cell is the colour of one entry of a table: of deviations, or a grey.
type Cell uint8

// Ide and Okuda, eq. (14).
const (
	White Cell = iota // |e| <= e_max: the move happens about once in n times
	Blue              // e < -e_max: too rarely
	Red               // e > e_max: too often
	firstGrey
)

// greys are the shades from almost white to almost black.
const greys = 32

// Grey is white for 0 and black for 1 and more.
func Grey(x float64) Cell {
	if level := int(greys*min(1, max(0, x)) + 0.5); level > 0 {
		return firstGrey + Cell(level) - 1
	}
	return White
}

// Blue is darker than red, so that the two stay apart in grey print and for
// colour-blind readers.
var shade = func() (all [firstGrey + greys]color.NRGBA) {
	all[White], all[Blue], all[Red] = color.NRGBA{255, 255, 255, 255}, color.NRGBA{31, 79, 163, 255}, color.NRGBA{226, 74, 51, 255}
	for level := range greys {
		y := uint8(7 + 248*(greys-1-level)/greys) // not quite black, which an SVG would leave unsaid
		all[firstGrey+Cell(level)] = color.NRGBA{y, y, y, 255}
	}
	return all
}()

// Bitmap is an n x n table of cells in row-major order: row = start position,
// column = end position.
type Bitmap struct {
	N     int
	Cells []Cell
}

func (b Bitmap) check() error {
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
func (b Bitmap) rectangles(colour Cell) []image.Rectangle {
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

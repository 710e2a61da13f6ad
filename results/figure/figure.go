// Package figure has the pictures of answers as values: tables of deviations as blue, white and red bitmaps
// (Ide and Okuda, eq. (14)), montages of them (their figures 4 to 7), and curves over the number of
// repetitions. [dovetail/results/drawing] draws them.
package figure

import "strconv"

// Block is one part of a picture, which is a column of them: a Title, Caption, Legend, Montage, Plate or Curve.
type Block interface{ block() }

func (Title) block()   {}
func (Caption) block() {}
func (Legend) block()  {}
func (Montage) block() {}
func (Plate) block()   {}
func (Curve) block()   {}

// Title is a line of bold text, to stand at the top.
type Title string

// Caption is running text, broken into lines of at most the page's width.
type Caption string

// Legend explains the three colours for decks of N cards at the tolerance EMax.
type Legend struct {
	N    int
	EMax float64
}

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

// Montage is a table of tiles. All have cells of the same size: a tile is 52 to 104 points wide up
// to n = 208, and its cells are one pixel for larger n.
type Montage struct {
	Rows []Row
}

// Plate is one large bitmap with its positions along the sides, counted from 1.
type Plate struct {
	Bitmap Bitmap
}

// Cell is the colour of one entry of a table: of deviations, or a grey.
type Cell uint8

// Ide and Okuda, eq. (14).
const (
	White     Cell = iota // |e| <= e_max: the move happens about once in n times
	Blue                  // e < -e_max: too rarely
	Red                   // e > e_max: too often
	FirstGrey             // the first of the [Greys]
)

// Greys are the shades from almost white to almost black.
const Greys = 32

// Grey is white for 0 and black for 1 and more.
func Grey(x float64) Cell {
	if level := int(float64(Greys*min(1, max(0, x))) + 0.5); level > 0 {
		return FirstGrey + Cell(level) - 1
	}
	return White
}

// Bitmap is an n x n table of cells in row-major order: row = start position,
// column = end position.
type Bitmap struct {
	N     int
	Cells []Cell
}

// Series is a named sequence of values at whole numbers: Y[k] at First+k, or at First +
// k Step of its curve.
type Series struct {
	Name  string
	First int
	Y     []float64

	Low, High []float64 // an interval around each value, or none
}

// Column is the series of a column of a record that has its numbers as text, as long as they
// continue.
func Column[R any](name string, first int, rows []R, text func(row R) string) Series {
	s := Series{Name: name, First: first}
	for _, row := range rows {
		y, err := strconv.ParseFloat(text(row), 64)
		if err != nil {
			break // rows with a number come before those without
		}
		s.Y = append(s.Y, y)
	}
	return s
}

// Marker is a named dashed line through the whole curve, at a value of the
// vertical axis, or with Vertical set at one of the horizontal axis.
type Marker struct {
	Name     string
	At       float64
	Vertical bool
}

// Curve plots series of values over whole numbers, such as C over the number
// of repetitions. The vertical axis goes up to YMax at least; 0 leaves some room above the highest value.
type Curve struct {
	XLabel, YLabel string
	YMax           float64
	Step           int // between the values of a series; 0 stands for 1
	Series         []Series
	Markers        []Marker
	Apart          bool // points without lines, for values that do not follow each other
}

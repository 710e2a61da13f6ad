package picture

import (
	"fmt"
	"html/template"
	"image"
	"image/color"
	"strings"

	"dovetail/results/drawing"
)

// A position law is drawn as in the paper: red where a card comes too often, blue where too rarely,
// white within the tolerance.

// The least side of the picture in pixels, so that it can be used alone.
const bitmapSide = 600

// Law is the picture of a position law, row by row, and the numbers of white, blue and red cells.
func Law(rows [][]float64, most float64) (*image.Paletted, [3]int) {
	var cells [3]int
	k := max(1, bitmapSide/len(rows))
	m := image.NewPaletted(image.Rect(0, 0, k*len(rows), k*len(rows)), color.Palette{
		color.White, color.NRGBA{31, 79, 163, 255}, color.NRGBA{226, 74, 51, 255},
	})
	for y, row := range rows {
		for x, e := range row {
			c := colour(e, most)
			cells[c]++
			for dy := range k {
				for dx := range k {
					m.Pix[(k*y+dy)*m.Stride+k*x+dx] = c
				}
			}
		}
	}
	return m, cells
}

// colour is that of a deviation: 0 for white, 1 for blue, 2 for red.
func colour(e, most float64) uint8 {
	switch {
	case e > most:
		return 2
	case e < -most:
		return 1
	}
	return 0
}

// Framed is a picture of n x n cells with the positions at its sides.
func Framed(n int, picture, says, across, down string) template.HTML {
	const side, left, top, below = 400.0, 64.0, 10.0, 62.0
	cell := side / float64(n)
	var b strings.Builder
	esc := template.HTMLEscapeString
	fmt.Fprintf(&b, `<svg class="chart law" viewBox="0 0 %g %g" role="img" aria-label="%s">`, left+side+top,
		top+side+below, esc(says))
	fmt.Fprintf(&b, `<image class="bitmap" href="%s" x="%g" y="%g" width="%g" height="%g"/>`+
		`<rect class="frame" x="%g" y="%g" width="%g" height="%g"/>`, esc(picture), left, top, side, side, left, top,
		side, side)
	for _, x := range drawing.Ticks(n) {
		at := (x - 0.5) * cell
		fmt.Fprintf(&b, `<text x="%.1f" y="%g" text-anchor="middle">%g</text>`+
			`<text x="%g" y="%.1f" text-anchor="end">%g</text>`, left+at, top+side+20, x, left-6, top+at+5, x)
	}
	fmt.Fprintf(&b, `<text x="%g" y="%g" text-anchor="middle">%s</text>`+
		`<text x="16" y="%g" text-anchor="middle" transform="rotate(-90 16 %g)">%s</text></svg>%s`,
		left+side/2, top+side+below-14, esc(across), top+side/2, top+side/2, esc(down), drawing.Exports("SVG", "PNG"))
	return template.HTML(b.String())
}

package explorer

import (
	"context"
	"fmt"
	"html/template"
	"image"
	"image/color"
	"net/http"
	"strings"

	"dovetail/results"
)

// A position law as the paper draws it: red where a card comes too often, blue where too rarely, white within
// the tolerance.

// The least side of the picture in pixels, so that it can stand alone.
const bitmapSide = 600

func drawBitmap(_ context.Context, _ *Server, w http.ResponseWriter, _ values, all []Answer) error {
	r := all[0].Records[0].(results.Law)
	m := image.NewPaletted(image.Rect(0, 0, len(r.Rows), len(r.Rows)), color.Palette{
		color.White, color.NRGBA{31, 79, 163, 255}, color.NRGBA{226, 74, 51, 255},
	})
	for y, row := range r.Rows {
		for x, e := range row {
			m.Pix[y*m.Stride+x] = colour(e, r.Emax)
		}
	}
	return sendPNG(w, enlarged(m, max(1, bitmapSide/len(r.Rows))))
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

// enlarged has k x k pixels for each.
func enlarged(m *image.Paletted, k int) *image.Paletted {
	size := m.Rect.Size()
	large := image.NewPaletted(image.Rect(0, 0, k*size.X, k*size.Y), m.Palette)
	for y := range k * size.Y {
		for x := range k * size.X {
			large.Pix[y*large.Stride+x] = m.Pix[y/k*m.Stride+x/k]
		}
	}
	return large
}

// bitmapFrame is the bitmap with its axes and its scale: how many cells have each colour, and why all are
// white where they are.
func bitmapFrame(_ context.Context, _ *Server, q values, all []Answer) (any, error) {
	r := all[0].Records[0].(results.Law)
	var cells [3]int
	for _, row := range r.Rows {
		for _, e := range row {
			cells[colour(e, r.Emax)]++
		}
	}
	file := "bitmap.png"
	if r.Word != q.Text("word") {
		file = "another.png"
	}
	n := len(r.Rows)
	return map[string]any{"Picture": framedBitmap(q.says, n, q.address(file), r.Word), "White": cells[0], "Blue": cells[1],
		"Red": cells[2], "All": cells[0] == n*n, "Emax": fmt.Sprintf("%.3g", r.Emax), "N": n}, nil
}

// framedBitmap is a picture of n x n cells with the positions at its sides.
func framedBitmap(t language, n int, picture, says string) template.HTML {
	const side, left, top, below = 400.0, 64.0, 10.0, 62.0
	cell := side / float64(n)
	var b strings.Builder
	esc := template.HTMLEscapeString
	fmt.Fprintf(&b, `<svg class="chart law" viewBox="0 0 %g %g" role="img" aria-label="%s">`, left+side+top,
		top+side+below, esc(says))
	fmt.Fprintf(&b, `<image class="bitmap" href="%s" x="%g" y="%g" width="%g" height="%g"/>`+
		`<rect class="frame" x="%g" y="%g" width="%g" height="%g"/>`, esc(picture), left, top, side, side, left, top,
		side, side)
	for _, x := range append([]float64{1}, ticks(2, float64(n), 6)...) {
		at := (x - 0.5) * cell
		fmt.Fprintf(&b, `<text x="%.1f" y="%g" text-anchor="middle">%g</text>`+
			`<text x="%g" y="%.1f" text-anchor="end">%g</text>`, left+at, top+side+20, x, left-6, top+at+5, x)
	}
	fmt.Fprintf(&b, `<text x="%g" y="%g" text-anchor="middle">%s</text>`+
		`<text x="16" y="%g" text-anchor="middle" transform="rotate(-90 16 %g)">%s</text></svg>%s`,
		left+side/2, top+side+below-14, esc(t.Of("words.end")), top+side/2, top+side/2, esc(t.Of("words.start")), exports("SVG", "PNG"))
	return template.HTML(b.String())
}

package picture

import (
	"fmt"
	"html/template"
	"strings"

	"dovetail/results/drawing"
)

// Heat maps show the deviation of each cell in standard deviations, in three shades of red where it
// is positive, and of blue where it is negative. Cells of a shade are one path, and those within
// one deviation have none: two thirds of the cells for fair decks.

// heatSide is the longest side of a map in units that the browser scales, and heatCell the longest of a cell.
const heatSide, heatCell = 400.0, 40.0

// shades begin at these numbers of deviations.
var shades = []float64{1, 2, 3}

// Heat draws cells, rows by columns, with the names of the rows if they have any, and the labels to
// the right and below.
func Heat(cells [][]float64, rows []string, says, across, down string) template.HTML {
	columns := len(cells[0])
	w, h := min(heatCell, heatSide/float64(columns)), min(heatCell, heatSide/float64(len(cells)))
	width, height := w*float64(columns), h*float64(len(cells))
	const left, top, right, below = 64.0, 10.0, 10.0, 62.0
	var paths [2][3]strings.Builder
	for y, row := range cells {
		for x, z := range row {
			side := 0
			if z < 0 {
				side, z = 1, -z
			}
			for k := len(shades) - 1; k >= 0; k-- {
				if z >= shades[k] {
					fmt.Fprintf(&paths[side][k], "M%d %dh1v1h-1z", x, y)
					break
				}
			}
		}
	}
	var b strings.Builder
	esc := template.HTMLEscapeString
	fmt.Fprintf(&b, `<svg class="chart heat" viewBox="0 0 %.4g %.4g" role="img" aria-label="%s">`+
		`<g transform="translate(%g %g) scale(%.6g %.6g)">`, left+width+right, top+height+below, esc(says), left, top, w, h)
	for side, name := range []string{"more", "fewer"} {
		for k := range shades {
			if d := paths[side][k].String(); d != "" {
				fmt.Fprintf(&b, `<path class="%s%d" d="%s"/>`, name, k+1, d)
			}
		}
	}
	fmt.Fprintf(&b, `</g><rect class="frame" x="%g" y="%g" width="%.4g" height="%.4g"/>`, left, top, width, height)
	for _, x := range drawing.Ticks(columns) {
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="middle">%g</text>`, left+float64((x-0.5)*w), top+height+20, x)
	}
	if rows == nil {
		for _, y := range drawing.Ticks(len(cells)) {
			fmt.Fprintf(&b, `<text x="%g" y="%.1f" text-anchor="end">%g</text>`, left-6, top+float64((y-0.5)*h)+5, y)
		}
	}
	for k, name := range rows {
		fmt.Fprintf(&b, `<text x="%g" y="%.1f" text-anchor="end">%s</text>`, left-6, top+float64((float64(k)+0.5)*h)+5, esc(name))
	}
	fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="middle">%s</text>`, left+width/2, top+height+below-14, esc(across))
	if rows == nil {
		fmt.Fprintf(&b, `<text x="16" y="%.1f" text-anchor="middle" transform="rotate(-90 16 %.1[1]f)">%s</text>`, top+height/2, esc(down))
	}
	return template.HTML(b.String() + "</svg>")
}

// Package picture draws the pictures of the explorer's pages beside charts: bands, heat maps and laws as SVG within a
// page, and as PNG the pictures that have thousands of points or represent a page elsewhere. It takes numbers and decks,
// and does not depend on pages.
package picture

import (
	"fmt"
	"html/template"
	"strings"

	"dovetail/results/drawing"
)

// The size of a band, in units that the browser scales.
const bandW, bandH, bandSide = 640.0, 58.0, 14.0

// Hatched reports whether an interval is wide enough to be seen.
func Hatched(low, high float64) bool { return (high-low)*(bandW-2*bandSide) > 0.5 }

// Band draws an interval of distances on a line from 0 to 1, in bets of a hundred. Bets that are
// surely won are full, and the unknown ones are hatched.
func Band(low, high float64, says string) template.HTML {
	const side, top, thick, step = bandSide, 6.0, 24.0, 9.0
	px := func(x float64) float64 { return side + x*(bandW-2*side) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="band" viewBox="0 0 %g %g" role="img" aria-label="%s">`, bandW, bandH,
		template.HTMLEscapeString(says))
	fmt.Fprintf(&b, `<rect class="track" x="%g" y="%g" width="%g" height="%g"/>`, side, top, bandW-2*side, thick)
	from, to := px(low), px(high)
	fmt.Fprintf(&b, `<rect class="sure" x="%g" y="%g" width="%.1f" height="%g"/>`, side, top, max(from-side, 2), thick)
	if Hatched(low, high) {
		fmt.Fprintf(&b, `<rect class="open" x="%.1f" y="%g" width="%.1f" height="%g"/><path class="hatch" d="`, from, top, to-from, thick)
		for x := from; x < to; x += step { // lines up to the right, cut at the end
			w := min(step, to-x)
			fmt.Fprintf(&b, `M%.1f %.1fL%.1f %.1f`, x, top+thick, x+w, top+thick-thick*w/step)
		}
		b.WriteString(`"/>`)
	}
	for x := 0.0; x <= 100; x += 20 {
		fmt.Fprintf(&b, `<text x="%.1f" y="%g" text-anchor="middle">%s</text>`, px(x/100), bandH-6, drawing.Label(x))
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}

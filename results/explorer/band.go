package explorer

import (
	"fmt"
	"html/template"
	"strings"
)

// The size of a band, in units that the browser scales.
const bandW, bandH = 640.0, 54.0

// band draws an interval of distances on a line from 0 to 1, in bets of a hundred.
func band(low, high float64, says string) template.HTML {
	const side, top, thick = 14.0, 8.0, 16.0
	px := func(x float64) float64 { return side + x*(bandW-2*side) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="band" viewBox="0 0 %g %g" role="img" aria-label="%s">`, bandW, bandH,
		template.HTMLEscapeString(says))
	fmt.Fprintf(&b, `<rect class="track" x="%g" y="%g" width="%g" height="%g" rx="8"/>`, side, top, bandW-2*side, thick)
	wide := max(px(high)-px(low), 6)
	from := min(max(side, (px(low)+px(high)-wide)/2), bandW-side-wide)
	fmt.Fprintf(&b, `<rect class="c0" x="%.1f" y="%g" width="%.1f" height="%g" rx="3"/>`, from, top-3, wide, thick+6)
	for _, x := range ticks(0, 1, 5) {
		fmt.Fprintf(&b, `<text x="%.1f" y="%g" text-anchor="middle">%s</text>`, px(x), bandH-6, label(100*x))
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}

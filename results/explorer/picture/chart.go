// Package picture draws the pictures of the explorer's pages: charts, bands, heat maps and laws as
// SVG within a page, and as PNG the pictures that have thousands of points or represent a page
// elsewhere. It takes numbers and decks, and does not depend on pages.
package picture

import (
	"encoding/csv"
	"fmt"
	"html/template"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Chart draws curves over numbers as SVG, whose colours are those of the style sheet, dark or light.
type Chart struct {
	Across, Up string  // what the axes are
	Top        float64 // of the vertical axis; 0 for that of the highest point
	Curves     []Curve
	Bars       bool
	Picture    string  // of points, where there are no curves
	From, To   float64 // where it begins and ends
	Here       *Span   // one place that stands out
}

// Span is an interval of heights at one place of the horizontal axis.
type Span struct {
	X, Low, High float64
	Name, Says   string // of the place, and of the interval
}

// Curve is one line of a chart, or its bars.
type Curve struct {
	Name  string
	X, Y  []float64
	Level *float64 // a line across
}

// Add adds a point after a number of shuffles, or cards.
func (c *Curve) Add(x int, y float64) { c.X, c.Y = append(c.X, float64(x)), append(c.Y, y) }

// Below is the first number whose height is at most y; 0 if there is none.
func (c Curve) Below(y float64) int {
	for i, x := range c.X {
		if c.Y[i] <= y {
			return int(x)
		}
	}
	return 0
}

// The size of a chart, and of what is round it, in units that the browser scales.
const (
	chartW, chartH = 640.0, 340.0
	left, right    = 62.0, 14.0
	above, below   = 46.0, 60.0
)

// SVG is the picture.
func (c Chart) SVG() template.HTML {
	loX, hiX, hiY := math.Inf(1), math.Inf(-1), c.Top
	if c.Picture != "" {
		loX, hiX = c.From, c.To
	}
	for _, k := range c.Curves {
		for i, x := range k.X {
			loX, hiX = min(loX, x), max(hiX, x)
			if c.Top == 0 {
				hiY = max(hiY, k.Y[i])
			}
		}
	}
	if loX > hiX {
		return ""
	}
	if hiX == loX {
		hiX++
	}
	if hiY <= 0 {
		hiY = 1
	}
	if c.Top == 0 {
		hiY *= 1.06
	}
	if c.Bars {
		loX, hiX = loX-0.6, hiX+0.6
	}
	px := func(x float64) float64 { return left + (x-loX)/(hiX-loX)*(chartW-left-right) }
	py := func(y float64) float64 { return chartH - below - y/hiY*(chartH-above-below) }
	var b strings.Builder
	esc := template.HTMLEscapeString
	fmt.Fprintf(&b, `<svg class="chart" viewBox="0 0 %g %g" role="img" aria-label="%s, %s"`, chartW, chartH, esc(c.Up), esc(c.Across))
	if c.Picture == "" {
		fmt.Fprintf(&b, ` data-csv="%s"`, esc(c.csv()))
	}
	b.WriteString(`>`)
	for _, y := range ticks(0, hiY, 6) {
		fmt.Fprintf(&b, `<line class="grid" x1="%g" x2="%g" y1="%.1f" y2="%.1f"/>`+
			`<text class="tick" x="%g" y="%.1f" text-anchor="end">%s</text>`,
			left, chartW-right, py(y), py(y), left-6, py(y)+4, Label(y))
	}
	for _, x := range ticks(loX, hiX, min(12, 24/len(Label(math.Round(hiX))))) { // on a phone too
		if x != math.Round(x) {
			continue
		}
		fmt.Fprintf(&b, `<text class="tick" x="%.1f" y="%g" text-anchor="middle">%s</text>`, px(x), chartH-below+24, Label(x))
	}
	fmt.Fprintf(&b, `<text class="axis" x="%g" y="%g" text-anchor="middle">%s</text>`+
		`<text class="axis" x="4" y="20">%s</text>`, (left+chartW-right)/2, chartH-8, esc(c.Across), esc(c.Up))
	for i, k := range c.Curves {
		if k.Level != nil {
			fmt.Fprintf(&b, `<line class="level c%d" x1="%g" x2="%g" y1="%.1f" y2="%.1f"/>`, i, left, chartW-right, py(*k.Level),
				py(*k.Level))
		}
		var points []string
		for j := range k.X {
			x, y := px(k.X[j]), py(k.Y[j])
			tip := fmt.Sprintf("%s %s: %s", k.Name, Label(k.X[j]), strconv.FormatFloat(k.Y[j], 'g', 8, 64))
			if c.Bars {
				w := 0.7 * (px(1) - px(0))
				fmt.Fprintf(&b, `<rect class="c%d" x="%.1f" y="%.1f" width="%.1f" height="%.1f"><title>%s</title></rect>`, i, x-w/2,
					y, w, chartH-below-y, esc(tip))
				continue
			}
			points = append(points, fmt.Sprintf("%.1f,%.1f", x, y))
			if len(k.X) <= 120 {
				fmt.Fprintf(&b, `<circle class="c%d" cx="%.1f" cy="%.1f" r="3.5"><title>%s</title></circle>`, i, x, y, esc(tip))
			}
		}
		if !c.Bars && points != nil {
			fmt.Fprintf(&b, `<polyline class="c%d" points="%s"/>`, i, strings.Join(points, " "))
		}
	}
	if h := c.Here; h != nil && h.X >= loX && h.X <= hiX {
		tip := h.Name + ": " + h.Says
		fmt.Fprintf(&b, `<line class="here" x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f"/>`, px(h.X), px(h.X), py(h.Low), py(h.High))
		for _, y := range slices.Compact([]float64{h.Low, h.High}) {
			fmt.Fprintf(&b, `<circle class="here" cx="%.1f" cy="%.1f" r="7"><title>%s</title></circle>`, px(h.X), py(y), esc(tip))
		}
	}
	if c.Picture != "" {
		fmt.Fprintf(&b, `<image href="%s" x="%g" y="%g" width="%g" height="%g" preserveAspectRatio="none"/></svg>%s`, esc(c.Picture),
			left, above, chartW-left-right, chartH-above-below, exports("SVG", "PNG"))
		return template.HTML(b.String())
	}
	b.WriteString(`</svg><p class="legend">`)
	for i, k := range c.Curves {
		fmt.Fprintf(&b, `<span class="c%d">%s</span> `, i, esc(k.Name))
	}
	if c.Here != nil {
		fmt.Fprintf(&b, `<span class="here">%s</span> `, esc(c.Here.Name))
	}
	b.WriteString(`</p>` + exports("SVG", "PNG", "CSV"))
	return template.HTML(b.String())
}

// exports are buttons that save a chart, each as one kind of file; charts.js shows them.
func exports(as ...string) string {
	return `<p class="exports" hidden><button type="button">` + strings.Join(as, `</button> <button type="button">`) +
		`</button></p>`
}

// csv is the numbers of the chart: a row for each point of the horizontal axis, a column for each curve.
func (c Chart) csv() string {
	rows := map[float64][]string{}
	head := []string{c.Across}
	curves := slices.DeleteFunc(slices.Clone(c.Curves), func(k Curve) bool { return k.X == nil })
	for i, k := range curves {
		head = append(head, k.Name)
		for j, x := range k.X {
			if rows[x] == nil {
				rows[x] = make([]string, len(curves))
			}
			rows[x][i] = strconv.FormatFloat(k.Y[j], 'g', -1, 64)
		}
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write(head)
	for _, x := range slices.Sorted(maps.Keys(rows)) {
		w.Write(append([]string{Label(x)}, rows[x]...))
	}
	w.Flush()
	return b.String()
}

// ticks are round numbers from lo to hi, most at most.
func ticks(lo, hi float64, most int) (all []float64) {
	step := math.Pow(10, math.Floor(math.Log10((hi-lo)/float64(most))))
	for _, times := range []float64{1, 2, 5, 10} {
		if (hi-lo)/(step*times) <= float64(most) {
			step *= times
			break
		}
	}
	for k := math.Ceil(lo / step); k*step <= hi; k++ {
		all = append(all, k*step)
	}
	return all
}

// Label is a number as an axis has it.
func Label(x float64) string { return strconv.FormatFloat(math.Round(x*1e6)/1e6, 'f', -1, 64) }

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
	for _, x := range ticks(0, 1, 5) {
		fmt.Fprintf(&b, `<text x="%.1f" y="%g" text-anchor="middle">%s</text>`, px(x), bandH-6, Label(100*x))
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}

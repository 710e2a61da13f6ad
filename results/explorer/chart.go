package explorer

import (
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"
)

// chart draws curves over numbers as SVG, whose colours are those of the style sheet, dark or light.
type chart struct {
	Across, Up string  // what the axes are
	Top        float64 // of the vertical axis; 0 for that of the highest point
	Curves     []curve
	Bars       bool
}

type curve struct {
	Name  string
	X, Y  []float64
	Level *float64 // a line across, in the colour of the curve
}

// The size of a chart, and of what is round it, in units that the browser scales.
const (
	chartW, chartH = 640.0, 300.0
	left, right    = 52.0, 14.0
	above, below   = 14.0, 40.0
)

// SVG is the picture.
func (c chart) SVG() template.HTML {
	loX, hiX, hiY := math.Inf(1), math.Inf(-1), c.Top
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
	fmt.Fprintf(&b, `<svg class="chart" viewBox="0 0 %g %g" role="img" aria-label="%s, %s">`, chartW, chartH, esc(c.Up),
		esc(c.Across))
	for _, y := range ticks(0, hiY, 6) {
		fmt.Fprintf(&b, `<line class="grid" x1="%g" x2="%g" y1="%.1f" y2="%.1f"/>`+
			`<text class="tick" x="%g" y="%.1f" text-anchor="end">%s</text>`,
			left, chartW-right, py(y), py(y), left-6, py(y)+4, label(y))
	}
	for _, x := range ticks(loX, hiX, 12) {
		if x != math.Round(x) {
			continue
		}
		fmt.Fprintf(&b, `<text class="tick" x="%.1f" y="%g" text-anchor="middle">%s</text>`, px(x), chartH-below+17, label(x))
	}
	fmt.Fprintf(&b, `<text class="axis" x="%g" y="%g" text-anchor="middle">%s</text>`, (left+chartW-right)/2, chartH-5,
		esc(c.Across))
	for i, k := range c.Curves {
		if k.Level != nil {
			fmt.Fprintf(&b, `<line class="level c%d" x1="%g" x2="%g" y1="%.1f" y2="%.1f"/>`, i, left, chartW-right, py(*k.Level),
				py(*k.Level))
		}
		var points []string
		for j := range k.X {
			x, y := px(k.X[j]), py(k.Y[j])
			tip := fmt.Sprintf("%s %s: %s", k.Name, label(k.X[j]), strconv.FormatFloat(k.Y[j], 'g', 8, 64))
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
		if !c.Bars {
			fmt.Fprintf(&b, `<polyline class="c%d" points="%s"/>`, i, strings.Join(points, " "))
		}
	}
	b.WriteString(`</svg><p class="legend">`)
	for i, k := range c.Curves {
		fmt.Fprintf(&b, `<span class="c%d">%s</span> `, i, esc(k.Name))
	}
	b.WriteString(`</p>`)
	return template.HTML(b.String())
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

// label is a number as an axis has it.
func label(x float64) string { return strconv.FormatFloat(math.Round(x*1e6)/1e6, 'f', -1, 64) }

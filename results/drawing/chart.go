package drawing

import (
	"encoding/csv"
	"fmt"
	"html/template"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"dovetail/results/figure"
)

// Chart is curves over numbers, for a page, whose style sheet has their colours, or for a file.
type Chart struct {
	Across, Up string  // what the axes are
	Top        float64 // of the vertical axis at least; 0 for some room above the highest point
	Curves     []Curve
	Markers    []figure.Marker
	Picture    string  // of points, where there are no curves
	From, To   float64 // where it begins and ends
	Here       *Span   // one place that stands out
	Apart      bool    // points without lines
}

// Span is an interval of heights at one place of the horizontal axis.
type Span struct {
	X, Low, High float64
	Name, Says   string // of the place, and of the interval
}

// Curve is one line of a chart, with an interval around each point, or none.
type Curve struct {
	Name      string
	X, Y      []float64
	Low, High []float64
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

// chartOf is the chart of a figure, with texts as says has them.
func chartOf(f figure.Curve, says func(text string) string) Chart {
	c := Chart{Across: says(f.XLabel), Up: says(f.YLabel), Top: f.YMax, Apart: f.Apart}
	for _, s := range f.Series {
		k := Curve{Name: says(s.Name), Low: s.Low, High: s.High}
		for i, y := range s.Y {
			k.Add(s.First+i*max(1, f.Step), y)
		}
		c.Curves = append(c.Curves, k)
	}
	for _, m := range f.Markers {
		m.Name = says(m.Name)
		c.Markers = append(c.Markers, m)
	}
	return c
}

// Figure is the curves of a picture for a page, with their horizontal markers.
func Figure(blocks []figure.Block, says func(text string) string) (all template.HTML) {
	for _, block := range blocks {
		if f, ok := block.(figure.Curve); ok {
			f.Markers = slices.DeleteFunc(slices.Clone(f.Markers), func(m figure.Marker) bool { return m.Vertical })
			all += chartOf(f, says).HTML()
		}
	}
	return all
}

// The room round the axes, in pixels.
const left, right, above, below = 62.0, 14.0, 46.0, 60.0

// axes are a part of a canvas, and the ranges of numbers that it shows.
type axes struct{ x, y, w, h, loX, hiX, loY, hiY float64 }

// axes are those of the chart within a part of a canvas. They show no number if loX > hiX.
func (c Chart) axes(x, y, w, h float64) axes {
	a := axes{x + left, y + above, w - left - right, h - above - below, math.Inf(1), math.Inf(-1), 0, c.Top}
	across := func(x float64) { a.loX, a.hiX = min(a.loX, x), max(a.hiX, x) }
	up := func(y float64) { a.loY, a.hiY = min(a.loY, y), max(a.hiY, y) }
	if c.Picture != "" {
		across(c.From)
		across(c.To)
	}
	for _, k := range c.Curves {
		for i, x := range k.X {
			across(x)
			up(k.Y[i])
		}
		for i := range k.Low {
			up(k.Low[i])
			up(k.High[i])
		}
	}
	for _, m := range c.Markers {
		if m.Vertical {
			across(m.At)
		} else {
			up(m.At)
		}
	}
	if a.hiX == a.loX {
		a.hiX++
	}
	if a.hiY <= a.loY {
		a.hiY = a.loY + 1
	}
	if c.Top == 0 {
		a.hiY += 0.06 * (a.hiY - a.loY)
	}
	return a
}

// at is the place of a point.
func (a axes) at(x, y float64) point {
	return point{a.x + (x-a.loX)/(a.hiX-a.loX)*a.w, a.y + a.h - (y-a.loY)/(a.hiY-a.loY)*a.h}
}

// frame draws the axes: lines across, numbers beside and below, and what they are.
func (a axes) frame(on canvas, across, up string) {
	for _, y := range ticks(a.loY, a.hiY, 6) {
		from := a.at(a.loX, y)
		on.line("grid", from, a.at(a.hiX, y))
		on.text("tick", point{from.x - 6, from.y + 4}, end, Label(y))
	}
	room := int(a.w / 23.5) // characters of numbers, on a telephone too
	for _, x := range ticks(a.loX, a.hiX, max(1, min(12, room/len(Label(math.Round(a.hiX)))))) {
		if x == math.Round(x) {
			on.text("tick", point{a.at(x, 0).x, a.y + a.h + 24}, middle, Label(x))
		}
	}
	on.text("axis", point{a.x + a.w/2, a.y + a.h + below - 8}, middle, across)
	on.text("axis", point{a.x - left + 4, a.y - above + 20}, start, up)
}

// manyPoints is the number of points from which on they would hide their line.
const manyPoints = 120

// draw draws the chart. Points of later curves are larger by grows, so that one that is hidden by another shows as a ring.
func (c Chart) draw(on canvas, a axes, grows float64) {
	a.frame(on, c.Across, c.Up)
	for i := len(c.Curves) - 1; i >= 0; i-- { // the first on top
		k := c.Curves[i]
		class := classOf(i)
		var points []point
		for j, x := range k.X {
			points = append(points, a.at(x, k.Y[j]))
			if k.Low != nil {
				on.line(class, a.at(x, k.Low[j]), a.at(x, k.High[j]))
			}
		}
		if !c.Apart && len(points) > 0 {
			on.line(class, points...)
		}
		radius := 3.5 + grows*float64(i)
		if c.Apart && len(points) > manyPoints {
			radius = 2
		}
		for j, p := range points {
			if c.Apart || len(points) <= manyPoints {
				on.disc(class, p, radius, fmt.Sprintf("%s %s: %s", k.Name, Label(k.X[j]), strconv.FormatFloat(k.Y[j], 'g', 8, 64)))
			}
		}
	}
	for _, t := range c.traces(a)[len(c.Curves):] {
		on.line(t.class, t.points...)
	}
	if h := c.Here; h != nil && h.X >= a.loX && h.X <= a.hiX {
		for _, y := range slices.Compact([]float64{h.Low, h.High}) {
			on.disc("here", a.at(h.X, y), 7, h.Name+": "+h.Says)
		}
	}
}

// The size of a chart on a page, in units that the browser scales, and of its letters on a telephone, for which there is room.
const chartW, chartH, chartText = 640.0, 340.0, 27.0

// HTML is the chart with its buttons for a page; nothing if it has no numbers.
func (c Chart) HTML() template.HTML {
	a := c.axes(0, 0, chartW, chartH)
	if a.loX > a.hiX {
		return ""
	}
	on := new(vector)
	c.draw(on, a, 0)
	names, more := c.names(a, chartText, chartH, chartW)
	drawNames(on, "tag", 6, names)
	says := c.Up + ", " + c.Across
	for _, n := range names {
		says += "; " + n.name
	}
	var b strings.Builder
	esc := template.HTMLEscapeString
	fmt.Fprintf(&b, `<svg class="chart" viewBox="0 0 %g %g" role="img" aria-label="%s"`, chartW, math.Ceil(chartH+more), esc(says))
	if c.Picture != "" {
		fmt.Fprintf(&b, `>%s<image href="%s" x="%g" y="%g" width="%g" height="%g" preserveAspectRatio="none"/></svg>%s`, on, esc(c.Picture),
			a.x, a.y, a.w, a.h, Exports("SVG", "PNG"))
		return template.HTML(b.String())
	}
	fmt.Fprintf(&b, ` data-csv="%s">%s</svg>%s`, esc(c.csv()), on, Exports("SVG", "PNG", "CSV"))
	return template.HTML(b.String())
}

// Exports are buttons that save a picture of a page, each as one kind of file; charts.js shows them.
func Exports(as ...string) string {
	return `<p class="exports" hidden><button type="button">` + strings.Join(as, `</button> <button type="button">`) +
		`</button></p>`
}

// csv is the numbers of the chart: a row for each point of the horizontal axis, a column for each curve.
func (c Chart) csv() string {
	rows := map[float64][]string{}
	head := []string{c.Across}
	for i, k := range c.Curves {
		head = append(head, k.Name)
		for j, x := range k.X {
			if rows[x] == nil {
				rows[x] = make([]string, len(c.Curves))
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

// ticks are the multiples of a round number from lo to hi, most at most.
func ticks(lo, hi float64, most int) (all []float64) {
	step := roundStep(hi-lo, most)
	for k := math.Ceil(lo/step - 1e-9); k*step <= hi+1e-9*step; k++ {
		all = append(all, k*step)
	}
	return all
}

// roundStep is the smallest 1, 2 or 5 times a power of ten that divides span into at most the given number of parts.
func roundStep(span float64, parts int) float64 {
	power := math.Pow(10, math.Floor(math.Log10(span/float64(parts))))
	for _, k := range []float64{1, 2, 5} {
		if k*power*float64(parts) >= span*(1-1e-9) {
			return k * power
		}
	}
	return 10 * power
}

// Ticks are the positions from 1 to n that a side of a picture has numbers for.
func Ticks(n int) []float64 { return append([]float64{1}, ticks(2, float64(n), 6)...) }

// classOf is the class of a curve, markerClass that of a marker.
func classOf(curve int) string      { return fmt.Sprintf("c%d", curve%5) }
func markerClass(marker int) string { return fmt.Sprintf("level m%d", marker%3) }

// Label is a number as an axis has it.
func Label(x float64) string { return strconv.FormatFloat(math.Round(x*1e6)/1e6+0, 'f', -1, 64) }

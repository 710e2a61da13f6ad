package drawing

import (
	"errors"
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"dovetail/results/figure"
)

const (
	curveWide  = 960
	curveHigh  = 420 // at least, and a third of the width
	manyPoints = 150 // above which points hide their line
)

// Okabe and Ito's colours, which colour-blind readers can distinguish.
var (
	seriesColour = []color.NRGBA{
		{0, 0, 0, 255}, {230, 159, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255}, {86, 180, 233, 255},
	}
	markerColour = []color.NRGBA{{213, 94, 0, 255}, {0, 114, 178, 255}, {110, 110, 110, 255}}
)

func (v curve) check() error {
	if len(v.Series) == 0 {
		return errors.New("a curve has no series")
	}
	for _, s := range v.Series {
		if len(s.Y) == 0 {
			return errors.New("a series of a curve is empty")
		}
		if n := len(s.Low); n != len(s.High) || n > 0 && n != len(s.Y) {
			return errors.New("a series of a curve has intervals of some values only")
		}
		for _, y := range slices.Concat(s.Y, s.Low, s.High) {
			if math.IsNaN(y) || math.IsInf(y, 0) {
				return errors.New("a series of a curve has a value that is not finite")
			}
		}
	}
	for _, m := range v.Markers {
		if math.IsNaN(m.At) || math.IsInf(m.At, 0) {
			return errors.New("a marker of a curve stands at a value that is not finite")
		}
	}
	return nil
}

func (v curve) width() int       { return max(curveWide, keysWidth(v.keys())) }
func (v curve) height(w int) int { return v.axesHeight(w) + gap/2 + lineHeight(captionStyle) }

func (v curve) axesHeight(w int) int { return max(curveHigh, w/3) }

func (v curve) draw(c *canvas, x, y, w int) {
	h := v.axesHeight(w)
	v.plot().Draw(c.sub(x, y, w, h))
	drawKeys(c, v.keys(), x, y+h+gap/2, w)
}

func seriesLine(k int) draw.LineStyle {
	return draw.LineStyle{Color: seriesColour[k%len(seriesColour)], Width: vg.Points(1.25)}
}

// seriesPoint grows with k, so that a series hidden by the one above shows as
// rings.
func seriesPoint(k int) draw.GlyphStyle {
	return draw.GlyphStyle{
		Color:  seriesColour[k%len(seriesColour)],
		Radius: vg.Points(2 + 0.8*float64(k)),
		Shape:  draw.CircleGlyph{},
	}
}

func markerLine(k int) draw.LineStyle {
	return draw.LineStyle{
		Color:  markerColour[k%len(markerColour)],
		Width:  vg.Points(1),
		Dashes: []vg.Length{vg.Points(4), vg.Points(3)},
	}
}

func (v curve) keys() []key {
	const wide = 48
	var keys []key
	for k, s := range v.Series {
		keys = append(keys, key{s.Name, func(c *canvas, x, y int) {
			if !v.Apart {
				c.StrokeLines(seriesLine(k), []vg.Point{c.at(x, y), c.at(x+wide, y)})
			}
			c.DrawGlyph(seriesPoint(k), c.at(x+wide/2, y))
		}, wide})
	}
	for k, m := range v.Markers {
		keys = append(keys, key{m.Name, func(c *canvas, x, y int) {
			c.StrokeLines(markerLine(k), []vg.Point{c.at(x, y), c.at(x+wide, y)})
		}, wide})
	}
	return keys
}

func (v curve) plot() *plot.Plot {
	p := plot.New()
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font, a.Label.TextStyle.Color = axisStyle.Font, ink
		a.Tick.Label.Font, a.Tick.Label.Color = labelStyle.Font, ink
		a.Color, a.Tick.Color = ink, ink
	}
	p.X.Label.Text, p.Y.Label.Text = v.XLabel, v.YLabel
	p.X.Tick.Marker, p.Y.Tick.Marker = roundTicks(12, 1), roundTicks(6, 0)
	lines := plotter.NewGrid()
	lines.Horizontal.Color, lines.Vertical.Color = gridGrey, gridGrey
	p.Add(lines)
	for k := len(v.Series) - 1; k >= 0; k-- { // the first series on top
		v.addSeries(p, k)
	}
	p.Y.Min, p.Y.Max = min(p.Y.Min, v.YMin), max(p.Y.Max, v.YMax)
	for k, m := range v.Markers {
		p.Add(ruler{m, markerLine(k)})
	}
	return p
}

func (v curve) addSeries(p *plot.Plot, k int) {
	s := v.Series[k]
	xy := make(plotter.XYs, len(s.Y))
	for i, y := range s.Y {
		xy[i] = plotter.XY{X: float64(s.First + i*max(1, v.Step)), Y: y}
	}
	for i, low := range s.Low {
		bar := plotter.XYs{{X: xy[i].X, Y: low}, {X: xy[i].X, Y: s.High[i]}}
		p.Add(&plotter.Line{XYs: bar, LineStyle: seriesLine(k)})
	}
	point := seriesPoint(k)
	if !v.Apart {
		p.Add(&plotter.Line{XYs: xy, LineStyle: seriesLine(k)})
	} else if len(xy) > manyPoints {
		point.Radius = vg.Points(1)
	}
	if v.Apart || len(xy) <= manyPoints {
		p.Add(&plotter.Scatter{XYs: xy, GlyphStyle: point})
	}
}

// ruler plots a marker.
type ruler struct {
	figure.Marker
	line draw.LineStyle
}

// DataRange extends the axis at which the marker stands.
func (r ruler) DataRange() (xmin, xmax, ymin, ymax float64) {
	none, all := math.Inf(1), math.Inf(-1)
	if r.Vertical {
		return r.At, r.At, none, all
	}
	return none, all, r.At, r.At
}

// Plot implements [plot.Plotter].
func (r ruler) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	if r.Vertical {
		c.StrokeLine2(r.line, x(r.At), c.Min.Y, x(r.At), c.Max.Y)
	} else {
		c.StrokeLine2(r.line, c.Min.X, y(r.At), c.Max.X, y(r.At))
	}
}

// roundTicks labels the multiples of a round step, at least least.
func roundTicks(parts int, least float64) plot.Ticker {
	return plot.TickerFunc(func(lo, hi float64) []plot.Tick {
		step := math.Max(least, roundStep(hi-lo, parts))
		var ticks []plot.Tick
		for k := int(math.Ceil(lo/step - 1e-9)); float64(k)*step <= hi+1e-9*step; k++ {
			v := float64(k) * step
			ticks = append(ticks, plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'g', 4, 64)})
		}
		return ticks
	})
}

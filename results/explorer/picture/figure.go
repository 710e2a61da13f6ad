package picture

import (
	"html/template"

	"dovetail/results/figure"
)

// Figure is the curves of an answer's picture as charts, whose texts are as says has them.
func Figure(blocks []figure.Block, says func(text string) string) (all template.HTML) {
	for _, block := range blocks {
		if c, ok := block.(figure.Curve); ok {
			all += chartOf(c, says).SVG()
		}
	}
	return all
}

// chartOf is a curve as a chart, with its horizontal markers.
func chartOf(c figure.Curve, says func(text string) string) Chart {
	chart := Chart{Across: says(c.XLabel), Up: says(c.YLabel), Top: c.YMax}
	for _, s := range c.Series {
		k := Curve{Name: says(s.Name)}
		for i, y := range s.Y {
			k.Add(s.First+i*max(1, c.Step), y)
		}
		chart.Curves = append(chart.Curves, k)
	}
	for _, m := range c.Markers {
		if !m.Vertical {
			chart.Curves = append(chart.Curves, Curve{Name: says(m.Name), Level: &m.At})
		}
	}
	return chart
}

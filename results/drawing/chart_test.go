package drawing

import (
	"strings"
	"testing"

	"dovetail/results/figure"
)

// The curves of an answer's picture are charts, with a line across for each horizontal marker, and its numbers.
func TestFigure(t *testing.T) {
	svg := string(Figure([]figure.Block{figure.Title("two"), figure.Curve{XLabel: "riffles", YLabel: "distance", YMax: 1,
		Series:  []figure.Series{{Name: "total variation", First: 3, Y: []float64{0.9, 0.5}}, {Name: "separation", First: 3, Y: []float64{1}}},
		Markers: []figure.Marker{{Name: "fair deck", At: 0.25}, {Name: "cutoff", At: 3.5, Vertical: true}},
	}}, func(text string) string { return "<" + text }))
	for _, want := range []string{`<polyline class="level m0"`, "<title>&lt;total variation 4: 0.5</title>", `start">&lt;fair deck</text>`, `aria-label="&lt;distance, &lt;riffles; &lt;total variation; &lt;separation; &lt;fair deck"`,
		`data-csv="&lt;riffles,&lt;total variation,&lt;separation&#10;3,0.9,1&#10;4,0.5,&#10;"`} {
		if !strings.Contains(strings.ReplaceAll(svg, "\n", "&#10;"), want) {
			t.Errorf("no %s in %s", want, svg)
		}
	}
	if strings.Contains(svg, "cutoff") || strings.Count(svg, `<polyline class="c`) != 2*2 {
		t.Error(svg)
	}
}

// A name lies beside its own curve, and on none, and no two names on each other; a curve that lies on another has it below.
func TestNames(t *testing.T) {
	c := Chart{Up: "distance", Markers: []figure.Marker{{Name: "fair enough", At: 0.1}}, Here: &Span{X: 10, Low: 0.6, High: 0.8, Name: "here"}}
	for i, factor := range []float64{0.5, 0.7, 0.9, 0.5} {
		k, y := Curve{Name: string(rune('a'+i)) + " curve"}, 1.0
		for x := range 12 {
			k.Add(x+1, y)
			y *= factor
		}
		c.Curves = append(c.Curves, k)
	}
	a := c.axes(0, 0, chartW, chartH)
	all, high := c.names(a, 18, chartH, chartW)
	below := 0
	for i, n := range all {
		for j, other := range all {
			if j < i && n.meets(other.box) {
				t.Errorf("%s and %s lie on each other", n.name, other.name)
			}
			for k := 1; k < len(other.points); k++ {
				for step := range 101 {
					p, q, part := other.points[k-1], other.points[k], float64(step)/100
					if x, y := p.x+part*(q.x-p.x), p.y+part*(q.y-p.y); x > n.x && x < n.x+n.w && y > n.y && y < n.y+n.h {
						t.Fatalf("%s lies on %s", n.name, other.name)
					}
				}
			}
		}
		if n.y > chartH-n.h {
			below++
		}
	}
	if len(all) != 6 || below != 3 || high <= 0 || all[0].y < chartH || all[3].y < chartH {
		t.Errorf("%d names, %d below, %v", len(all), below, all)
	}
}

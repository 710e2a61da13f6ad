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
	for _, want := range []string{`<polyline class="level m0"`, "<title>&lt;total variation 4: 0.5</title>", `<span class="m0">&lt;fair deck</span>`,
		`data-csv="&lt;riffles,&lt;total variation,&lt;separation&#10;3,0.9,1&#10;4,0.5,&#10;"`} {
		if !strings.Contains(strings.ReplaceAll(svg, "\n", "&#10;"), want) {
			t.Errorf("no %s in %s", want, svg)
		}
	}
	if strings.Contains(svg, "cutoff") || strings.Count(svg, `<polyline class="c`) != 2 {
		t.Error(svg)
	}
}

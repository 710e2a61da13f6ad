package picture

import (
	"regexp"
	"strings"
	"testing"

	"golang.org/x/image/font/sfnt"

	"dovetail/results/explorer/language"
	"dovetail/results/figure"
)

// A poster has a glyph for all that it may say.
func TestPosterFont(t *testing.T) {
	var b sfnt.Buffer
	for _, l := range []language.Language{language.English, language.Japanese} {
		for key, says := range language.Texts()[l] {
			if !regexp.MustCompile(`^(kind\.|verdict\.|wins\.|figure\.|share\.beat$|routine\.title$|routine\.won(Every)?$|model\.[a-z]+$)`).MatchString(key) {
				continue
			}
			for _, r := range says + "0123456789–×…♠♥♣♦" {
				if i, err := posterFace().GlyphIndex(&b, r); i == 0 || err != nil {
					t.Errorf("%s in %s: no glyph for %c: make poster.otf anew, as poster.go says", key, l, r)
				}
			}
		}
	}
}

// Lines of a poster break between words, and within Japanese not within katakana nor before marks.
func TestPieces(t *testing.T) {
	for says, want := range map[string]string{"a bet on it": "a |bet |on |it", "あとリフル2回。": "あ|と|リフル2|回。", "": ""} {
		if got := strings.Join(pieces(says), "|"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The band of an interval is full up to its lower end and hatched up to the upper one.
func TestBand(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{0, 1, `class="open" x="14.0" y="6" width="612.0"`}, {0, 0, `class="sure" x="14" y="6" width="2.0"`},
		{1, 1, `class="sure" x="14" y="6" width="612.0"`}, {0.25, 0.75, `class="open" x="167.0" y="6" width="306.0"`},
	} {
		if got := string(Band(c.low, c.high, `"<`)); !strings.Contains(got, c.want) || strings.Contains(got, `"<"`) {
			t.Errorf("%v to %v: no %s in %s", c.low, c.high, c.want, got)
		}
	}
}

// The curves of an answer's picture are charts, with a line across for each horizontal marker, and its numbers.
func TestFigure(t *testing.T) {
	svg := string(Figure([]figure.Block{figure.Title("two"), figure.Curve{XLabel: "riffles", YLabel: "distance", YMax: 1,
		Series:  []figure.Series{{Name: "total variation", First: 3, Y: []float64{0.9, 0.5}}, {Name: "separation", First: 3, Y: []float64{1}}},
		Markers: []figure.Marker{{Name: "fair deck", At: 0.25}, {Name: "cutoff", At: 3.5, Vertical: true}},
	}}, language.Japanese.Said))
	for _, want := range []string{`<line class="level c2"`, "<title>全変動距離 4: 0.5</title>", `<span class="c2">公平な山</span>`,
		`data-csv="リフル,全変動距離,分離距離&#10;3,0.9,1&#10;4,0.5,&#10;"`} {
		if !strings.Contains(strings.ReplaceAll(svg, "\n", "&#10;"), want) {
			t.Errorf("no %s in %s", want, svg)
		}
	}
	if strings.Contains(svg, "cutoff") || strings.Count(svg, "<polyline") != 2 {
		t.Error(svg)
	}
}

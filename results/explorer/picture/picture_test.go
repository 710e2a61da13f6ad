package picture

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/image/font/sfnt"

	"dovetail/results"
	"dovetail/results/explorer/language"
)

// A poster has a glyph for all that it may say.
func TestPosterFont(t *testing.T) {
	var b sfnt.Buffer
	for _, l := range []language.Language{language.English, language.Japanese} {
		for key, says := range language.Texts()[l] {
			if !regexp.MustCompile(`^(kind\.|verdict\.|wins\.|figure\.|share\.named$|routine\.title$|routine\.won$|model\.[a-z]+$)`).MatchString(key) {
				continue
			}
			for _, r := range says + "0123456789AJQK×…♠♥♣♦" {
				if i, err := posterFace().GlyphIndex(&b, r); i == 0 || err != nil {
					t.Errorf("%s in %s: no glyph for %c: make poster.otf anew, as poster.go says", key, l, r)
				}
			}
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

// A column ends at its value, and what is not known from above at the top; a law has a square for each card and place.
func TestColumns(t *testing.T) {
	half := 50.0
	got := string(Columns{Says: `"<`, Top: 100, Level: 25, LevelSays: "level", Here: 1, All: []Column{
		{Label: "a", Low: 100, High: 100}, {Label: "b", Low: 25, High: 75, Dot: &half}, {Label: "c", Says: "at least 50", Low: 50, High: 100}, {Label: "d", Low: 120, High: 130},
	}}.HTML())
	for _, want := range []string{
		`y="72.0" width="56.0" height="136.0"`, `class="column now" data-middle="135.0"`, `y="174.0" width="56.0" height="34.0"/><rect class="open" x="107.0" y="106.0" width="56.0" height="68.0"/>`,
		`cy="140.0"`, `y="132.0" text-anchor="middle">at least 50`, `class="level" x1="0" y1="174.0" x2="360" y2="174.0"`, `x="287.0" y="72.0" width="56.0" height="136.0"`,
	} {
		if !strings.Contains(got, want) || strings.Contains(got, `"<"`) || strings.Contains(got, "%!") {
			t.Errorf("no %s in %s", want, got)
		}
	}
	if got := string(Squares([][]float64{{0.5, 0.5, 0}, {-0.5, 0, 0}, {0, 0, 0.5}}, 0.1, "")); !strings.Contains(got, `class="fewer" d="M0 1h1v1h-1z"`) ||
		!strings.Contains(got, `class="more" d="M0 0h2v1h-2zM2 2h1v1h-1z"`) {
		t.Error(got)
	}
}

// Cards that follow their old neighbour are lit with it, each run in another colour.
func TestRunsAreLit(t *testing.T) {
	runs := ""
	for _, f := range Faces([]int{3, 4, 1, 7, 8, 9, 2, 6, 5}, results.Named{}) {
		runs += fmt.Sprint(f.Run)
	}
	if runs != "110222000" {
		t.Error(runs)
	}
}

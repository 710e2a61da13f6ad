package results

import (
	"strings"
	"testing"

	"dovetail/results/render"
)

// Pairs that differ by less than the error are listed in the order of the deck.
func TestTiesOfPairs(t *testing.T) {
	p := Pairs{N: 5, Uniform: 0.4, Error: 1e-11}
	for i, together := range []float64{0.5, 0.3 - 1e-13, 0.5 + 1e-12, 0.6} {
		p.Neighbours = append(p.Neighbours, Neighbour{First: i + 1, Together: together})
	}
	var text strings.Builder
	if err := render.Records(&text, "text", p); err != nil {
		t.Fatal(err)
	}
	last := -1
	for _, cards := range []string{" 4, 5 ", " 1, 2 ", " 2, 3 ", " 3, 4 "} {
		at := strings.Index(text.String(), cards)
		if at <= last {
			t.Fatalf("%q is out of order in\n%s", cards, text.String())
		}
		last = at
	}
}

// The setting of a word defines its own letters.
func TestOwnLetters(t *testing.T) {
	s := Setting{Models: []string{"H=hindu", "R=riffle(of=H)", "D=deal"}}
	if got := strings.Join(s.of("RRD").Models, " "); got != "R=riffle(of=H) D=deal" || len(s.Models) != 3 {
		t.Error(got, s.Models)
	}
}

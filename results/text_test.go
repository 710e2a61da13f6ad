package results

import (
	"strings"
	"testing"

	"dovetail/perm/number"
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

// An estimate outside the interval is not shown, nor one of hands that its standard error exceeds: 60 cards seemed to be
// 0.166 from fair after eight riffles and 0.313 after eleven.
func TestEstimatesShown(t *testing.T) {
	of := func(x float64) *float64 { return &x }
	some := number.OfInt(64)
	for want, d := range map[string]Distance{
		"none":                 {EstimateLow: of(-0.43), EstimateLowSE: of(0.06), EstimateHigh: of(1.09), EstimateHighSE: of(0.09)},
		"estimated 0.2200 ± ":  {EstimateLow: of(0.22), EstimateLowSE: of(0.01), EstimateHigh: of(1.09), EstimateHighSE: of(0.09)},
		"estimated 0.8700 ± ":  {EstimateHigh: of(0.87), EstimateHighSE: of(0.08)},
		"at least 0.2200 ± ":   {EstimateLow: of(0.22), EstimateLowSE: of(0.01), Needs: new(Needs)},
		"at most 0.8700 ± ":    {EstimateHigh: of(0.87), EstimateHighSE: of(0.08), Needs: new(Needs)},
		"between 0.2200 ± ":    {EstimateLow: of(0.22), EstimateLowSE: of(0.01), EstimateHigh: of(0.87), EstimateHighSE: of(0.08), Needs: new(Needs)},
		"none, says the price": {EstimateLow: of(-0.43), EstimateLowSE: of(0.06), EstimateHigh: of(1.09), EstimateHighSE: of(0.09), Needs: new(Needs)},
	} {
		r := TVD{Kind: Sampled, Distance: d}
		r.N, r.Word, r.Lower, r.Upper, r.Tested, r.Decks, r.Dealt = 52, "RDRRRDR", 0.2138, 1, some, some, some
		var text strings.Builder
		if err := render.Records(&text, "text", r); err != nil {
			t.Fatal(err)
		}
		if says := text.String(); strings.Contains(says, "estimated") == strings.HasPrefix(want, "none") ||
			strings.Contains(says, "± is") == strings.HasPrefix(want, "none") ||
			!strings.HasPrefix(want, "none") && !strings.Contains(says, want) {
			t.Errorf("want %s:\n%s", want, says)
		}
		if refused := r.Estimated() != nil; refused != (r.EstimateHigh != nil && *r.EstimateHigh > 1) {
			t.Errorf("want %s: %v", want, r.Estimated())
		}
	}
	for want, row := range map[string]HandsRow{
		"-": {Estimate: of(0.166), EstimateSE: of(0.198)}, "0.420 ± 0.124": {Estimate: of(0.42), EstimateSE: of(0.124)}, "0.3341": {Estimate: of(0.3341)},
	} {
		if got := row.estimated(); got != want || row.Known() != (want != "-") {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

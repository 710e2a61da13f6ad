package explorer

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"dovetail/results"
)

// Bets of a hundred are rounded outwards, and exact ones to the nearest.
func TestOfHundred(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{0.33406, 0.33406, "33"}, {0.236, 0.291, "23–30"}, {0, 1, "?"}, {0.0429, 0.0429, "4.3"},
		{0.0011, 0.0521, "0.1–5.3"}, {0.2901, 0.2999, "29–30"}, {1, 1, "100"},
	} {
		if got := ofHundred(c.low, c.high); got != c.want {
			t.Errorf("%v to %v: %q, want %q", c.low, c.high, got, c.want)
		}
	}
}

// What more riffles it takes is said only as far as the record shows it.
func TestRifflesToTheAim(t *testing.T) {
	for _, c := range []struct {
		m               int
		possible, shown int
		more            string
	}{
		{7, 9, 9, "2"}, {7, 8, 10, "1–3"}, {7, 6, 9, "0–2"}, {7, 9, 0, "≥ 2"}, {7, 8, 0, ""}, {7, 5, 0, ""},
		{7, 0, 0, "> 5"}, {9, 9, 9, ""}, {12, 8, 10, ""},
	} {
		r := results.Hands{Needs: []results.HandsNeed{{TVD: 0.25, Possible: 1, Shown: 1}, {TVD: aim, Possible: c.possible, Shown: c.shown}}}
		for k := range 12 {
			r.Rows = append(r.Rows, results.HandsRow{Shuffles: k + 1})
		}
		if f := fairnessOf(r, c.m); f.More != c.more {
			t.Errorf("%+v: %q", c, f.More)
		}
	}
}

// A routine has the ends of its last answer, and those of the first where they are certain and narrower;
// better is said only of what a record shows, the best one by the same hands.
func TestFairness(t *testing.T) {
	record := results.TVD{Kind: results.Sampled, N: 52, Word: "RRRRDRR", Lower: 0.236, Upper: 0.291}
	known := func(word, models string, upper float64) Known {
		r := record
		r.Word, r.Upper = word, upper
		asked := put{results.TVDSchema, fmt.Appendf(nil, `{"n":52,"word":"%s","models":[%s]}`, word, models)}
		return Known{Question: asked, Record: func() results.Record { return r }}
	}
	s := &Server{Program: Program{Questions: echoes(), Fill: filled, Line: func([]string, results.Question) string { return "" }, Known: func() []Known {
		return []Known{known("RRRRDRR", "", 0.291), known("RRRRRDR", "", 0.3), known("RRRRRRD", `"D=deal(piles=4)"`, 0.1),
			known("LLLLLLL", "", 0.2)}
	}}}
	bound := results.Interval{Lower: "0.063", Upper: "1", Head: results.Head{Kind: results.Bound}}
	at := func(word string, records ...results.Record) fairness {
		t.Helper()
		var all []Answer
		for _, r := range records {
			all = append(all, Answer{Records: []results.Record{r}})
		}
		q := values{v: routine, fields: routine.fields, of: map[string]string{"word": word, "n": "52"}, says: english}
		f, err := drawFairness(context.Background(), s, q, all)
		if err != nil {
			t.Fatal(err)
		}
		return f.(fairness)
	}
	sampled := results.TVD{Kind: results.Sampled, Lower: 0, Upper: 0.4}
	for _, c := range []struct {
		f       fairness
		want    string
		certain bool
	}{
		{at("RDRRRRR", bound), "6–100 true RRRRDRR false", true},
		{at("RDRRRRR", bound, sampled), "6–40 true RRRRDRR false", false},
		{at("RDRRRRR", bound, results.TVD{Kind: results.Sampled, Lower: 0.3, Upper: 0.35}), "30–35 false RRRRDRR true", false},
		{at("RRRRDRR", record), "23–30 false", false},
		{at("RRRRRRR", results.Interval{Lower: "0.334060999487", Upper: "0.334060999488", Head: results.Head{Kind: results.Exact}}), "33 false RRRRDRR true", true},
		{at("RDRRRRR", results.TVD{Kind: results.Sampled, Lower: 0.2911, Upper: 0.35}), "29.1–35 false RRRRDRR true", false},
		{at("RRRDRR", bound), "6–100 true", true},
		{at("LLLLLLD", bound), "6–100 true LLLLLLL false", true},
		{at("LRLLLLD", bound), "6–100 true LLLLLLL false", true},
		{at("QRQQQQD", bound), "6–100 true RRRRDRR false", true},
		{at("QQQQQQQ", bound), "6–100 true", true},
	} {
		got := fmt.Sprint(c.f.Won, " ", c.f.Coarse())
		if c.f.Better != nil {
			got += fmt.Sprint(" ", c.f.Better.Word, " ", c.f.Better.Surely)
		}
		if got != c.want || c.f.Certain != c.certain {
			t.Errorf("%q %t, want %q", got, c.f.Certain, c.want)
		}
	}
}

// The band of an interval lies within its line, and can be seen however narrow it is.
func TestBand(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{0, 1, `x="14.0" y="5" width="612.0"`}, {0, 0, `x="14.0" y="5" width="6.0"`}, {1, 1, `x="620.0" y="5" width="6.0"`},
		{0.25, 0.75, `x="167.0" y="5" width="306.0"`},
	} {
		if got := string(band(c.low, c.high, `"<`)); !strings.Contains(got, c.want) || strings.Contains(got, `"<"`) {
			t.Errorf("%v to %v: no %s in %s", c.low, c.high, c.want, got)
		}
	}
}

package routine

import (
	"fmt"
	"strings"
	"testing"

	"dovetail/results"
	"dovetail/results/explorer/language"
	"dovetail/results/explorer/picture"
)

// The interval is the narrowest that all records give together, and what is exact is that.
func TestNarrow(t *testing.T) {
	bound := results.Interval{Lower: "0.063", Upper: "1", Head: results.Head{Kind: results.Bound}}
	exactly := results.Interval{Lower: "0.334060999487", Upper: "0.334060999488", Head: results.Head{Kind: results.Exact}}
	wide := results.TVD{Kind: results.Sampled, Distance: results.Distance{Lower: 0, Upper: 0.4}}
	for _, c := range []struct {
		records []results.Record
		want    string
	}{
		{[]results.Record{bound}, "0.063 1 false false"},
		{[]results.Record{bound, wide}, "0.063 0.4 false true"},
		{[]results.Record{wide, bound}, "0.063 0.4 false true"},
		{[]results.Record{exactly}, "0.3340609994875 0.3340609994875 true false"},
		{[]results.Record{wide, exactly}, "0.3340609994875 0.3340609994875 true false"},
	} {
		v := Verdict{High: 1}
		for _, r := range c.records {
			v.Narrow(r, 7)
		}
		if got := fmt.Sprint(v.Low, v.High, v.Exact, v.Sampled); got != c.want {
			t.Errorf("%v: %s, want %s", c.records, got, c.want)
		}
	}
}

// A number says whether it is exact, sampled or proved.
func TestSure(t *testing.T) {
	for _, c := range []struct {
		v    Verdict
		want string
	}{{Verdict{Exact: true}, "Exact for this model of the shuffle."}, {Verdict{Exact: true, Bet: &Bet{}}, "Exact for the textbook riffle (Gilbert, Shannon and Reeds)."}, {Verdict{Sampled: true}, "From sampled decks"}, {Verdict{}, "This is proved."}} {
		if c.v.Language = language.English; !strings.HasPrefix(c.v.Sure(), c.want) {
			t.Errorf("%+v: %q", c.v, c.v.Sure())
		}
	}
}

// Bets of a hundred are rounded outwards, and exact ones to the nearest.
func TestBetween100(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{0.33406, 0.33406, "33"}, {0.236, 0.291, "23–30"}, {0, 1, "0–100"}, {0.0429, 0.0429, "4.3"},
		{0.0011, 0.0521, "0.1–5.3"}, {0.2901, 0.2999, "29–30"}, {1, 1, "100"}, {0.999999998953, 1, "100"}, {0.9998, 1, "99–100"},
	} {
		if got := bets(c.low, c.high); got != c.want {
			t.Errorf("%v to %v: %q, want %q", c.low, c.high, got, c.want)
		}
	}
}

// What somebody wins is said in words, whatever is known; never that all of an interval is open.
func TestWins(t *testing.T) {
	for _, c := range []struct {
		v              Verdict
		figure, within string
	}{
		{Verdict{Low: 1, High: 1}, "100", "practically always wins"},
		{Verdict{Low: 0.9984, High: 1}, "99–100", "almost surely wins, and would almost surely lose with a fair deck"},
		{Verdict{Low: 0.334, High: 0.334, Bet: &Bet{25, 65.04, 31.6}}, "33", "in at most 25 passes. After these shuffles that works 65 of 100 times; with a fair deck 32 of 100 times."},
		{Verdict{Low: 1, High: 1, Bet: &Bet{8, 100, 1e-19}}, "100", "in at most 8 passes. After these shuffles that works always; with a fair deck practically never."},
		{Verdict{Low: 0.9999, High: 0.9999, Bet: &Bet{16, 99.99, 0.4}}, "100", "that works practically always; with a fair deck 0.4 of 100 times."},
		{Verdict{Low: 0.02, High: 0.02, Bet: &Bet{26, 51.2, 49.2}}, "2", "works 51.2 of 100 times; with a fair deck 49.2 of 100 times."},
		{Verdict{Low: 0, High: 1}, "not known", "It is not known how much somebody wins"},
		{Verdict{Low: 0.049, High: 1}, "at least 4.9", "wins at least 4.9 more than is fair. How many more at most is not known."},
		{Verdict{Low: 0, High: 0.06}, "at most 6", "wins at most 6 more than is fair"},
		{Verdict{Low: 0.2501, High: 0.2651}, "25–27", "wins 25–27 more than is fair"},
		{Verdict{}, "0", "Nobody wins more than is fair."},
	} {
		c.v.Language = language.English
		if c.v.figure() != c.figure || !strings.Contains(c.v.Wins(), c.within) {
			t.Errorf("%+v: %q, %q", c.v, c.v.figure(), c.v.Wins())
		}
		for _, l := range []language.Language{language.English, language.Japanese} {
			if c.v.Language = l; strings.ContainsAny(c.v.Wins()+c.v.figure()+c.v.Says(), "%!") {
				t.Errorf("%+v: %q, %q, %q", c.v, c.v.figure(), c.v.Wins(), c.v.Says())
			}
		}
	}
}

// Hatched is only what the band has so.
func TestHatched(t *testing.T) {
	for ends, want := range map[[2]float64]bool{{1, 1}: false, {0.99999, 1}: false, {0.3, 0.3}: false, {0.25, 0.5}: true, {0, 1}: true} {
		if v := (Verdict{Low: ends[0], High: ends[1]}); v.Hatched() != want || strings.Contains(string(picture.Band(ends[0], ends[1], "")), "hatch") != want {
			t.Errorf("%v: %t", ends, v.Hatched())
		}
	}
}

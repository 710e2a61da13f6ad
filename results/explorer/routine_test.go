package explorer

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/image/font/sfnt"

	"dovetail/results"
)

// Bets of a hundred are rounded outwards, and exact ones to the nearest.
func TestBetween100(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{0.33406, 0.33406, "33"}, {0.236, 0.291, "23–30"}, {0, 1, "0–100"}, {0.0429, 0.0429, "4.3"},
		{0.0011, 0.0521, "0.1–5.3"}, {0.2901, 0.2999, "29–30"}, {1, 1, "100"}, {0.999999998953, 1, "100"}, {0.9998, 1, "99–100"},
	} {
		if got := between100(c.low, c.high); got != c.want {
			t.Errorf("%v to %v: %q, want %q", c.low, c.high, got, c.want)
		}
	}
}

// handsOfTwelve are riffles whose ends fall from 1 to 0.1 at some numbers of them.
func handsOfTwelve(low, high int) (r results.Hands) {
	for k := 1; k <= 12; k++ {
		row := results.HandsRow{Shuffles: k, TVDLow: 1, TVDHigh: 1}
		if k >= low {
			row.TVDLow = 0.05
		}
		if k >= high {
			row.TVDHigh = 0.1
		}
		r.Rows = append(r.Rows, row)
	}
	return r
}

// ninth are ideal riffles of which the ninth is the first that is enough, and each halves the distance.
func ninth() (r results.Riffles) {
	d := 51.2
	for k := 1; k <= 12; k++ {
		d /= 2
		r.Rows = append(r.Rows, results.RifflesRow{Shuffles: k, TVD: fmt.Sprint(min(1, d))})
	}
	return r
}

// What is to be done next is said only as far as something shows it: by the same hands, or by riffles that are enough
// after anything, that halve what there is, or that are on record.
func TestNext(t *testing.T) {
	letters := []letter{{Name: "R", Model: "riffle", as: ideal}, {Name: "L", Model: "clumpy", as: "clumpy"}, {Name: "O", Model: "overhand"}}
	for _, c := range []struct {
		word      string
		low, high float64
		hands     results.Hands
		says      string
	}{
		{"RRRRRRR", 0.2, 0.2, results.Hands{}, "Shuffle 2 more times."},
		{"RRRRRRRR", 0.2, 0.2, results.Hands{}, "Shuffle 1 more time."},
		{"RRRRRRRRR", 0.05, 0.05, results.Hands{}, "Fair enough for any game."},
		{"LLLLLLL", 1, 1, handsOfTwelve(9, 9), "Shuffle 2 more times."},
		{"LLLLLLL", 1, 1, handsOfTwelve(8, 8), "Shuffle 1 more time."},
		{"LLLLLLL", 1, 1, handsOfTwelve(9, 11), "Shuffle 2–4 more times."},
		{"LLLLLLL", 1, 1, handsOfTwelve(10, 99), "Shuffle at least 3 more times."},
		{"LLLLLLL", 1, 1, handsOfTwelve(8, 99), "Shuffle at least 1 more time."},
		{"LLLLLLL", 1, 1, handsOfTwelve(99, 99), "Not fair yet."},
		{"LLLLLLL", 0.05, 1, handsOfTwelve(7, 10), "Perhaps fair: 3 more riffles are surely enough."},
		{"LLLLLLL", 0.05, 1, handsOfTwelve(7, 99), "Nobody knows yet whether this is fair."},
		{"OOOOOOO", 0.9, 1, results.Hands{}, "Not fair yet: 9 more riffles are surely enough."},
		{"OOORO", 0.2, 0.25, results.Hands{}, "Not fair yet: 8 more riffles are surely enough."}, // 2 * 0.25 * 0.2
		{"OOORO", 0.05, 0.25, results.Hands{}, "Perhaps fair: 8 more riffles are surely enough."},
		{"RORRRRR", 0.2, 0.9, results.Hands{}, "Not fair yet: 4 more riffles are surely enough."}, // nine at the end
		{"RRRRRRRO", 0.05, 0.4, results.Hands{}, "Perhaps fair: 9 riffles in a row instead of 7 are surely enough."},
		{"RRRRDRR", 0.2, 0.9, results.Hands{}, "Not fair yet: 9 riffles in a row instead of 4 are surely enough."},
		{"RRORRRR", 0.2, 0.9, results.Hands{}, "Not fair yet: 1 more riffle is surely enough."}, // on record
		{"LLLLOLL", 0.2, 0.9, results.Hands{}, "Not fair yet."},                                 // what ideal riffles do says nothing of other hands
		{"OR", 0.01, 0.02, results.Hands{}, "Fair enough for any game."},
	} {
		s := &Server{Program: Program{Distance: func(_ int, _ []string, word string) (i results.OnRecord, ok bool) {
			return results.OnRecord{Upper: results.End{Value: 0.09}}, word == "RRORRRRR"
		}}}
		q := values{v: routine, fields: routine.fields, of: map[string]string{"word": c.word, "n": "52"}, says: english, letters: letters, asks: s}
		v := verdict{Low: c.low, High: c.high, says: english}
		if v.next(q, ninth(), c.hands); v.Says() != c.says {
			t.Errorf("%s, %v to %v: %q, want %q", c.word, c.low, c.high, v.Says(), c.says)
		}
	}
}

// What somebody wins is said in words, whatever is known; never that all of an interval is open.
func TestWins(t *testing.T) {
	for _, c := range []struct {
		v              verdict
		figure, within string
	}{
		{verdict{Low: 1, High: 1}, "100", "wins every bet"},
		{verdict{Low: 0.9984, High: 1}, "99–100", "wins almost every bet"},
		{verdict{Low: 0.334, High: 0.334, Bet: &bet{25, 65.04, 31.6}}, "33", "“at most 25 rising sequences” wins 65 of 100 times, where 32 would be fair"},
		{verdict{Low: 0.02, High: 0.02, Bet: &bet{26, 51.2, 49.2}}, "2", "wins 51.2 of 100 times, where 49.2 would be fair"},
		{verdict{Low: 0, High: 1}, "not known", "is not known, neither from below nor from above"},
		{verdict{Low: 0.049, High: 1}, "at least 4.9", "wins at least 4.9 more of 100 bets than is fair. Nothing is known from above."},
		{verdict{Low: 0, High: 0.06}, "at most 6", "wins at most 6 more of 100"},
		{verdict{Low: 0.2501, High: 0.2651}, "25–27", "wins 25–27 more of 100"},
		{verdict{}, "0", "Nobody wins more than is fair."},
	} {
		c.v.says = english
		if c.v.figure() != c.figure || !strings.Contains(c.v.Wins(), c.within) {
			t.Errorf("%+v: %q, %q", c.v, c.v.figure(), c.v.Wins())
		}
		for _, l := range []language{english, japanese} {
			if c.v.says = l; strings.ContainsAny(c.v.Wins()+c.v.figure()+c.v.Says(), "%!") {
				t.Errorf("%+v: %q, %q, %q", c.v, c.v.figure(), c.v.Wins(), c.v.Says())
			}
		}
	}
}

// Of bets that are all won none are said to be more than is fair, and hatched is only what the band has so.
func TestWonEvery(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		won       string
		hatched   bool
	}{
		{1, 1, "of 100 bets", false}, {0.99999, 1, "of 100 bets", false}, {0.3, 0.3, "more of 100 bets than is fair", false},
		{0.25, 0.5, "more of 100 bets than is fair", true}, {0, 1, "more of 100 bets than is fair", true},
	} {
		v := verdict{Low: c.low, High: c.high, says: english}
		if v.Won() != c.won || v.Hatched() != c.hatched || strings.Contains(string(band(c.low, c.high, "")), "hatch") != c.hatched {
			t.Errorf("%+v: %q, %t", c, v.Won(), v.Hatched())
		}
	}
}

// The interval is the narrowest that all records give together, and what is exact is that.
func TestNarrow(t *testing.T) {
	bound := results.Interval{Lower: "0.063", Upper: "1", Head: results.Head{Kind: results.Bound}}
	exactly := results.Interval{Lower: "0.334060999487", Upper: "0.334060999488", Head: results.Head{Kind: results.Exact}}
	wide := results.TVD{Kind: results.Sampled, Lower: 0, Upper: 0.4}
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
		v := verdict{High: 1}
		for _, r := range c.records {
			v.narrow(r, 7)
		}
		if got := fmt.Sprint(v.Low, v.High, v.Exact, v.Sampled); got != c.want {
			t.Errorf("%v: %s, want %s", c.records, got, c.want)
		}
	}
}

// A better routine is one on record of as many shuffles by the same hands.
func TestBetter(t *testing.T) {
	var all []Known
	on := map[string]results.OnRecord{}
	for word, upper := range map[string]float64{"RRRRDRR": 0.291, "RRRRRDR": 0.3, "LLLLLLL": 0.2, "RRDRRDRR": 0.1} {
		k := Known{Name: word, Question: put{schema: results.TVDSchema}, Record: func() results.Record { return results.TVD{N: 52, Word: word, Lower: 0.236, Upper: upper} }}
		all, on[word] = append(all, k), results.OnRecord{Upper: results.End{Value: upper}}
	}
	ranked := results.BoundRank{Rows: []results.BoundRow{{WordRow: results.WordRow{Word: "RDRDRDRD"}}, {WordRow: results.WordRow{Word: "RRDRRDRR"}}}}
	ranked.N = 52
	all, on["RDRDRDRD"] = append(all, Known{Question: put{schema: results.DecksRankSchema}, Record: func() results.Record { return ranked }}), results.OnRecord{Upper: results.End{Value: 0.05}}
	s := &Server{Program: Program{Known: func() []Known { return all },
		Distance: func(_ int, _ []string, word string) (results.OnRecord, bool) { i, ok := on[word]; return i, ok }}}
	for word, want := range map[string]string{
		"RDRRRRR": "RRRRDRR", "RRRRDRR": "", "RRRDRR": "", "LLLLLLD": "LLLLLLL", "LRLLLLD": "LLLLLLL", "QQQQQQQ": "", "OOOOOOO": "LLLLLLL", "RRRRRRRR": "RDRDRDRD", "RDRDRDRD": "",
	} {
		q := values{v: routine, fields: routine.fields, of: map[string]string{"word": word, "n": "52"}, says: english, asks: s}
		got := ""
		if b := s.better(q, verdict{Low: 0.3, High: cmp.Or(on[word].Upper.Value, 1)}); b != nil {
			got = b.Word
		}
		if got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}

// A routine is told by its shuffles, each with how often in a row.
func TestSpoken(t *testing.T) {
	kind := []field{{name: "F.kind", byDefault: "out"}}
	q := values{says: english, letters: []letter{{Name: "S", Model: "shelf"}, {Name: "F", Model: "faro", Fields: kind},
		{Name: "I", Model: "faro", Fields: []field{{name: "I.kind", byDefault: "in"}}}}, of: map[string]string{"word": "RRLLXOQ", "F.kind": "out", "I.kind": "out"}}
	for word, want := range map[string]string{"R": "riffle", "RRRRDRR": "riffle × 4, deal into piles, riffle × 2", "LLXO": "riffle × 2, riffle, overhand",
		"SS": "shelf machine × 2", "FFI": "perfect out-shuffle × 2, perfect shuffle"} {
		if got := q.spoken(word); got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}

// What is offered says whose hands riffle, where nobody riffles on the page as they do.
func TestSpokenByOthers(t *testing.T) {
	letters := []letter{{Name: "R", Model: "riffle"}, {Name: "L", Model: "clumpy"}, {Name: "O", Model: "overhand"}}
	for _, c := range []struct {
		says             language
		word, said, want string
	}{
		{english, "OOOOOO", "LLLLLL", "riffle × 6 by neat hands"}, {english, "OOO", "RRO", "riffle × 2 by ideal hands, overhand"},
		{english, "LLLLLO", "LLLLLL", "riffle × 6"}, {japanese, "OOOOOO", "LLLLLL", "リフル × 6(きれいな手で)"},
	} {
		q := values{says: c.says, letters: letters, v: routine, fields: routine.fields, of: map[string]string{"word": c.word}}
		if got := q.spoken(c.said); got != c.want {
			t.Errorf("%s on the page of %s: %q, want %q", c.said, c.word, got, c.want)
		}
	}
}

// A better routine is offered only where the numbers show that it is better.
func TestBetterSurely(t *testing.T) {
	k := Known{Question: put{schema: results.TVDSchema}, Record: func() results.Record { return results.TVD{N: 52, Word: "RRRRDR"} }}
	s := &Server{Program: Program{Known: func() []Known { return []Known{k} }, Distance: func(int, []string, string) (results.OnRecord, bool) {
		return results.OnRecord{Upper: results.End{Value: 0.6135}}, true
	}}}
	q := values{v: routine, fields: routine.fields, of: map[string]string{"word": "RRRRRR", "n": "52"}, says: english, asks: s}
	for low, want := range map[float64]bool{0.5: false, 0.6138: false, 0.62: true, 0.7: true} {
		if got := s.better(q, verdict{Low: low, High: max(low, 0.6138)}) != nil; got != want {
			t.Errorf("%v: %t", low, got)
		}
	}
}

// A poster has a glyph for all that it may say.
func TestPosterFont(t *testing.T) {
	var b sfnt.Buffer
	for _, l := range []language{english, japanese} {
		for key, says := range says()[l] {
			if !regexp.MustCompile(`^(kind\.|verdict\.|wins\.|figure\.|share\.beat$|routine\.title$|routine\.won(Every)?$|model\.[a-z]+$)`).MatchString(key) {
				continue
			}
			for _, r := range says + "0123456789–×…♠♥♣♦" {
				if i, err := posterFace().GlyphIndex(&b, r); i == 0 || err != nil {
					t.Errorf("%s in %s: no glyph for %c: make words/poster.otf anew, as poster.go says", key, l, r)
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
		if got := string(band(c.low, c.high, `"<`)); !strings.Contains(got, c.want) || strings.Contains(got, `"<"`) {
			t.Errorf("%v to %v: no %s in %s", c.low, c.high, c.want, got)
		}
	}
}

// Where a routine takes no more shuffles, the page says so.
func TestFull(t *testing.T) {
	for m, want := range map[int]int{19: 0, 20: 20} {
		q := values{v: routine, fields: routine.fields, of: map[string]string{"word": strings.Repeat("R", m), "n": "52"}, says: english}
		got, err := drawChoice(t.Context(), nil, q, nil)
		if said := got.(map[string]any)["Full"]; said != want || err != nil {
			t.Errorf("%d shuffles: %v, %v", m, said, err)
		}
	}
}

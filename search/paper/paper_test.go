package paper

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"testing"

	"dovetail/perm/shuffle/notation"
	"dovetail/search/run"
	"dovetail/search/words"
)

var update = flag.Bool("update", false, "write docs/paper.md")

// query is the question for n cards under a preset with other definitions.
func query(t testing.TB, n int, names, preset string, definitions ...string) words.Query {
	t.Helper()
	letters, err := notation.New(n, []byte(names), preset, definitions)
	if err != nil {
		t.Fatal(err)
	}
	q, err := words.NewQuery(context.Background(), n, letters, "paper", samples)
	if err != nil {
		t.Fatal(err)
	}
	q.Setting.EmaxFrom = "paper"
	return q
}

func compare(t testing.TB, preset string, threads int) reproduction {
	t.Helper()
	return reproduce(t.Context(), query(t, cards, "HRD", preset), run.Options{Threads: threads})
}

// find is the statement about something, the first if there are several.
func find(t testing.TB, r reproduction, what string) statement {
	t.Helper()
	for _, g := range r.groups {
		for _, s := range g.rows {
			if s.what == what {
				return s
			}
		}
	}
	t.Fatalf("no statement about %s", what)
	return statement{}
}

// Values found by another program: E[w] under both presets, and how the paper
// differs.
func TestKnownValues(t *testing.T) {
	type known struct {
		what        string
		expected, z float64
		reproduces  bool
	}
	for preset, values := range map[string][]known{
		"literal": {
			{"w of RRR", 1557.4, -197, false}, {"w of RRRR", 2281.7, -68, false}, {"w of RRRRR", 2493.27, -22, false},
			{"w of HR", 84.29, -2.4, true}, {"w of HDH", 661.99, 6.5, false}, {"w of H^86", 2703.4, 0.7, true},
		},
		"narrow-cut": {
			{"w of RRR", 198.7, -1.1, true}, {"w of RRRR", 2010.6, -2.9, true}, {"w of RRRRR", 2422.6, -2.5, true},
			{"w of HDH", 661.99, 6.5, false},
		},
	} {
		p := compare(t, preset, 1)
		for _, v := range values {
			s := find(t, p, v.what)
			if math.Abs(*s.expected-v.expected) > 0.06 || math.Abs(*s.z-v.z) > 0.5 || s.reproduces != v.reproduces {
				t.Errorf("%v, %s: E[w] = %v, z = %v, %v; want %+v", preset, v.what, *s.expected, *s.z, s.reproduces, v)
			}
		}
		// About 200 white cells off under every reading.
		for _, word := range []string{"HHRDHDH", "HRDHDHR"} {
			s := find(t, p, "median w of "+word)
			if gap := s.paper.number - *s.expected; gap < 170 || gap > 220 || s.reproduces {
				t.Errorf("%s: the paper is %v above ours", word, gap)
			}
		}
		if s := find(t, p, "m where D^m is nearly the identity"); s.ours.number != 50 || s.reproduces {
			t.Errorf("%s: D returns after %v", preset, s.ours.text)
		}
		if s := find(t, p, "largest w of D^m, m <= 20"); !s.reproduces || s.ours.number != 0 {
			t.Errorf("%s: a deal has %v white cells", preset, s.ours.text)
		}
		if s := find(t, p, "e_max for 52 cards"); !s.reproduces {
			t.Errorf("e_max: %+v", s)
		}
	}
}

// docs/paper.md is what is found.
func TestPage(t *testing.T) {
	const path = "../../docs/paper.md"
	found := page(compare(t, "literal", 2), compare(t, "narrow-cut", 2))
	if *update {
		if err := os.WriteFile(path, []byte(found), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	written, err := os.ReadFile(path)
	if err != nil || string(written) != found {
		t.Errorf("%s is not what is found (-update writes it): %v", path, err)
	}
}

// The paper's numbers agree with each other: C is w/n^2 truncated, rows of
// table 1 add up to 1,000 runs, and the places of length 7 are table 1's order.
func TestConsistent(t *testing.T) {
	for _, list := range [][]whiteCount{printedRepeated, printedBest} {
		for _, c := range list {
			thousandths := c.W * 1000 / (cards * cards)
			if want := fmt.Sprintf("%d.%03d", thousandths/1000, thousandths%1000); c.C != want {
				t.Errorf("%s: w=%d with C=%s, want %s", c.Word, c.W, c.C, want)
			}
		}
	}
	place := map[string]int{}
	for _, p := range printedPlaces {
		place[p.Word] = p.Rank
	}
	for i, s := range printedTable1 {
		if s.Runs[13] >= spreadRuns/2 {
			t.Errorf("%s: the median is in the open bin", s.Word)
		}
		sum := 0
		for _, k := range s.Runs {
			sum += k
		}
		if sum != spreadRuns {
			t.Errorf("%s: %d runs", s.Word, sum)
		}
		if place[s.Word] != i+1 {
			t.Errorf("%s: row %d of table 1, but place %d", s.Word, i+1, place[s.Word])
		}
	}
	if s := printedTable1[0]; s.Word != allWhiteWord || float64(s.Runs[0])/spreadRuns != printedAllWhite.Value {
		t.Errorf("table 1 begins %v, the text says %v", s, printedAllWhite)
	}
}

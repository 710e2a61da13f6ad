package paper

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/results/published"
	"dovetail/results/render"
	"dovetail/search/run"
	"dovetail/search/words"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// query is the question for n cards under a preset with other definitions.
func query(t testing.TB, n int, names, preset string, definitions ...string) words.Query {
	t.Helper()
	letters, err := notation.New(n, []byte(names), preset, definitions)
	if err != nil {
		t.Fatal(err)
	}
	q, err := words.NewQuery(context.Background(), n, letters, "paper", published.Samples)
	if err != nil {
		t.Fatal(err)
	}
	q.Setting.EmaxFrom = "paper"
	return q
}

func compare(t testing.TB, preset string, threads int) results.Paper {
	t.Helper()
	q := query(t, published.N, "HRD", preset)
	p, err := reproduce(context.Background(), q, run.Options{Threads: threads})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Nothing is scored, and nothing said, once the context is cancelled.
func TestInterrupted(t *testing.T) {
	q := query(t, 13, "HRD", "literal")
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if p, err := reproduce(over, q, run.Options{Threads: 1}); !errors.Is(err, context.Canceled) || p.Groups != nil {
		t.Errorf("%d groups (%v)", len(p.Groups), err)
	}
	for _, g := range groups {
		if g.title == "Tolerance" || g.title == "Rankings by white cells" {
			continue // score no word of their own
		}
		c := &comparison{Query: q, ctx: over, samples: published.Samples, eval: words.NewEvaluator(q)}
		for _, compare := range g.claims {
			compare(c)
		}
		if !errors.Is(c.err, context.Canceled) {
			t.Errorf("%s: %v", g.title, c.err)
		}
	}
}

// find is the statement about something, the first if there are several.
func find(t testing.TB, p results.Paper, what string) results.Statement {
	t.Helper()
	for _, g := range p.Groups {
		for _, s := range g.Rows {
			if s.What == what {
				return s
			}
		}
	}
	t.Fatalf("no statement about %s", what)
	return results.Statement{}
}

// Values found by another program: E[w] under both presets, and how the paper
// differs.
func TestKnownValues(t *testing.T) {
	type value struct {
		what        string
		expected, z float64
		reproduces  bool
	}
	for preset, values := range map[string][]value{
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
			if math.Abs(*s.Expected-v.expected) > 0.06 || math.Abs(*s.Z-v.z) > 0.5 || bool(s.Reproduces) != v.reproduces {
				t.Errorf("%s, %s: E[w] = %v, z = %v, %s; want %+v", preset, v.what, *s.Expected, *s.Z, s.Reproduces, v)
			}
		}
		// About 200 white cells off under every reading.
		for _, word := range []string{"HHRDHDH", "HRDHDHR"} {
			s := find(t, p, "median w of "+word)
			if gap := s.Paper.Number() - *s.Expected; gap < 170 || gap > 220 || s.Reproduces {
				t.Errorf("%s: the paper is %v above ours", word, gap)
			}
		}
		if s := find(t, p, "m where D^m is nearly the identity"); s.Ours.Number() != 50 || s.Reproduces {
			t.Errorf("%s: D returns after %v", preset, s.Ours)
		}
		if s := find(t, p, "largest w of D^m, m <= 20"); !s.Reproduces || s.Ours.Number() != 0 {
			t.Errorf("%s: a deal has %v white cells", preset, s.Ours)
		}
		if s := find(t, p, "e_max for 52 cards"); !s.Reproduces {
			t.Errorf("e_max: %+v", s)
		}
	}
}

func TestGolden(t *testing.T) {
	for _, preset := range []string{"literal", "narrow-cut"} {
		var got bytes.Buffer
		if err := render.Records(&got, "text", compare(t, preset, 2)); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(got.String()) {
			if len([]rune(line)) > 121 { // with its newline
				t.Errorf("%s: a line of %d columns: %s", preset, len([]rune(line))-1, line)
			}
		}
		path := filepath.Join("testdata", preset+".txt")
		if *update {
			if err := os.WriteFile(path, got.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%s is not what is printed (run the test with -update to rewrite it):\n%s", path, got.String())
		}
	}
}

// The record reads back from JSON, and CSV has a row for each statement.
func TestFormats(t *testing.T) {
	p := compare(t, "literal", 1)
	p.QuestionText = results.QuestionText{Question: json.RawMessage(`{}`)}
	var encoded, table bytes.Buffer
	if err := render.Records(&encoded, "json", p); err != nil {
		t.Fatal(err)
	}
	var back results.Paper
	err := json.Unmarshal(encoded.Bytes(), &back)
	if err != nil || !reflect.DeepEqual(back, p) {
		t.Errorf("the record reads back with %v as\n%+v\nwant\n%+v", err, back, p)
	}
	if err := render.Records(&table, "csv", p); err != nil {
		t.Fatal(err)
	}
	if rows := strings.Count(table.String(), "\n"); rows != p.Compared+1 {
		t.Errorf("%d lines of CSV for %d statements", rows, p.Compared)
	}
}

func TestThreadsDoNotMatter(t *testing.T) {
	if one, three := compare(t, "narrow-cut", 1), compare(t, "narrow-cut", 3); !reflect.DeepEqual(one, three) {
		t.Errorf("one thread: %+v\nthree: %+v", one, three)
	}
}

// Other decks and models must be compared without trouble, whatever comes out:
// a deck of one card, a deal that is random, a shuffle that never mixes.
func TestOtherSettings(t *testing.T) {
	for _, c := range []struct {
		n           int
		definitions []string
	}{
		{1, nil}, {2, nil}, {7, nil}, {20, nil},
		{12, []string{"D=riffle"}}, {12, []string{"H=deal(piles=3)", "R=deal(piles=2)"}},
	} {
		q := query(t, c.n, "HRD", "literal", c.definitions...)
		p, err := reproduce(context.Background(), q, run.Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range render.Formats {
			var out bytes.Buffer
			if err := render.Records(&out, format, p); err != nil {
				t.Errorf("n=%d %v as %s: %v", c.n, c.definitions, format, err)
			}
			if strings.Contains(out.String(), "NaN") {
				t.Errorf("n=%d %v as %s has a NaN:\n%s", c.n, c.definitions, format, out.String())
			}
		}
	}
	q := query(t, 10, "HR", "literal")
	var letters []notation.Letter
	for _, l := range q.Alphabet.Letters {
		letters = append(letters, notation.Letter{Name: l.Name, Model: l.Model})
	}
	if err := (Question{words.Scoring{N: 10, Letters: letters, Emax: "auto", Samples: q.Setting.Samples.Int64()}}).Check(); err == nil {
		t.Error("an alphabet without D was compared")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	q = query(t, 10, "HRD", "literal")
	if _, err := reproduce(ctx, q, run.Options{}); err == nil {
		t.Error("a cancelled comparison gave an answer")
	}
}

func BenchmarkCompare(b *testing.B) {
	q := query(b, published.N, "HRD", "literal")
	for b.Loop() {
		if _, err := reproduce(context.Background(), q, run.Options{Threads: 1}); err != nil {
			b.Fatal(err)
		}
	}
}

package known

import (
	"strings"
	"testing"
	"testing/fstest"

	"dovetail/results"
	"dovetail/search/decks"
	"dovetail/search/questions"
	"dovetail/search/topswops"
)

// distanceOf asks for the distance of a word, with the usual effort except for what is given.
func distanceOf(t *testing.T, word string, given map[string]any) decks.Question {
	t.Helper()
	all := map[string]any{"WORD": word}
	for name, value := range given {
		all[name] = value
	}
	q, err := questions.Fill(results.TVDSchema, all)
	if err != nil {
		t.Fatal(err)
	}
	return q.(decks.Question)
}

// A record answers what it is about, words that differ by deals at their ends, and nothing else.
func TestAnswer(t *testing.T) {
	for _, c := range []struct {
		q    results.Question
		want string
	}{
		{distanceOf(t, "RRRRDRR", nil), "routine-RRRRDRR"},
		{distanceOf(t, "DRRRRDRRD", nil), "routine-RRRRDRR"},
		{distanceOf(t, "SSSSDSSD", map[string]any{"model": "S=riffle(cut=binomial)"}), "routine-RRRRDRR"},
		{distanceOf(t, "RRDRRRR", nil), ""},
		{distanceOf(t, "RRRRDRR", map[string]any{"cards": 51}), ""},
		{distanceOf(t, "RRRRDRR", map[string]any{"width": 0.001}), ""},
		{distanceOf(t, "RRRRDRR", map[string]any{"delta": 1e-9}), ""},
		{distanceOf(t, "RRRRDRR", map[string]any{"decks": 64}), ""},
		{distanceOf(t, "RRRRDRR", map[string]any{"model": "D=deal(piles=4)"}), ""},
		{topswops.Max{N: 18, Engine: topswops.Bundles}, "topswops-18"},
		{topswops.Max{N: 18, Engine: topswops.Forward}, ""},
		{topswops.Max{N: 18, Engine: topswops.Bundles, Sorted: true}, ""},
		{topswops.Max{N: 22, Engine: topswops.Bundles, AtLeast: 330}, ""}, // on record with decks missed
		{topswops.Max{N: 21, Engine: topswops.Bundles}, ""},
		{topswops.Census{N: 14}, "topswops-census-14"},
	} {
		if _, k, ok := Answer(c.q); k.Name != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q, want %q", results.Canonical(c.q), k.Name, c.want)
		}
	}
}

// Each record answers its own question, although its interval may be wider than was asked for.
func TestOwnQuestion(t *testing.T) {
	for _, k := range Records() {
		if _, found, ok := Answer(k.Question); !ok || found.Name != k.Name {
			t.Errorf("%s: %q, %t", k.Name, found.Name, ok)
		}
	}
}

// What a record says of a distance is what the index has, for every word with that law.
func TestDistance(t *testing.T) {
	i, ok := Distance(distanceOf(t, "DDRRRRDRR", nil).About())
	_, k, _ := Answer(distanceOf(t, "RRRRDRR", nil))
	if r := k.Read().(results.TVD); !ok || i.Lower < r.Lower || i.Upper > r.Upper || i.Delta > 1e-6 {
		t.Errorf("%v, %v: want %v to %v", i, ok, r.Lower, r.Upper)
	}
	find := Words()
	for _, c := range []struct {
		n      int
		models string
		word   string
		found  bool
	}{
		{52, "R=riffle D=deal", "RRRRDRRD", true}, {51, "R=riffle D=deal", "RRRRDRR", false}, {52, "R=riffle D=deal(piles=4)", "RRRRDRR", false},
		{52, "R=nothing", "R", false}, {52, "R=riffle", "RQ", false},
	} {
		if j, ok := find(c.n, strings.Fields(c.models), c.word); ok != c.found || ok && j != i {
			t.Errorf("%+v: %v, %t", c, j, ok)
		}
	}
	if best := Best(distanceOf(t, "RRRRDRR", map[string]any{"width": 0.001})); !strings.Contains(best, "at least 0.25") {
		t.Error(best)
	}
	if best := Best(topswops.Max{N: 22}); !strings.Contains(best, "335 moves") {
		t.Error(best)
	}
	if best := Best(distanceOf(t, "RR", map[string]any{"cards": 51})); best != "" {
		t.Error(best)
	}
}

// Ends of rankings, which have more digits than a double, are rounded outwards.
func TestOutwards(t *testing.T) {
	i, ok := Distance(distanceOf(t, "RR", nil).About())
	if !ok || i.Lower >= 1 || i.Lower < 0.99999 || i.Upper > 1 {
		t.Errorf("%v, %v", i, ok)
	}
}

// Shuffles of the same models have the same law, whatever their letters.
func TestLaw(t *testing.T) {
	law := func(models string, word string) string {
		a, w := filed(8, strings.Fields(models), word)
		return a.Law(w)
	}
	if a, b := law("R=riffle(cut=binomial) D=deal(piles=2)", "DRDRD"), law("D=riffle(cut=binomial) R=deal(piles=2)", "DRD"); a != b {
		t.Errorf("%s, %s", a, b)
	}
	if a, b := law("R=riffle(cut=binomial) D=deal(piles=2)", "RDR"), law("R=riffle(cut=binomial) D=deal(piles=4)", "RDR"); a == b {
		t.Error(a)
	}
}

// A list without a record that it says was made, or with one that is none, is refused; one that is to be made is left.
func TestList(t *testing.T) {
	for _, c := range []struct {
		line, file string
		ok         bool
	}{
		{`{"name":"a","args":["orders","52"]}`, "", true},
		{`{"name":"a","args":["orders","52"],"day":"2026-11-26"}`, "", false},
		{`{"name":"a","args":["orders","52"],"day":"2026-11-26"}`, "{}", false},
		{`{"name":"a"`, "", false},
	} {
		files := fstest.MapFS{"records/list.jsonl": {Data: []byte(c.line + "\n")}}
		if c.file != "" {
			files["records/a.json"] = &fstest.MapFile{Data: []byte(c.file)}
		}
		if all, err := read(files); (err == nil) != c.ok || len(all) > 0 {
			t.Errorf("%s, %s: %v, %v", c.line, c.file, all, err)
		}
	}
}

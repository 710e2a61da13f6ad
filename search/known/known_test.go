package known

import (
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"dovetail/docs"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/search/decks"
	"dovetail/search/intervals"
	"dovetail/search/questions"
	"dovetail/search/run"
	"dovetail/search/topswops"
)

// distanceOf requests the distance of a word, with the usual effort except for what is given.
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

// ranking requests the words of a length by what is known.
func ranking(t *testing.T, m int) results.Question {
	t.Helper()
	q, err := questions.Fill(results.BoundRankSchema, map[string]any{"length": m, "by": "distance"})
	if err != nil {
		t.Fatal(err)
	}
	return q
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
		{topswops.Max{N: 18}, "topswops-18"},
		{topswops.Max{N: 18, Sorted: true}, ""},
		{topswops.Max{N: 22, AtLeast: 330}, ""}, // on record with decks missed
		{topswops.Max{N: 21}, ""},
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
	find := Words()
	i, ok := find(52, []string{"R=riffle", "D=deal"}, "DDRRRRDRR")
	_, k, _ := Answer(distanceOf(t, "RRRRDRR", nil))
	if r := k.Read().(results.TVD); !ok || i.Lower.Value < r.Lower || i.Upper.Value > r.Upper || i.Delta() > 1e-6 || i.Upper.Parts != nil {
		t.Errorf("%v, %v: want %v to %v", i, ok, r.Lower, r.Upper)
	}
	for _, c := range []struct {
		n      int
		models string
		word   string
		found  bool
	}{
		{52, "R=riffle D=deal", "RRRRDRRD", true}, {51, "R=riffle D=deal", "RDR", false}, {52, "R=riffle D=deal(piles=4)", "RDR", false},
		{52, "R=nothing", "R", false}, {52, "R=riffle", "RQ", false},
	} {
		if j, ok := find(c.n, strings.Fields(c.models), c.word); ok != c.found || ok && !reflect.DeepEqual(j, i) {
			t.Errorf("%+v: %v, %t", c, j, ok)
		}
	}
}

// What is known at once of what takes long says what each end rests on.
func TestBest(t *testing.T) {
	for _, c := range []struct {
		q    results.Question
		says []string
	}{
		{distanceOf(t, "RRRRDRR", map[string]any{"width": 0.001}), []string{"at least 0.25", "and at most 0.26", "random walks, docs/records/routine-RRRRDRR.json"}},
		{distanceOf(t, "RRRRDRRHHHH", nil), []string{"pairs of cards", "and at most 0.26", "from its part RRRRDRR, docs/records/routine-RRRRDRR.json"}},
		{distanceOf(t, "LLLCLLL", nil), []string{"LLLCLLL leaves 52 cards at least 0.", "no upper bound below 1 is known"}},
		{distanceOf(t, "HHRRDD", nil), []string{"at least 0.9999 (counting", "at most 1.0000"}},
		{ranking(t, 10), []string{"of 59049 words RDRRDRRRRR leaves 52 cards at most 0.0219", "docs/records/routine-RDRRDRRRRR.json"}},
		{ranking(t, 5), []string{"of 243 words RRRRR leaves 52 cards at most 0.9238 (exact formula, docs/records/race-5.json)"}},
		{ranking(t, 7), []string{"of 2187 words RRRRDRR leaves 52 cards at most 0.26", "docs/records/routine-RRRRDRR.json"}},
		{topswops.Max{N: 22}, []string{"335 moves"}},
		{topswops.Census{N: 9}, nil},
	} {
		best := Best(t.Context(), c.q, run.Options{})
		for _, says := range c.says {
			if !strings.Contains(best, says) {
				t.Errorf("%s: no %q", best, says)
			}
		}
		if (best == "") != (c.says == nil) {
			t.Error(best)
		}
	}
}

// What is known at once takes no more memory than the answer may, and no law of two cards that it leaves out.
func TestBestWithin(t *testing.T) {
	for _, c := range []struct {
		memory uint64
		single bool
		two    bool
	}{{0, false, true}, {1 << 30, false, true}, {1 << 28, false, false}, {1 << 30, true, false}} {
		q := distanceOf(t, "RRRRDRRHHHH", map[string]any{"single": c.single})
		if best := Best(t.Context(), q, run.Options{Memory: c.memory}); strings.Contains(best, "pairs of cards") != c.two {
			t.Errorf("%+v: %s", c, best)
		}
	}
}

// Ends of rankings, which have more digits than a double, are rounded outwards.
func TestOutwards(t *testing.T) {
	i, ok := Words()(52, []string{"R=riffle"}, "RR")
	if !ok || i.Lower.Value >= 1 || i.Lower.Value < 0.99999 || i.Upper.Value < i.Lower.Value {
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

// A list that says a record was made is refused without this record, or with an invalid one. A
// record without a day still has to be made, and is left out even if there is a file.
func TestList(t *testing.T) {
	routine, err := docs.Records.ReadFile("records/routine-RRRRDRR.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		line, file string
		ok         bool
	}{
		{`{"name":"a","args":["orders","52"]}`, "", true},
		{`{"name":"a","args":["orders","52"]}`, "{}", true},
		{`{"name":"a","args":["tvd","RRRRDRR"]}`, string(routine), true},
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
	made := docs.Made{Name: "routine-RRRRDRR", Schema: results.TVDSchema}
	if q, err := question(docs.Records, made); err != nil || q.Schema() != made.Schema {
		t.Error(q, err)
	}
	made.Schema = results.HandsSchema
	if q, err := question(docs.Records, made); err == nil {
		t.Error(q)
	}
}

// Letters that leave nothing to chance are recommended, but no riffles by other hands.
func TestElsewhere(t *testing.T) {
	for alphabet, want := range map[string]string{"HRD": "other letters do better: RRRRRGR leaves 52 cards at most 0.0654 (sampled: random walks, docs/records/routine-RRRRRGR.json)", "RG": "", "LD": ""} {
		q := intervals.Ranking{By: intervals.ByDistance}
		q.N, q.M, q.Letters = 52, 7, must(notation.New(52, []byte(alphabet), notation.Literal, nil))
		if says := Elsewhere(q); says == "" != (want == "") || !strings.HasPrefix(says, want) {
			t.Errorf("%s: %q", alphabet, says)
		}
	}
}

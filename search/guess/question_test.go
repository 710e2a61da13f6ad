package guess

import (
	"context"
	"math"
	"reflect"
	"strings"
	"testing"

	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/perm/shuffle/notation"
	"dovetail/results/games"
	"dovetail/search/run"
)

// More laws than are computed together are computed one after the other.
func TestManyRows(t *testing.T) {
	word := strings.Repeat("R", 2*together+3)
	r := ask(t, 12, word)
	for _, m := range []int{1, together, together + 1, len(word)} {
		q := question(t, 12, word[:m])
		q.From = m
		alone, err := run.AnswerTo[games.Guess](t.Context(), q, run.Options{})
		if err != nil || len(alone.Rows) != 1 || !reflect.DeepEqual(alone.Rows[0], r.Rows[m-1]) {
			t.Errorf("m=%d: %+v, %+v, %v", m, alone.Rows, r.Rows[m-1], err)
		}
	}
}

// An answer is the same for any number of threads: after riffles, shelves and one riffle of a biased cut, by the law on all
// orders, and where only guesses without feedback are known.
func TestSameForAnyThreads(t *testing.T) {
	for _, c := range []struct {
		n           int
		word        string
		definitions []string
	}{{16, strings.Repeat("R", together+2), nil}, {20, "SSS", []string{"S=shelf(m=2)"}}, {20, "BRH", []string{"B=riffle(p=1/3)"}}, {6, "HRRD", nil}} {
		q := question(t, c.n, c.word, c.definitions...)
		q.From = 1
		var all []games.Guess
		for _, threads := range []int{1, 2, 4, 20} {
			all = append(all, must.Have(run.AnswerTo[games.Guess](t.Context(), q, run.Options{Threads: threads}))(t))
		}
		for _, other := range all[1:] {
			if !reflect.DeepEqual(other, all[0]) || len(other.Rows) != len(c.word) {
				t.Errorf("%d cards, %s: %+v, %+v", c.n, c.word, all[0], other)
			}
		}
	}
}

// A closed law is found where there is one, and for decks that are not too large.
func TestKnown(t *testing.T) {
	for _, c := range []struct {
		n           int
		word        string
		definitions []string
		known       bool
	}{
		{64, "R", nil, true}, {65, "R", nil, false}, {160, "V", nil, true}, {161, "V", nil, false}, {160, "S", []string{"S=shelf(m=1)"}, true}, {161, "S", nil, false},
		{20, "VR", nil, false}, {20, "RV", nil, false}, {20, "SS", nil, true}, {20, "SVV", nil, true}, {20, "SR", nil, false}, {20, "VS", nil, false},
		{20, "H", nil, false}, {160, "B", []string{"B=riffle(p=1/3)"}, true}, {161, "B", []string{"B=riffle(p=1/3)"}, false}, {20, "BB", []string{"B=riffle(p=1/3)"}, false}, {20, "B", []string{"B=inverse(of=riffle(p=1/3))"}, false}, {20, "RJ", []string{"J=faro(kind=in)"}, false}, {20, "R", []string{"R=riffle(cut=normal)"}, false}, {20, "X", []string{"X=inverse(of=shelf(m=2))"}, false},
	} {
		q := question(t, c.n, c.word, c.definitions...)
		if got := closedForm(q.models()).known(q.N); got != c.known {
			t.Errorf("n=%d %s: %v", c.n, c.word, got)
		}
	}
	// The largest decks are doubles: between a fair deck's and all cards.
	for _, definition := range []string{"S=shelf(m=20)", "S=inverse(of=ashuffle(a=65536))", "S=shelf(m=1)", "S=shelf(m=32768)", "S=inverse(of=riffle)"}[:longtest.Of(2, 5)] {
		row := ask(t, maxSteps, "S", definition).Rows[0]
		if x := float(t, row.Complete); !(x >= rat(fair(maxSteps)) && x < maxSteps) {
			t.Errorf("%s: %v", definition, x)
		}
	}
}

func TestNewQuestion(t *testing.T) {
	s := notation.Spelling{N: 10, Preset: notation.Literal}
	for _, c := range []struct {
		a, shelves int64
		want       string
	}{{2, 0, "RRR R=riffle(cut=binomial)"}, {3, 0, "AAA A=ashuffle(a=3)"}, {2, 4, "SSS S=shelf(m=4)"}} {
		q, err := NewQuestion(s, nil, c.a, c.shelves, 2, 3)
		if err != nil || q.Word+" "+q.Letters[0].String() != c.want || q.From != 2 {
			t.Errorf("%+v: %+v, %v", c, q, err)
		}
	}
	for what, c := range map[string]struct {
		n                int
		words            []string
		a, from, shelves int64
	}{"a huge deck": {n: 1001, a: 2, from: 1}, "no deck": {a: 2, from: 1}, "from above": {n: 5, a: 2, from: 4}, "from below": {n: 5, a: 2},
		"no packets": {n: 5, from: 1}, "a word that is none": {n: 5, words: []string{"Q"}, a: 2, from: 1}, "many shelves": {n: 5, a: 2, from: 1, shelves: 1 << 20}, "packets and shelves": {n: 5, a: 3, from: 1, shelves: 2}} {
		s.N = c.n
		if q, err := NewQuestion(s, c.words, c.a, c.shelves, int(c.from), 3); err == nil {
			t.Errorf("%s is taken: %+v", what, q)
		}
	}
}

func TestCancelled(t *testing.T) {
	for _, word := range []string{"R", "S", "H"} {
		q := question(t, 60, word)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := run.AnswerTo[games.Guess](ctx, q, run.Options{}); err == nil {
			t.Errorf("%s has an answer", word)
		}
	}
}

func TestPicture(t *testing.T) {
	if series := len(curve(ask(t, 10, "RRV")).Series); series != 3 {
		t.Errorf("%d series", series)
	}
	c := curve(ask(t, 10, "HRV"))
	if len(c.Series) != 2 || len(c.Markers) != 1 {
		t.Errorf("%+v", c)
	}
}

func TestNames(t *testing.T) {
	for want, cards := range map[string][]int{"1 x1": {0}, "1 x2, 3 x1": {0, 0, 2}, "1 x1, 2 x1, 1 x1, 2 x1": {0, 1, 0, 1}, "": {0, 1, 2, 3, 4}} {
		if got := names(cards); got != want {
			t.Errorf("%v: %s", cards, got)
		}
	}
	for x, want := range map[float64]float64{1.04e-11: 1.1e-11, 9.96e-3: 1e-2, 2: 2, 1.05: 1.1, 1.0000001: 1.1} {
		if got := up(x); got != want || got < x {
			t.Errorf("%v up is %v", x, got)
		}
	}
	for _, c := range []struct {
		x, err float64
		text   string
	}{{math.Pi, 1e-14, "3.1415926536"}, {math.Pi, 2e-6, "3.14159"}, {math.Pi, 1e-2, "3.14"}} {
		if text, err := rounded(c.x, c.err); text != c.text || math.Abs(float(t, text)-c.x)+c.err > err {
			t.Errorf("%v: %s ± %v", c, text, err)
		}
	}
}

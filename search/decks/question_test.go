package decks

import (
	"reflect"
	"testing"
	"time"

	"dovetail/exact/pairs"
	"dovetail/perm/shuffle"
	"dovetail/results"
)

// The question in a record is the one whose answer it is, wherever its time was over.
func TestReached(t *testing.T) {
	letters, word, err := shuffle.Spelling{N: 4, Preset: shuffle.Literal, Definitions: []shuffle.Letter{{Name: 'H', Model: parsed(t, "hindu(mean=2,sd=1)")}}}.Own("RHR")
	if err != nil {
		t.Fatal(err)
	}
	asked := Question{Question: pairs.Question{N: 4, Letters: letters, Word: word}, Delta: 0.01, Seed: 3, Walks: 2, Width: 0.3}
	answer := func(q Question) results.TVD {
		if err := q.Check(); err != nil {
			t.Fatal(err)
		}
		r, err := results.AnswerTo[results.TVD](t.Context(), q, results.Env{Memory: 1 << 30})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for name, until := range map[string]func(q *Question){
		"proved":    func(q *Question) { q.Width = 1 },
		"tested":    func(q *Question) { q.Width = 0 },
		"estimated": func(q *Question) { q.Decks, q.Steps = 10, 3 },
		"at look 2": func(q *Question) { q.Looks, q.Steps = 2, 3 },
	} {
		q := asked
		until(&q)
		r := answer(q)
		for of, how := range map[string]func(q *Question){
			"with time": func(q *Question) { q.Time = time.Minute },
			"of decks":  func(q *Question) { q.Decks, q.Time = 1000, time.Minute },
			"of looks":  func(q *Question) { q.Looks = 3 },
		} {
			q := asked
			how(&q)
			again := answer(q.reached(r))
			again.Asked = r.Asked
			if !reflect.DeepEqual(again, r) {
				t.Errorf("%s, asked %s: %+v\n%+v", name, of, r, again)
			}
		}
	}
}

func parsed(t *testing.T, text string) shuffle.Model {
	m, err := shuffle.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// What an interval takes is told by the path that walks took; where they stood still nothing is known of it.
func TestNeedsOfStandingWalks(t *testing.T) {
	q := Question{Question: pairs.Question{N: 8, Word: "RRR"}, Walks: 2}
	l := &looking{Question: q, delta: 1e-6, r: results.TVD{Upper: 1}, all: sums{Decks: 64}}
	for length, known := range map[float64]bool{3e-5: false, 66: true} {
		need := l.needs(&job{methods: []*method{{w: &block{n: 8}}}, params: []params{{Length: length}}})
		if (need != nil) != known || known && need.Steps < 1000 {
			t.Errorf("a path of length %g: %+v", length, need)
		}
	}
}

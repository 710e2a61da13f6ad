package decks

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"dovetail/exact/density"
	"dovetail/perm/longtest"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/search/anneal"
	"dovetail/search/computed"
	"dovetail/search/distinguish"
	"dovetail/search/run"
)

// The question in a record is the one whose answer it is, wherever its time was over.
func TestReached(t *testing.T) {
	letters, word, err := shuffle.Spelling{N: 10, Preset: shuffle.Literal, Definitions: []shuffle.Letter{{Name: 'H', Model: parsed(t, "hindu(mean=2,sd=1)")}}}.Own("RHR")
	if err != nil {
		t.Fatal(err)
	}
	asked := Question{Pairs: computed.Pairs{N: 10, Letters: letters, Word: word}, Delta: 0.01, Seed: 3, Walks: 2, Width: 0.3}
	known := map[string]results.TVD{} // questions that are the same are asked once more, not every time
	answer := func(q Question) results.TVD {
		if err := q.Check(); err != nil {
			t.Fatal(err)
		}
		r, err := run.AnswerTo[results.TVD](t.Context(), q, run.Options{Memory: 1 << 30})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for name, until := range map[string]func(q *Question){
		"proved":    func(q *Question) { q.Bounds = true },
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
			text := string(results.Ask(q.reached(r)).Question)
			again, ok := known[text]
			if !ok {
				again = answer(q.reached(r))
				known[text] = again
			}
			again.Asked = r.Asked
			if !reflect.DeepEqual(again, r) {
				t.Errorf("%s, asked %s: %+v\n%+v", name, of, r, again)
			}
		}
	}
}

// A record names the length that walks had, and its question leads to it again, with the price of a narrower interval.
func TestPricesAgain(t *testing.T) {
	letters, word, err := shuffle.Spelling{N: 12, Preset: shuffle.Literal,
		Definitions: []shuffle.Letter{{Name: 'D', Model: parsed(t, "deal(piles=3)")}}}.Own("RRDR")
	if err != nil {
		t.Fatal(err)
	}
	spec := func(q Question) results.TVD {
		r, err := run.AnswerTo[results.TVD](t.Context(), q, run.Options{Memory: 1 << 30, Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	asked := Question{Pairs: computed.Pairs{N: 12, Letters: letters, Word: word}, Delta: 1e-6, Seed: 3, Walks: 2,
		Width: longtest.Of(0.08, 0.02), Looks: 1}
	r := spec(asked)
	known := asked.reached(r)
	again := spec(known)
	if again.Asked = r.Asked; r.Needs == nil || known.Steps == 0 || !reflect.DeepEqual(again, r) {
		t.Errorf("%+v of %d sweeps, asked again %+v", r, known.Steps, again)
	}
}

func parsed(t *testing.T, text string) shuffle.Model {
	m, err := shuffle.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A word whose decks cannot be sampled is refused before its laws of cards are made, which takes minutes; what counting
// shows alone is told at once.
func TestRefusedAtOnce(t *testing.T) {
	spec := func(word string, decks int) (results.TVD, error) {
		letters, word, err := shuffle.Spelling{N: 120, Preset: shuffle.Literal,
			Definitions: []shuffle.Letter{{Name: 'L', Model: parsed(t, "clumpy")}}}.Own(word)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		q := Question{Pairs: computed.Pairs{N: 120, Letters: letters, Word: word}, Delta: 1e-6, Walks: 2, Width: 0.05,
			Decks: decks}
		return run.AnswerTo[results.TVD](ctx, q, run.Options{Memory: 1 << 34})
	}
	for word, decks := range map[string]int{"LLLDL": 64, "LLLLLLLLDL": 0} {
		if _, err := spec(word, decks); err == nil || !strings.Contains(err.Error(), "densities can be estimated only with") {
			t.Errorf("%s: %v", word, err)
		}
	}
	if r, err := spec("LLLDL", 0); err != nil || r.Kind != results.Bound || r.Lower < 0.99 || r.Unsampled != "" {
		t.Errorf("by counting: %+v, %v", r, err)
	}
}

// Where no deck was looked at the answer says why, and for a closed density what decks would have taken.
func TestUnsampled(t *testing.T) {
	letters := []shuffle.Letter{{Name: 'T', Model: parsed(t, "thorp")}, {Name: 'R', Model: parsed(t, "riffle")},
		{Name: 'H', Model: parsed(t, "hindu(mean=2,sd=1)")}}
	wide := longtest.Of(0.1, 1e-3)
	for _, c := range []struct {
		word    string
		width   float64 // of words without a closed density tests see the more decks the narrower it is
		bounds  bool
		letters []shuffle.Letter
		why     string
		needs   bool
	}{
		{"HRRR", 1e-3, true, letters[1:], results.NoTime, true},
		{"HRRR", 1e-3, false, letters[1:], results.NoTime, true},
		{"TTTTT", wide, true, letters[:1], results.NoTime, false},
		{"TTTTT", wide, false, letters[:1], results.NoTime, false},
		{"HHHHHH", wide, false, letters[2:], results.NoWalks, false},
	} {
		q := Question{Pairs: computed.Pairs{N: 12, Letters: c.letters, Word: c.word}, Delta: 1e-6, Walks: 2, Width: c.width,
			Bounds: c.bounds}
		r, err := run.AnswerTo[results.TVD](t.Context(), q, run.Options{Memory: 1 << 30})
		if err != nil || r.Unsampled != c.why || (r.Needs != nil) != c.needs || (r.Kind == results.Bound) != c.bounds {
			t.Errorf("%s: %+v, %v", c.word, r, err)
			continue
		}
		if c.needs && (r.Needs.Width != 1e-3 || r.Needs.Decks.Int64() < 1<<18) {
			t.Errorf("%s: %+v", c.word, r.Needs)
		}
		again, err := run.AnswerTo[results.TVD](t.Context(), q.reached(r), run.Options{Memory: 1 << 30})
		if again.Asked = r.Asked; err != nil || !reflect.DeepEqual(again, r) {
			t.Errorf("%s: %+v\n%+v, %v", c.word, r, again, err)
		}
	}
}

// What an interval takes is told by the path that walks took; where they stood still nothing is known of it.
func TestNeedsOfStandingWalks(t *testing.T) {
	q := Question{Pairs: computed.Pairs{N: 8, Word: "RRR"}, Walks: 2}
	l := &estimation{Question: q, delta: 1e-6, r: results.TVD{Upper: 1}, all: sums{Decks: 64}}
	for length, known := range map[float64]bool{3e-5: false, 66: true} {
		need := l.needs(&job{methods: []*method{{w: labels(t, 8)}}, params: []params{{Length: length}}})
		if (need != nil) != known || known && need.Steps < 1000 {
			t.Errorf("a path of length %g: %+v", length, need)
		}
	}
}

// Six riffles of switch 7/10 had an interval of width 0.048 with 8,192 decks and walks of 10,480 sweeps, as many as the
// path asks for, and estimates 0.036 apart (dovetail tvd LLLLLL --model 'L=clumpy(switch=7/10)' --width 0.03). More decks
// of such walks do not make it 0.03: what does is not known.
func TestNeedsOfEndsApart(t *testing.T) {
	q := Question{Pairs: computed.Pairs{N: 52, Word: "LLLLLL"}, Walks: 2, Width: 0.03}
	l := &estimation{
		Question: q, delta: 1e-6, spec: spec{Test: distinguish.TrainDecks}, accepted: [2]int64{1_020_000, 360_000},
		pilotTest: testResult{[2]int64{7_970, 2_810}, distinguish.TrainDecks},
		r: results.TVD{Upper: 0.3590, Lower: 0.3114, Tested: number.OfInt(1 << 21), Steps: 10_480,
			EstimateHigh: 0.3497, EstimateHighSE: 0.0013, EstimateLow: 0.3138, EstimateLowSE: 0.0005},
		all: sums{Decks: 8192},
	}
	j := &job{methods: []*method{{w: labels(t, 52)}}, params: []params{{Length: 25}}}
	if need := l.needs(j); need != nil {
		t.Errorf("estimates apart: %+v", need)
	}
	l.r.Steps = 500
	if need := l.needs(j); need == nil || need.Steps < 5_000 {
		t.Errorf("walks that are too short: %+v", need)
	}
	l.r.Steps, l.r.EstimateHigh = 10_480, 0.3200
	if l.needs(j) == nil {
		t.Error("estimates near each other want more decks")
	}
	l.spec.Sharp, j.params[0].Lower = sharp(l.Width), 0.03
	l.r.EstimateHigh = 0.3497
	if need := l.needs(j); need == nil || need.Steps != 46_297 || need.Decks.Int64() < 4096 {
		t.Errorf("walks for both ends: %+v", need)
	}
}

// The mean square by which widths are priced is about the same whatever decks it is from, as that of a guess is not.
func TestSquaresAreSteady(t *testing.T) {
	a := small(t, 10, "L=clumpy(switch=13/20)")
	w, err := a.Parse("LLL")
	if err != nil {
		t.Fatal(err)
	}
	var guessed, counted []float64
	for seed := range uint64(8) {
		m, err := newMethod(a, w, spec{Word: "LLL", Steps: 60, Walks: 2, Test: distinguish.TrainDecks}, seed)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.prepare(t.Context()); err != nil {
			t.Fatal(err)
		}
		var s sums
		for _, kind := range []kind{isUniform, isDealt} {
			if err := m.decks(t.Context(), task{To: lookDecks(1), Kind: kind}, &s); err != nil {
				t.Fatal(err)
			}
		}
		guessed, counted = append(guessed, m.guess.Guess), append(counted, s.square(m.guess.Guess))
	}
	spread := func(x []float64) float64 { return slices.Max(x) / slices.Min(x) }
	if spread(guessed) < 2 || spread(counted) > 2 {
		t.Errorf("guessed %v, counted %v", guessed, counted)
	}
}

// Seven shuffles with a deal were 0.065 apart after 1,024 decks of as long walks as the path asks for, of which the price
// of 0.05 was those very decks. What an interval takes is always more than what it had, and the width of a search with so
// much is about what was aimed at: with 4,096 decks it was 0.0472 (dovetail tvd RRRRDRR).
func TestNeedsMore(t *testing.T) {
	q := Question{Pairs: computed.Pairs{N: 52, Word: "RRRRDRR"}, Walks: 2, Width: 0.05}
	l := &estimation{
		Question: q, delta: 1e-6, spec: spec{Test: distinguish.TrainDecks}, accepted: [2]int64{301_000, 172_700},
		r: results.TVD{Upper: 0.3048, Lower: 0.2399, Tested: number.OfInt(1 << 19), Steps: 1755,
			EstimateHigh: 0.2744, EstimateHighSE: 0.0035, EstimateLow: 0.2447, EstimateLowSE: 0.0009},
		all: sums{Decks: 1024, Dealt: 1024, HighSquares: 1024 * unit / 500},
	}
	j := &job{methods: []*method{{w: labels(t, 52)}}, params: []params{{Length: 8, Guess: 0.002}}}
	need := l.needs(j)
	if need == nil || need.Decks.Int64() < 2048 || need.Decks.Int64() > 8192 || need.Steps < 1755 || need.Seconds < 2 {
		t.Fatalf("%+v", need)
	}
	l.r.Upper, l.Width = 0.2900, 0.001
	if need := l.needs(j); need != nil && (need.Decks.Int64() <= 1024 && need.Steps <= 1755) {
		t.Errorf("%+v", need)
	}
	// Of a closed density there are decks alone.
	closed := &job{methods: []*method{{closed: struct{ density.Form }{}}}, params: []params{{}}}
	l = &estimation{Question: q, delta: 1e-6, r: results.TVD{Upper: 0.6, Lower: 0.54, EstimateHigh: 0.57, EstimateLow: 0.57},
		all: sums{Decks: 1 << 16, HighSquares: unit}}
	if need := l.needs(closed); need == nil || need.Decks.Int64() != 1<<17 || need.Steps != 0 {
		t.Errorf("%+v", need)
	}
	// Walks without a pilot say nothing of a path.
	l.spec.Plain, l.r.Steps = true, 320
	if need := l.needs(j); need != nil {
		t.Errorf("%+v", need)
	}
}

// A test that the work does not pay for has fewer decks, and the question of the record says how many; where it is paid
// for it has as many as the width asks for.
func TestWorkPaysForTheTest(t *testing.T) {
	letters, word, err := shuffle.Spelling{N: 12, Preset: shuffle.Literal,
		Definitions: []shuffle.Letter{{Name: 'D', Model: parsed(t, "deal(piles=3)")}}}.Own("RRDR")
	if err != nil {
		t.Fatal(err)
	}
	q := Question{Pairs: computed.Pairs{N: 12, Letters: letters, Word: word}, Delta: 1e-6, Seed: 3, Walks: 2, Width: 0.025,
		Steps: 4, Work: number.Duration(time.Second)}
	answer := func(q Question) results.TVD {
		r, err := q.Answer(t.Context(), run.Options{Memory: 1 << 30, Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		return r.(results.TVD)
	}
	r := answer(q)
	if price := testSeconds * float64(r.Tested.Int64()); price > 1.5 || r.Tested.Int64() != 2*distinguish.FreshDecks {
		t.Errorf("a second of work pays for a test by %d decks, about %v s", r.Tested, price)
	}
	var again Question
	if err := json.Unmarshal(r.Question, &again); err != nil || again.Work != 0 || again.Tested != r.Tested.Int64() {
		t.Fatalf("the record's question is %s, %v", r.Question, err)
	}
	if next := answer(again); !again.Estimate || r.Needs == nil || !reflect.DeepEqual(next, r) {
		t.Errorf("%+v\nand again %+v", r, next)
	}
	q.Work = number.Duration(2 * time.Minute)
	l, err := q.estimation(t.Context(), run.Options{Memory: 1 << 30, Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	if l.paidTest() != 0 || l.testDecks() <= 2*distinguish.FreshDecks {
		t.Errorf("two minutes pay for %d of %d decks", l.paidTest(), l.testDecks())
	}
}

// What work pays for is the same for any number of threads and however long it takes by the clock; more work pays for more.
func TestWorkIsCounted(t *testing.T) {
	letters, word, err := shuffle.Spelling{N: 12, Preset: shuffle.Literal,
		Definitions: []shuffle.Letter{{Name: 'D', Model: parsed(t, "deal(piles=3)")}}}.Own("RRDR")
	if err != nil {
		t.Fatal(err)
	}
	spec := func(work time.Duration, threads int, late time.Duration) results.TVD {
		q := Question{Pairs: computed.Pairs{N: 12, Letters: letters, Word: word}, Delta: 1e-6, Seed: 3, Walks: 2, Width: 0.05,
			Steps: 4, Work: number.Duration(work)}
		l, err := q.estimation(t.Context(), run.Options{Memory: 1 << 30, Threads: threads})
		if err != nil {
			t.Fatal(err)
		}
		r, err := l.enclose(t.Context(), time.Now().Add(-late))
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	little, much := spec(time.Millisecond, 2, 0), spec(6400*time.Millisecond, 2, 0)
	if little.Look != 0 || little.Decks.Int64() != estimateDecks || much.Look < 2 || much.Upper-much.Lower < 0.04 {
		t.Errorf("%d decks at look %d, and %d at look %d", little.Decks, little.Look, much.Decks, much.Look)
	}
	if late := spec(6400*time.Millisecond, 1, time.Hour); !reflect.DeepEqual(late, much) {
		t.Errorf("%+v, an hour late\n%+v", much, late)
	}
	q := Hands{N: 12, Riffle: "clumpy(switch=13/20)", From: 1, To: 4, Delta: 1e-3, Seed: 1, Width: 0.05, Steps: 10,
		Work: number.Duration(8 * time.Second)}
	var first results.Hands
	for threads, late := range map[int]time.Duration{1: 0, 3: time.Hour} {
		rows, err := q.rows(t.Context(), run.Options{Threads: threads})
		if err == nil {
			err = rows.narrow(t.Context(), time.Now().Add(-late))
		}
		if err != nil {
			t.Fatal(err)
		}
		if r := rows.record(); first.N == 0 {
			first = r
		} else if !reflect.DeepEqual(r, first) {
			t.Errorf("%+v\n%+v, an hour late", first, r)
		}
	}
	if first.Rows[3].Decks < lookDecks(1) {
		t.Errorf("%+v", first.Rows)
	}
}

// labels is a word of riffles by hands.
func labels(t *testing.T, n int) anneal.Target {
	t.Helper()
	a := small(t, n, "L=clumpy(switch=13/20)")
	w, err := a.Parse("L")
	if err != nil {
		t.Fatal(err)
	}
	of, err := anneal.New(a.Alphabet, w)
	if err != nil {
		t.Fatal(err)
	}
	return of
}

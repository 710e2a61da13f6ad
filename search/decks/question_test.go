package decks

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"time"

	"dovetail/exact/density"
	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/perm/number"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/search/computed"
	"dovetail/search/densities"
	"dovetail/search/distinguish"
	"dovetail/search/run"
)

// The question in a record is the one whose answer it is, wherever its time was over.
func TestReached(t *testing.T) {
	pairs := spelled(t, 10, "RHR", "H=hindu(mean=2,sd=1)")
	asked := Question{Pairs: pairs, Delta: 0.01, Seed: 3, Walks: 2, Width: 0.3}
	known := map[string]results.TVD{} // questions that are the same are asked once more, not every time
	answer := func(q Question) results.TVD {
		must.Do(t, q.Check())
		return must.Have(run.AnswerTo[results.TVD](t.Context(), q, run.Options{Memory: 1 << 30}))(t)
	}
	for name, until := range map[string]func(q *Question){
		"proved":        func(q *Question) { q.Bounds = true },
		"tested":        func(q *Question) { q.Width = 0 },
		"estimated":     func(q *Question) { q.Decks, q.Steps = 10, 3 },
		"at interval 2": func(q *Question) { q.Intervals, q.Steps = 2, 3 },
	} {
		q := asked
		until(&q)
		r := answer(q)
		for of, how := range map[string]func(q *Question){
			"with time":    func(q *Question) { q.Time = time.Minute },
			"of decks":     func(q *Question) { q.Decks, q.Time = 1000, time.Minute },
			"of intervals": func(q *Question) { q.Intervals = 3 },
		} {
			q := asked
			how(&q)
			text := string(results.TextOf(q.reached(r)).Question)
			again, ok := known[text]
			if !ok {
				again = answer(q.reached(r))
				known[text] = again
			}
			again.QuestionText = r.QuestionText
			if !reflect.DeepEqual(again, r) {
				t.Errorf("%s, asked %s: %+v\n%+v", name, of, r, again)
			}
		}
	}
}

// A record names the length that walks had, and its question leads to it again, with the price of a narrower interval.
func TestPricesAgain(t *testing.T) {
	pairs := spelled(t, 12, "RRDR", "D=deal(piles=3)")
	spec := func(q Question) results.TVD {
		return must.Have(run.AnswerTo[results.TVD](t.Context(), q, run.Options{Memory: 1 << 30, Threads: 2}))(t)
	}
	asked := Question{Pairs: pairs, Delta: 1e-6, Seed: 3, Walks: 2,
		Width: longtest.Of(0.08, 0.02), Intervals: 1}
	r := spec(asked)
	known := asked.reached(r)
	again := spec(known)
	if again.QuestionText = r.QuestionText; r.Needs == nil || known.Steps == 0 || !reflect.DeepEqual(again, r) {
		t.Errorf("%+v of %d sweeps, asked again %+v", r, known.Steps, again)
	}
}

// spelled is a word of letters by name, or by their definitions.
func spelled(t *testing.T, n int, word string, defined ...string) computed.Pairs {
	t.Helper()
	s := notation.Spelling{N: n, Preset: notation.Literal}
	for _, text := range defined {
		s.Definitions = append(s.Definitions, must.Have(notation.ParseLetter(text))(t))
	}
	letters, word, err := s.Own(word)
	must.Do(t, err)
	return computed.Pairs{N: n, Letters: letters, Word: word}
}

// A word on a large deck whose law of two cards is left out is not refused for the memory of that law.
func TestSingleWithin(t *testing.T) {
	pairs := spelled(t, 100, "HRH")
	q := Question{Pairs: pairs, Delta: 0.01, Walks: 2, Width: 0.3, Bounds: true, Single: true}
	if _, err := q.Answer(t.Context(), run.Options{Memory: 1 << 28}); err != nil {
		t.Error(err)
	}
	q.Single = false
	if _, err := q.Answer(t.Context(), run.Options{Memory: 1 << 28}); err == nil {
		t.Error("the law of two cards of 100 cards fits into 256 MiB")
	}
}

// A word whose decks cannot be sampled is refused before its laws of cards are made, which takes minutes; what counting
// shows alone is given at once.
func TestRefusedAtOnce(t *testing.T) {
	spec := func(word string, decks int) (results.TVD, error) {
		pairs := spelled(t, 120, word, "L=clumpy")
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		q := Question{Pairs: pairs, Delta: 1e-6, Walks: 2, Width: 0.05,
			Decks: decks}
		return run.AnswerTo[results.TVD](ctx, q, run.Options{Memory: 1 << 34})
	}
	if _, err := spec("LLLDL", 64); err == nil || !strings.Contains(err.Error(), "densities can be estimated only with") {
		t.Error(err)
	}
	if r, err := spec("LLLLLLLLDL", 0); err != nil || r.Kind != results.Sampled || r.Lower < 0.02 || r.Unsampled != results.NoWalks {
		t.Errorf("by a statistic: %+v, %v", r, err)
	}
	if r, err := spec("LLLDL", 0); err != nil || r.Kind != results.Bound || r.Lower < 0.99 || r.Unsampled != "" {
		t.Errorf("by counting: %+v, %v", r, err)
	}
}

// Where no deck was sampled the answer says why, and for a closed density what decks would have taken.
func TestUnsampled(t *testing.T) {
	var letters []notation.Letter
	for _, text := range []string{"T=thorp", "R=riffle", "H=hindu(mean=2,sd=1)"} {
		letters = append(letters, must.Have(notation.ParseLetter(text))(t))
	}
	wide := longtest.Of(0.1, 1e-3)
	for _, c := range []struct {
		word    string
		width   float64 // of words without a closed density tests see the more decks the narrower it is
		bounds  bool
		letters []notation.Letter
		why     string
		needs   bool
	}{
		{"HRRR", 1e-3, true, letters[1:], results.NoTime, true},
		{"HRRR", 1e-3, false, letters[1:], results.NoTime, true},
		{"TTTTT", wide, true, letters[:1], results.NoTime, false},
		{"TTTTT", wide, false, letters[:1], results.NoTime, false},
		{"HHHHHH", wide, false, letters[2:], results.NoWalks, false},
		{"HHHHHH", wide, true, letters[2:], results.NoWalks, false}, // no decks would help
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
		if again.QuestionText = r.QuestionText; err != nil || !reflect.DeepEqual(again, r) {
			t.Errorf("%s: %+v\n%+v, %v", c.word, r, again, err)
		}
	}
}

// What an interval takes follows from the path that walks took; where they stood still nothing is known of it.
func TestNeedsOfStandingWalks(t *testing.T) {
	q := Question{Pairs: computed.Pairs{N: 8, Word: "RRR"}, Walks: 2}
	l := &estimation{Question: q, delta: 1e-6, r: results.TVD{Distance: results.Distance{Upper: 1, Tested: number.OfInt(0)}}, all: densities.Sums{Decks: 64}}
	for length, known := range map[float64]bool{3e-5: false, 66: true} {
		need := l.needs(&densities.Job{Methods: []*densities.Method{{Target: labels(t, 8)}}, Params: []densities.Params{{Length: length}}})
		if (need != nil) != known || known && need.Steps < 1000 {
			t.Errorf("a path of length %g: %+v", length, need)
		}
	}
}

// Six riffles of switch 7/10 had an interval of width 0.048 with 8,192 decks and walks of 10,480
// sweeps, as many as the path requires, and estimates 0.036 apart (dovetail tvd LLLLLL --model
// 'L=clumpy(switch=7/10)' --width 0.03). More decks with such walks do not reduce it to 0.03. How
// to do that is not known.
func TestNeedsOfEndsApart(t *testing.T) {
	q := Question{Pairs: computed.Pairs{N: 52, Word: "LLLLLL"}, Walks: 2, Width: 0.03}
	l := &estimation{
		Question: q, delta: 1e-6, spec: densities.Spec{Test: distinguish.TrainDecks}, accepted: [2]int64{1_020_000, 360_000},
		pilotTest: densities.TestResult{Accepted: [2]int64{7_970, 2_810}, Decks: distinguish.TrainDecks},
		r:         results.TVD{Distance: results.Distance{Upper: 0.3590, Lower: 0.3114, Tested: number.OfInt(1 << 21), Steps: 10_480}},
		estimates: densities.Interval{High: densities.Estimate{Value: 0.3497, SE: 0.0013}, Low: densities.Estimate{Value: 0.3138, SE: 0.0005}},
		all:       densities.Sums{Decks: 8192},
	}
	j := &densities.Job{Methods: []*densities.Method{{Target: labels(t, 52)}}, Params: []densities.Params{{Length: 25}}}
	if need := l.needs(j); need != nil {
		t.Errorf("estimates apart: %+v", need)
	}
	l.r.Steps = 500
	if need := l.needs(j); need == nil || need.Steps < 5_000 {
		t.Errorf("walks that are too short: %+v", need)
	}
	l.r.Steps, l.estimates.High.Value = 10_480, 0.3200
	if l.needs(j) == nil {
		t.Error("estimates near each other want more decks")
	}
	l.spec.Sharp, j.Params[0].Lower = sharp(l.Width), 0.03
	l.estimates.High.Value = 0.3497
	if need := l.needs(j); need == nil || need.Steps != 46_297 || need.Decks.Int64() < 4096 {
		t.Errorf("walks for both ends: %+v", need)
	}
}

// Seven shuffles with a deal were 0.065 apart after 1,024 decks with walks as long as the path
// requires, and the price of 0.05 was those very decks. The price of an interval is always more
// than what it had, and a search with that price has about the width that was aimed at: with 4,096
// decks it was 0.0472 (dovetail tvd RRRRDRR).
func TestNeedsMore(t *testing.T) {
	q := Question{Pairs: computed.Pairs{N: 52, Word: "RRRRDRR"}, Walks: 2, Width: 0.05}
	l := &estimation{
		Question: q, delta: 1e-6, spec: densities.Spec{Test: distinguish.TrainDecks}, accepted: [2]int64{301_000, 172_700},
		r:         results.TVD{Distance: results.Distance{Upper: 0.3048, Lower: 0.2399, Tested: number.OfInt(1 << 19), Steps: 1755}},
		estimates: densities.Interval{High: densities.Estimate{Value: 0.2744, SE: 0.0035}, Low: densities.Estimate{Value: 0.2447, SE: 0.0009}},
		all:       densities.Sums{Decks: 1024, Dealt: 1024, HighSquares: 1024 << 30 / 500},
	}
	j := &densities.Job{Methods: []*densities.Method{{Target: labels(t, 52)}}, Params: []densities.Params{{Length: 8, Guess: 0.002}}}
	need := l.needs(j)
	if need == nil || need.Decks.Int64() < 2048 || need.Decks.Int64() > 8192 || need.Steps < 1755 || need.Seconds < 2 {
		t.Fatalf("%+v", need)
	}
	l.r.Upper, l.Width = 0.2900, 0.001
	if need := l.needs(j); need != nil && (need.Decks.Int64() <= 1024 && need.Steps <= 1755) {
		t.Errorf("%+v", need)
	}
	// Of a closed density there are decks alone.
	closed := &densities.Job{Methods: []*densities.Method{{Closed: struct{ density.Form }{}}}, Params: []densities.Params{{}}}
	l = &estimation{Question: q, delta: 1e-6, r: results.TVD{Distance: results.Distance{Upper: 0.6, Lower: 0.54, Tested: number.OfInt(0)}},
		estimates: densities.Interval{High: densities.Estimate{Value: 0.57}, Low: densities.Estimate{Value: 0.57}}, all: densities.Sums{Decks: 1 << 16, HighSquares: 1 << 30}}
	if need := l.needs(closed); need == nil || need.Decks.Int64() != 1<<17 || need.Steps != 0 {
		t.Errorf("%+v", need)
	}
	// Walks without a pilot say nothing of a path.
	l.spec.Plain, l.r.Steps = true, 320
	if need := l.needs(j); need != nil {
		t.Errorf("%+v", need)
	}
}

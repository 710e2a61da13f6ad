package decks

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"dovetail/exact/law/lawtest"
	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/perm/number"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/search/anneal"
	"dovetail/search/computed"
	"dovetail/search/deals"
	"dovetail/search/densities"
	"dovetail/search/distinguish"
	"dovetail/search/run"
)

// If the work does not allow the whole test it has fewer decks, and the question of the record says
// how many. If it does, the test has as many as the width requires.
func TestWorkPaysForTheTest(t *testing.T) {
	pairs := spelled(t, 12, "RRDR", "D=deal(piles=3)")
	q := Question{Pairs: pairs, Delta: 1e-6, Seed: 3, Walks: 2, Width: 0.025,
		Steps: 4, Limits: run.Limits{Work: number.Duration(time.Second)}}
	answer := func(q Question) results.TVD {
		r := must.Have(q.Answer(t.Context(), run.Options{Memory: 1 << 30, Threads: 2}))(t)
		return r.(results.TVD)
	}
	r := answer(q)
	if price := densities.TestSeconds * float64(r.Tested.Int64()); price > 1.5 || r.Tested.Int64() != 2*distinguish.FreshDecks {
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
	l := must.Have(q.estimation(t.Context(), run.Options{Memory: 1 << 30, Threads: 2}))(t)
	if l.paidTest() != 0 || l.testDecks() <= 2*distinguish.FreshDecks {
		t.Errorf("two minutes pay for %d of %d decks", l.paidTest(), l.testDecks())
	}
}

// What work pays for is the same for any number of threads and however long it takes by the clock; more work pays for more.
func TestWorkIsCounted(t *testing.T) {
	pairs := spelled(t, 12, "RRDR", "D=deal(piles=3)")
	spec := func(work time.Duration, threads int, late time.Duration) results.TVD {
		q := Question{Pairs: pairs, Delta: 1e-6, Seed: 3, Walks: 2, Width: 0.05,
			Steps: 4, Limits: run.Limits{Work: number.Duration(work)}}
		l := must.Have(q.estimation(t.Context(), run.Options{Memory: 1 << 30, Threads: threads}))(t)
		a := run.NewAccount(q.Limits, q.Seconds(), l.o)
		a.Began = a.Began.Add(-late)
		must.Do(t, l.enclose(t.Context(), a))
		return l.known()
	}
	little, much := spec(time.Millisecond, 2, 0), spec(6400*time.Millisecond, 2, 0)
	if little.Look != 0 || little.Decks.Int64() != estimateDecks || much.Look < 2 || much.Upper-much.Lower < 0.04 {
		t.Errorf("%d decks of interval %d, and %d of interval %d", little.Decks, little.Look, much.Decks, much.Look)
	}
	if late := spec(6400*time.Millisecond, 1, time.Hour); !reflect.DeepEqual(late, much) {
		t.Errorf("%+v, an hour late\n%+v", much, late)
	}
	q := Hands{N: 12, Riffle: "clumpy(switch=13/20)", From: 1, To: 4, Delta: 1e-3, Seed: 1, Width: 0.05, Steps: 10,
		Limits: run.Limits{Work: number.Duration(8 * time.Second)}}
	var first results.Hands
	for threads, late := range map[int]time.Duration{1: 0, 3: time.Hour} {
		rows, err := q.rows(t.Context(), run.Options{Threads: threads})
		if err == nil {
			a := run.NewAccount(q.Limits, q.Seconds(), run.Options{Threads: threads})
			a.Began = a.Began.Add(-late)
			err = rows.narrow(t.Context(), a)
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
	if first.Rows[3].Decks < intervalDecks(1) {
		t.Errorf("%+v", first.Rows)
	}
}

// labels is a word of riffles by hands.
func labels(t *testing.T, n int) anneal.Target {
	t.Helper()
	a := lawtest.Small(t, n, "L=clumpy(switch=13/20)")
	w := must.Have(a.Parse("L"))(t)
	return must.Have(anneal.New(a.Alphabet, w))(t)
}

// How long walks are, and so the guess that the bet is from, does not depend on the counts that are in the interval.
func TestWalksAreAsLongAsOtherDecksTell(t *testing.T) {
	letter := must.Have(notation.ParseLetter("L=clumpy(switch=13/20)"))(t)
	letters := []notation.Letter{letter}
	q := Question{Pairs: computed.Pairs{N: 20, Word: "LLLL", Letters: letters}, Delta: 1e-6, Walks: 2, Width: 0.05}
	l, err := q.estimation(t.Context(), run.Options{Threads: 1, Memory: 1 << 30})
	if err == nil {
		err = l.prove(t.Context())
	}
	if err == nil {
		err = l.test(t.Context(), 1./4)
	}
	if err != nil {
		t.Fatal(err)
	}
	scatter := l.spec.Scatter
	same, err := l.submitTest(t.Context(), "same", "", l.pilotTest.Decks, 1./4)
	if err != nil {
		t.Fatal(err)
	}
	if accepted, _ := same.Accepted(0); l.pilotTest.Decks == 0 || accepted == l.pilotTest.Accepted {
		t.Errorf("the same decks are in the interval: %+v, %v, %v", l.pilotTest, same, err)
	}
	if l.accepted = [2]int64{}; l.scatter(l.Width) != scatter || scatter != l.pilotTest.Scatter(l.Width) {
		t.Errorf("walks are to scatter by %v, and by %v where the test shows nothing", scatter, l.scatter(l.Width))
	}
}

// Where no walks are known for a word the upper end is that of its largest part with walks.
func TestPartsOfWords(t *testing.T) {
	const n = 7
	a := lawtest.Small(t, n, "H=hindu(mean=3/2,sd=1/4) R D=deal(order=1-3-2) L=clumpy(switch=13/20) N=transpositions(k=6)")
	for _, x := range []struct{ word, part string }{
		{"LLNLL", ""}, {"LNLLLLLDL", "LLLLL"}, {"LNLHLLLLLL", "LLLLLL"}, {"LLLLLNL", "LLLLL"},
	}[:longtest.Of(2, 4)] {
		q := Question{Pairs: computed.Pairs{N: n, Word: x.word}, Delta: 0.1, Walks: 2, Decks: 100, Steps: 20}
		for _, l := range a.Letters {
			if strings.ContainsRune(x.word, rune(l.Name)) {
				q.Letters = append(q.Letters, l.Letter)
			}
		}
		record, err := q.Answer(t.Context(), run.Options{Threads: 1, Memory: 1 << 30})
		if x.part == "" {
			if err == nil {
				t.Errorf("%s: %+v", x.word, record)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		r := record.(results.TVD)
		w := must.Have(a.Parse(x.word))(t)
		exact := lawtest.LawOf(t, a.Alphabet, w).TVD().Float
		if r.Part != x.part || r.Decks.Int64() != 100 || r.Upper < exact || r.Lower > exact || r.Upper > 0.9 {
			t.Errorf("%s, exactly %v: %+v", x.word, exact, r)
		}
		if follows, _, err := q.Follows(t.Context(), run.Options{Threads: 1, Memory: 1 << 30}, r); err != nil ||
			follows.(results.TVD).Part != x.part || follows.(results.TVD).Dealt.Int64() != r.Dealt.Int64() {
			t.Errorf("%s: %+v follows of %+v: %v", x.word, follows, r, err)
		}
	}
}

// Intervals share the probability, and the last has as many decks as a question may ask for.
func TestIntervalsShare(t *testing.T) {
	const delta = 0.05
	sum := 0.0
	for k := 1; k <= maxIntervals; k++ {
		sum += intervalDelta(delta, k)
	}
	if !(sum < delta && sum > 0.95*delta) || intervalDelta(delta, 0) != delta {
		t.Errorf("intervals take %v of %v", sum, delta)
	}
	if intervalDecks(1) != 256 || intervalDecks(maxIntervals) != densities.MaxDecks {
		t.Errorf("intervals of %d to %d decks", intervalDecks(1), intervalDecks(maxIntervals))
	}
}

// Walks narrow the lower end of a narrow interval only where a test may miss much of the distance: after RDRR, but not after
// RRDRR, whose distance of nine cards is 0.0887.
func TestBothEnds(t *testing.T) {
	for text, both := range map[string]bool{"RDRR": true, "RRDRR": false} {
		pairs := spelled(t, 9, text, "D=deal(piles=3)")
		q := Question{Pairs: pairs, Delta: 0.01, Seed: 1, Walks: 2, Width: narrowWidth, Decks: 1}
		l := must.Have(q.estimation(t.Context(), run.Options{Memory: 1 << 30}))(t)
		must.Do(t, l.prove(t.Context()))
		if err := l.test(t.Context(), 1./4); err != nil || l.spec.Both != both {
			t.Errorf("%s: both ends %t, %v; want %t", text, l.spec.Both, err, both)
		}
	}
}

// Estimates lie within the interval, or there are none: of five letters of seven cards 0.91944 is exact, and a test that
// walks add nothing to said 0.8906 ± 0.0009 for the upper end too.
func TestEstimatesWithin(t *testing.T) {
	shown := 0
	for _, c := range []struct {
		word    string
		n, deck int
		steps   int
		width   float64
		without bool // an upper estimate
	}{
		{"CCCLC", 7, 64, 20, 0.05, true}, {"RRHRR", 8, 64, 3, 0.05, false}, {"RDRRD", 9, 64, 2, 0.02, false}, {"RHRRD", 12, 32, 2, 0.02, false},
		{"RRDRR", 12, 256, 200, 0.05, false}, {"RDRDR", 12, 16, 2, 0.03, false}, {"RRR", 12, 256, 0, 0.05, false},
	} {
		letters := must.Have(notation.New(c.n, []byte("CDHLR"), "literal", []string{"D=deal(piles=3)", "H=hindu(mean=3,sd=1)", "L=clumpy(switch=13/20)"}))(t)
		for seed := range number.Uint(4) {
			q := Question{Pairs: computed.Pairs{N: c.n, Letters: letters, Word: c.word}, Delta: 1e-6, Seed: seed + 13, Walks: 2, Width: c.width, Decks: c.deck, Steps: c.steps}
			r := must.Have(run.AnswerTo[results.TVD](t.Context(), q, run.Options{Threads: 1, Memory: 1 << 30}))(t)
			for _, e := range [][2]*float64{{r.EstimateLow, r.EstimateLowSE}, {r.EstimateHigh, r.EstimateHighSE}} {
				if (e[0] == nil) != (e[1] == nil) || e[0] != nil && (*e[0] < r.Lower || *e[0] > r.Upper || *e[1] <= 0) {
					t.Errorf("%s, seed %d: %+v", c.word, q.Seed, r)
				}
				if e[0] != nil {
					shown++
				}
			}
			if c.without && r.EstimateHigh != nil {
				t.Errorf("%s, seed %d: %v ± %v from above", c.word, q.Seed, *r.EstimateHigh, *r.EstimateHighSE)
			}
		}
	}
	if shown < 20 {
		t.Errorf("%d estimates are shown", shown)
	}
}

// Words that can be dealt, but neither walked on nor tested by pairs of cards, have a lower end by a statistic, as good as
// that of a sample.
func TestByStatistic(t *testing.T) {
	for _, c := range []struct {
		model, word string
		n           int
		least       float64
	}{
		{"overhand", "LLLLLLLLLLLLLLLLLLLLLLLLLLLLLL", 80, 0.6}, {"shelf(m=4)", "LCL", 52, 0.03},
	} {
		pairs := spelled(t, c.n, c.word, "L="+c.model)
		q := Question{Pairs: pairs, Delta: 1e-6, Walks: 2, Width: 0.05, Seed: 1}
		env := run.Options{Memory: 1 << 30}
		r := must.Have(run.AnswerTo[results.TVD](t.Context(), q, env))(t)
		s, err := run.AnswerTo[results.Sample](t.Context(), deals.Sampling{N: c.n, Letters: pairs.Letters, Word: pairs.Word, Deals: 1e5, Seed: 1, Delta: 1e-6}, env)
		if err != nil || r.LowerBy != densities.ByTest || r.Lower < c.least || r.Lower < s.TVDLow-0.002 || r.Lower == s.TVDLow {
			t.Errorf("%s of %s: at least %v by %s, a sample says %v, %v", c.word, c.model, r.Lower, r.LowerBy, s.TVDLow, err)
		}
		again, err := run.AnswerTo[results.TVD](t.Context(), q.reached(r), run.Options{Memory: 1 << 30, Threads: 1})
		if again.QuestionText = r.QuestionText; err != nil || !reflect.DeepEqual(again, r) {
			t.Errorf("%s: %+v\n%+v, %v", c.word, r, again, err)
		}
		if _, _, err := q.Follows(t.Context(), env, r); err != nil {
			t.Error(err)
		}
	}
}

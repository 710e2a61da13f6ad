package decks

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"dovetail/exact/law"
	"dovetail/exact/law/lawtest"
	"dovetail/exact/word"
	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/render"
	"dovetail/search/anneal/annealtest"
	"dovetail/search/run"
)

func hands(t *testing.T, q Hands, threads int) results.Hands {
	t.Helper()
	r := must.Have(q.Answer(t.Context(), run.Options{Threads: threads}))(t)
	return r.(results.Hands)
}

// Intervals of some hands hold the exact distances, all together; ideal is what the fair riffle has.
func TestHandsHold(t *testing.T) {
	const delta = 0.1
	const n, most = 7, 5
	missed, seeds := 0, longtest.Of(2, 12)
	riffles := []string{"clumpy(switch=13/20)", "riffle(cut=normal,sd=1)", "riffle(cut=binomial,p=2/5)", "clumpy(switch=2/5,cut=half)"}
	for _, riffle := range riffles {
		a := lawtest.Small(t, n, "Y="+riffle+" R")
		laws := must.Have(law.Compile(t.Context(), n, a.Models(), 4<<30))(t)
		chain := law.NewChain(laws, 2)
		far := func(letter byte, k int) (sum float64) {
			l := must.Have(chain.Word(t.Context(), bytes.Repeat(word.Word{letter}, k)))(t)
			for d := range l.Decks() {
				sum += max(0, 1/float64(l.Decks())-l.Probability(d))
			}
			return sum
		}
		for seed := range seeds {
			q := Hands{N: n, Riffle: riffle, From: 1, To: most, Delta: delta, Steps: 12, Decks: 200, Seed: number.Uint(seed)}
			if seed%2 == 1 { // by stages, with a small test before
				q.Decks = 0
				q.Stages = []int{isCoarse, isTested, isTested + largeInterval, isTested + 1, isTested + 2}
			}
			failed := false
			for _, row := range hands(t, q, 2).Rows {
				x := far(0, row.Shuffles)
				failed = failed || row.TVDLow > x+1e-9 || row.TVDHigh < x-1e-9
				if fair := far(1, row.Shuffles); math.Abs(row.Ideal-fair) > 1e-9 {
					t.Errorf("ideal %v, by the law %v", row.Ideal, fair)
				}
				if off := math.Abs(*row.Estimate - x); off > 6*seOf(row)+0.03 {
					t.Errorf("%s, %d riffles: %v ± %v, exactly %v", riffle, row.Shuffles, *row.Estimate, seOf(row), x)
				}
			}
			if failed {
				missed++
			}
		}
	}
	if missed > annealtest.MaxMissed(seeds*len(riffles), delta) {
		t.Errorf("%d of %d answers have an interval that does not hold", missed, seeds*len(riffles))
	}
}

// What is asked again by the stages that were reached in a time is the same for any threads.
func TestHandsAgain(t *testing.T) {
	q := Hands{N: 12, Riffle: "clumpy(switch=13/20,cut=chain)", From: 1, To: 4, Delta: 1e-3, Seed: 3, Steps: 20, Width: 0.1,
		Stages: []int{isCounted, isCoarse, isTested, isTested + 1}}
	one, many := hands(t, q, 1), hands(t, q, 3)
	if !reflect.DeepEqual(one, many) {
		t.Errorf("%+v\nby three threads %+v", one, many)
	}
	if q.Stages[0] != 0 || one.Rows[0].TVDHigh != 1 || one.Rows[2].Tested != earlyDecks || one.Rows[3].Decks != intervalDecks(1) {
		t.Errorf("%+v", one.Rows)
	}
	q.Stages, q.Time = nil, 50*time.Millisecond
	r := hands(t, q, 1)
	again := must.Have(results.Of[Hands]()[q.Schema()](r.Question))(t)
	if same := hands(t, again.(Hands), 2); !reflect.DeepEqual(r, same) {
		t.Errorf("%+v\nasked again %+v", r, same)
	}
}

// The ideal riffle is exact; few riffles are counted.
func TestHandsExact(t *testing.T) {
	r := hands(t, Hands{N: 52, Riffle: "riffle(cut=binomial)", From: 1, To: 12, Delta: 1e-6, Seed: 1, Width: 0.03}, 1)
	if r.Kind != results.Exact || math.Abs(*r.Rows[6].Estimate-0.3340609995) > 1e-10 || r.Needs[0].Shown != 7 || r.Needs[0].Possible != 7 {
		t.Errorf("%+v", r)
	}
	r = hands(t, Hands{N: 52, Riffle: "clumpy(switch=13/20)", From: 1, To: 4, Delta: 1e-6, Seed: 1, Width: 0.03}, 1)
	if r.Kind != results.Bound || r.Rows[3].TVDLow < 1-2e-6 || r.Rows[0].TVDLow < 1-1e-15 || r.Needs[3].Possible != 0 {
		t.Errorf("%+v", r)
	}
}

// A range of numbers of riffles has those alone, with the same intervals where the probability of an error is the same.
func TestHandsOfARange(t *testing.T) {
	q := Hands{N: 7, Riffle: "clumpy(switch=13/20)", From: 1, To: 4, Delta: 4e-3, Seed: 3, Steps: 20, Decks: 100}
	all := hands(t, q, 2)
	q.From, q.Delta = 3, 2e-3
	if some := hands(t, q, 1); !reflect.DeepEqual(some.Rows[1], all.Rows[3]) || some.Rows[0].Shuffles != 3 || len(some.Rows) != 2 {
		t.Errorf("%+v\nof %+v", some.Rows, all.Rows)
	}
}

// A clumpy riffle with a switch of 1/2 is the ideal one, also of 52 cards: its walks estimate what is known exactly.
func TestHalfIsIdeal(t *testing.T) {
	for _, riffle := range []string{"clumpy(switch=1/2)", "clumpy(switch=1/2,cut=binomial)"} {
		r := hands(t, Hands{N: 52, Riffle: riffle, From: 1, To: 8, Delta: 1e-6, Seed: 1, Width: 0.03, Decks: 1024, Steps: 4}, 2)
		for _, row := range r.Rows[4:] {
			off := math.Abs(*row.Estimate - row.Ideal)
			if row.Decks != 1024 || row.TVDLow > row.Ideal || row.TVDHigh < row.Ideal || off > 5*seOf(row) || seOf(row) > 0.02 {
				t.Errorf("%s: %+v", riffle, row)
			}
		}
	}
}

// A price after a small test includes the large one: it is of one size after each interval.
func TestHandsPricesAreOfOneSize(t *testing.T) {
	var seconds []float64
	for k := 1; k <= largeInterval; k++ {
		r := hands(t, Hands{N: 12, Riffle: "clumpy(switch=3/5)", From: 1, To: 4, Delta: 1e-6, Seed: 1, Width: longtest.Of(0.04, 0.02), Steps: 200,
			Stages: []int{0, 0, isTested + k, 0}}, 2)
		if r.Rows[2].Takes != nil {
			seconds = append(seconds, r.Rows[2].Takes.Seconds)
		}
	}
	if len(seconds) < 2 || slices.Max(seconds) > 10*slices.Min(seconds) {
		t.Errorf("prices after intervals: %v", seconds)
	}
}

// A stage that the time ends, even after its test, leaves what the stages before found.
func TestHandsStagesAreWhole(t *testing.T) {
	q := Hands{N: 12, Riffle: "clumpy(switch=13/20)", From: 1, To: 3, Delta: 1e-3, Seed: 1, Width: longtest.Of(0.04, 0.02), Steps: 100,
		Stages: []int{0, 0, isTested + 2}}
	want := must.Have(json.Marshal(hands(t, q, 2)))(t)
	rows, err := q.rows(t.Context(), run.Options{Threads: 2})
	if err == nil {
		err = rows.narrow(t.Context(), run.NewAccount(q.Limits, q.Seconds(), run.Options{Threads: 2}))
	}
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	row := rows.rows[2]
	row.o.Dir = t.TempDir()
	row.o.Begun = func() { // the second time: the walks, after the large test
		if row.r.Tested.Int64() > earlyDecks {
			stop()
		}
	}
	if err := row.next(ctx, q); err == nil {
		t.Fatal("an interval that was ended succeeded")
	}
	if got, err := json.Marshal(rows.record()); err != nil || string(got) != string(want) {
		t.Errorf("%v\n%s, want\n%s", err, got, want)
	}
}

// seOf is the standard error of a row's estimate.
func seOf(row results.HandsRow) float64 {
	if row.EstimateSE == nil {
		return 0
	}
	return *row.EstimateSE
}

// Where no deck was sampled nothing is estimated, unless it is counted: there is a dash, and no point in a picture. Nor is
// there for the last row, whose standard error exceeds its estimate.
func TestHandsUnknown(t *testing.T) {
	q := Hands{N: 20, Riffle: "clumpy(switch=3/5)", From: 1, To: 7, Delta: 1e-6, Seed: 1, Width: 0.02,
		Stages: []int{0, 0, isCoarse, 0, isCoarse, 0, isCoarse}}
	r := hands(t, q, 1)
	text, err := json.Marshal(r.Rows[5])
	if err != nil || r.Rows[0].Estimate == nil || r.Rows[4].Estimate == nil || r.Rows[5].Estimate != nil || r.Rows[5].EstimateSE != nil ||
		strings.Contains(string(text), "estimate") {
		t.Errorf("%s, %v, rows %+v", text, err, r.Rows)
	}
	var page, table strings.Builder
	must.Do(t, errors.Join(render.Records(&page, "text", r), render.Records(&table, "csv", r)))
	if !regexp.MustCompile(`(?m)^ +6 .* - +coarse `).MatchString(page.String()) || !strings.Contains(table.String(), ",,,") {
		t.Errorf("%s\n%s", page.String(), table.String())
	}
	blocks := must.Have(q.Picture(t.Context(), run.Options{}, []results.Record{r}))(t)
	var drawn []string
	for _, s := range blocks[1].(figure.Curve).Series {
		drawn = append(drawn, fmt.Sprint(s.First, len(s.Y)))
	}
	if !slices.Equal(drawn, []string{"1 3", "5 1", "1 7", "1 7", "1 7"}) {
		t.Errorf("drawn: %q", drawn)
	}
	if _, _, err := q.Follows(t.Context(), run.Options{}, r); err != nil {
		t.Error(err)
	}
	r.Rows[4].Estimate = nil
	if _, _, err := q.Follows(t.Context(), run.Options{}, r); err == nil {
		t.Error("decks without an estimate are taken")
	}
}

// Questions that cannot be answered are refused.
func TestHandsCheck(t *testing.T) {
	good := Hands{N: 52, Riffle: "riffle", From: 1, To: 3, Delta: 1e-6}
	for _, change := range []func(q *Hands){
		func(q *Hands) { q.N = 257 }, func(q *Hands) { q.N, q.Riffle = 65, "clumpy(switch=3/5)" }, func(q *Hands) { q.To = 17 }, func(q *Hands) { q.Delta = 1 },
		func(q *Hands) { q.Riffle = "deal" }, func(q *Hands) { q.Riffle = "human" }, func(q *Hands) { q.Riffle = "ashuffle(a=4)" },
		func(q *Hands) { q.Stages = []int{1} }, func(q *Hands) { q.Decks = 1 }, func(q *Hands) { q.Width = math.NaN() },
	} {
		q := good
		if change(&q); q.Check() == nil {
			t.Errorf("%+v is taken", q)
		}
	}
	for _, n := range []int{52, 65, 256} {
		if good.N = n; good.Check() != nil {
			t.Error(good.Check())
		}
	}
}

// Rows that are wider than was asked for say what the width takes.
func TestHandsPriced(t *testing.T) {
	q := Hands{N: 12, Riffle: "clumpy(switch=3/5)", From: 1, To: 3, Delta: 1e-6, Seed: 1, Decks: 140, Steps: 940, Width: 0.1}
	if q.Decks*q.Steps < worthPilot {
		t.Fatal("no pilot")
	}
	r := must.Have(run.AnswerTo[results.Hands](t.Context(), q, run.Options{Memory: 1 << 30}))(t)
	priced := 0
	for i := range r.Rows {
		row := &r.Rows[i]
		wide := row.Decks > 0 && row.TVDHigh-row.TVDLow > q.Width
		if row.Takes == nil && wide && row.Shuffles > 2 || row.Takes != nil && (!wide || row.Takes.Width != q.Width || row.Takes.Seconds <= 0) {
			t.Errorf("%+v takes %+v", *row, row.Takes)
		}
		if row.Takes != nil {
			priced++
		}
	}
	if priced == 0 {
		t.Error("no row is wide")
	}
}

// What asking again takes follows the walks of the record: that of switch 0.65 took 49 minutes of a processor that others
// used too, where its question, which knows no sweeps, says 13.
func TestHandsPrice(t *testing.T) {
	q := Hands{N: 52, From: 1, To: 10, Stages: []int{0, 0, 0, 0, 5, 6, 6, 6, 6, 6}}
	r := results.Hands{Rows: make([]results.HandsRow, 10)}
	for i, steps := range []int{1236, 2282, 5206, 13278, 25721, 88872} {
		r.Rows[4+i] = results.HandsRow{Decks: intervalDecks(q.Stages[4+i] - isTested), Steps: steps, Tested: 1 << 21}
	}
	if again := q.Again(r) / 60; again < 25 || again > 98 {
		t.Errorf("%v minutes", again)
	}
}

// Work is heeded from the first stage on: numbers of riffles that it does not reach are counted.
func TestHandsHeedWork(t *testing.T) {
	const work = 200 * time.Millisecond
	q := Hands{N: 52, Riffle: "clumpy(switch=3/5)", From: 1, To: 12, Delta: 1e-6, Seed: 1, Width: 0.03, Limits: run.Limits{Work: number.Duration(work)}}
	r := hands(t, q, 1)
	var asked Hands
	must.Do(t, json.Unmarshal(r.Question, &asked))
	spent, sampled := 0.0, 0
	for i, row := range r.Rows {
		spent += asked.seconds(row.Shuffles, asked.Stages[i])
		if row.Decks > 0 {
			sampled++
		}
	}
	if most := work.Seconds(); spent > most || q.Seconds() != most || sampled == 0 || sampled == len(r.Rows) {
		t.Errorf("%v s are spent of %v s, said to be %v s, on %d rows", spent, most, q.Seconds(), sampled)
	}
	if again := hands(t, asked, 2); !reflect.DeepEqual(again.Rows, r.Rows) {
		t.Error("the stages reached lead to other rows")
	}
}

// Decks that are given are priced with the pilot and the test that they have: 1,000 decks after seven riffles took 26 s.
func TestHandsPriceOfGivenDecks(t *testing.T) {
	q := Hands{N: 52, From: 7, To: 7, Decks: 1000, Steps: 300, Width: 0.03}
	if seconds := q.Seconds(); seconds < 13 || seconds > 52 {
		t.Errorf("%v s", seconds)
	}
	if q.Steps = 100; q.Seconds() > 1 {
		t.Errorf("%v s without a pilot", q.Seconds())
	}
}

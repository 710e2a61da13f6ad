package decks

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"dovetail/perm/must"
	"dovetail/perm/number"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/search/computed"
	"dovetail/search/run"
)

func pilesOf(t *testing.T, n int, word string, from, to int) Piles {
	spelling := notation.Spelling{N: n, Preset: "literal"}
	letters, word, err := spelling.Own(word)
	if err != nil {
		t.Fatal(err)
	}
	return Piles{Pairs: computed.Pairs{N: n, Letters: letters, Word: word}, From: from, To: to, Gathered: inOrder, Delta: 1e-6, Seed: 1}
}

func tvdOf(t *testing.T, law results.DeckLaw) float64 {
	x, _ := must.Have(number.ParseRat(law.TVD))(t).Float64()
	return x
}

// Each row is the distance of the word with the deal written out, by the law on all orders.
func TestPilesHold(t *testing.T) {
	for gathered, order := range map[string]map[int]string{
		inOrder:  {1: "1", 3: "1-2-3", 6: "1-2-3-4-5-6"},
		oddEven:  {1: "1", 2: "1-2", 5: "1-3-5-2-4", 6: "1-3-5-2-4-6"},
		backward: {2: "2-1", 6: "6-5-4-3-2-1"},
		bothEnds: {1: "1", 2: "1-2", 5: "1-5-2-4-3", 6: "1-6-2-5-3-4"},
		random:   {1: "1"},
	} {
		q := pilesOf(t, 6, "RDR", 1, 6)
		q.Gathered = gathered
		r := must.Have(run.AnswerTo[results.Piles](t.Context(), q, run.Options{}))(t)
		for piles, order := range order {
			one := pilesOf(t, 6, "RDR", 1, 1).Pairs
			must.Do(t, one.Letters[1].UnmarshalText([]byte("D=deal(order="+order+")")))
			want := must.Have(run.AnswerTo[results.DeckLaw](t.Context(), computed.Law{N: 6, Letters: one.Letters, Word: one.Word}, run.Options{}))(t)
			row := r.Rows[piles-1]
			tvd := tvdOf(t, want)
			if row.Piles != piles || row.Lower > tvd || tvd > row.Upper || row.Upper-row.Lower > 1e-12 || row.Models[1] != one.Letters[1].String() {
				t.Errorf("%d piles %s: %v to %v of %s, want %v", piles, gathered, row.Lower, row.Upper, row.Models, tvd)
			}
		}
		if r.Kind != results.Exact || r.Worse() == 0 {
			t.Errorf("%s is %s, with %d piles worse than riffles", gathered, r.Kind, r.Worse())
		}
	}
}

// Tested rows contain the exact distance, are the same with any number of threads, and follow from their decks.
func TestPilesAreTested(t *testing.T) {
	q := pilesOf(t, 10, "RDR", 3, 4)
	r := must.Have(run.AnswerTo[results.Piles](t.Context(), q, run.Options{Threads: 1}))(t)
	again := must.Have(run.AnswerTo[results.Piles](t.Context(), q, run.Options{Threads: 3}))(t)
	if r.Kind != results.Sampled || math.Abs(r.Delta()-q.Delta) > 1e-20 || results.Canonical(q) == "" {
		t.Errorf("%s with delta %v", r.Kind, r.Delta())
	}
	for i, row := range r.Rows {
		one := must.Have(q.with(row.Piles))(t)
		law := must.Have(run.AnswerTo[results.DeckLaw](t.Context(), computed.Law{N: 10, Letters: one.Letters, Word: one.Word}, run.Options{}))(t)
		if tvd := tvdOf(t, law); row.Lower > tvd || tvd > row.Upper || row.Lower < tvd/2 || again.Rows[i].Lower != row.Lower {
			t.Errorf("%d piles: %v and %v to %v, want %v", row.Piles, row.Lower, again.Rows[i].Lower, row.Upper, tvd)
		}
	}
	if _, _, err := q.Follows(t.Context(), run.Options{}, r); err != nil {
		t.Error(err)
	}
	r.Rows[1].Lower = 1
	if _, _, err := q.Follows(t.Context(), run.Options{}, r); err == nil || !strings.Contains(err.Error(), "4 piles") {
		t.Errorf("a lower end of 1 gives %v", err)
	}
}

// All six orders of three piles are drawn, each about as often.
func TestPilesInRandomOrder(t *testing.T) {
	drawn := map[string]int{}
	for seed := range 600 {
		drawn[fmt.Sprint(Piles{Gathered: random, Seed: number.Uint(seed)}.order(3))]++
	}
	for order, times := range drawn {
		if len(drawn) != 6 || times < 60 || times > 140 {
			t.Errorf("%s: %d of 600, of %d orders", order, times, len(drawn))
		}
	}
}

// What is known when a comparison is stopped is the answer to a smaller question, whose parts of delta are the same.
func TestStoppedPiles(t *testing.T) {
	for most := 1; most <= 60; most++ {
		part := 1e-6 / float64(most+7)
		if parts, whole := share(part, most); whole/float64(parts) != part || parts < most-1 || parts > most {
			t.Errorf("%v is no part of %v for %d of %d", part, whole, parts, most)
		}
	}
	begun, most := 0, math.MaxInt
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	o := run.Options{Threads: 1, Begin: func(run.Task) {
		if begun++; begun > most {
			stop()
		}
	}}
	must.Have(pilesOf(t, 10, "RDR", 3, 3).Answer(ctx, o))(t)
	begun, most = 0, begun // the tasks of one row
	_, err := pilesOf(t, 10, "RDR", 3, 5).Answer(ctx, o)
	known := results.Known(err)
	if len(known) != 1 {
		t.Fatal(err)
	}
	r := known[0].(results.Piles)
	var asked Piles
	must.Do(t, json.Unmarshal(r.Question, &asked))
	if len(r.Rows) != asked.To-asked.From+1 || asked.Check() != nil {
		t.Errorf("%d rows of %+v: %v", len(r.Rows), asked, asked.Check())
	}
	if _, _, err := asked.Follows(t.Context(), run.Options{}, r); err != nil {
		t.Error(err)
	}
}

func TestPilesRefused(t *testing.T) {
	for want, edit := range map[string]func(*Piles){
		"out of range 1..52": func(q *Piles) { q.To = 53 },
		"is not one of":      func(q *Piles) { q.Gathered = "in order" },
		"give --decks too":   func(q *Piles) { q.Steps = 5 },
		"has no deal":        func(q *Piles) { q.Letters, q.Word = q.Letters[:1], "R" },
	} {
		q := pilesOf(t, 52, "RD", 2, 26)
		if edit(&q); q.Check() == nil || !strings.Contains(q.Check().Error(), want) {
			t.Errorf("%v, want %q", q.Check(), want)
		}
	}
}

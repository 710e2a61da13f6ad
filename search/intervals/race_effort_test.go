package intervals

import (
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dovetail/exact/law/lawtest"
	"dovetail/perm/must"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/search/run"
	"dovetail/search/words"
)

// budget8 is a race of words of all lengths.
func budget8(t *testing.T, seed number.Uint) (Race, words.Query) {
	t.Helper()
	q, _ := race8(t, 1, seed)
	q.Budget = Budget{Effort: "D=1.3,H=0.9,R=1", Within: 3.1}
	q.Rounds = 3
	q.M = q.Longest(q.Letters)
	query := must.Have(q.Query(t.Context(), nil))(t)
	return q, query
}

// Every word that fits is there, and no other; every interval holds the exact distance, and at every effort
// the best word is one that could be best.
func TestBudgetHolds(t *testing.T) {
	q, query := budget8(t, 1)
	if err := q.Check(); err != nil || q.M != 3 {
		t.Fatal(q.M, err)
	}
	r := must.Have(q.run(t.Context(), query, run.Options{Threads: 2}))(t)
	each := map[rune]int{'D': 13, 'H': 9, 'R': 10}
	effort := func(word string) (tenths int) {
		for _, c := range word {
			tenths += each[c]
		}
		return tenths
	}
	var want, got []string
	for all := []string{""}; len(all) > 0; {
		var longer []string
		for _, w := range all {
			for c := range each {
				if x := w + string(c); effort(x) <= 31 {
					longer = append(longer, x)
				}
			}
		}
		want, all = append(want, longer...), longer
	}
	exact := exactTVD(t, query)
	far := map[string]*big.Rat{}
	for _, w := range r.All {
		got = append(got, w.Word)
		if far[w.Word] = big.NewRat(40319, 40320); len(w.Core()) > 0 {
			far[w.Word] = exact(w.Core())
		}
		slack, d := big.NewRat(1, 1e12), far[w.Word]
		if new(big.Rat).Sub(w.Low, slack).Cmp(d) > 0 || new(big.Rat).Add(w.High, slack).Cmp(d) < 0 {
			t.Errorf("%s has %s, not in [%s, %s]", w.Word, d.FloatString(6), w.Low.FloatString(6), w.High.FloatString(6))
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the words are %v, not %v", got, want)
	}
	frontier := r.Buys().Frontier
	if len(frontier) < 2 {
		t.Fatalf("the frontier is %+v", frontier)
	}
	for _, f := range frontier {
		best := f.Word
		for word, d := range far {
			if float64(effort(word)) <= 10*f.Effort+1e-9 && d.Cmp(far[best]) < 0 {
				best = word
			}
		}
		if high, _ := number.ParseRat(f.TVDHigh); f.Count <= len(f.Words) && !slices.Contains(f.Words, best) || far[best].Cmp(high) > 0 {
			t.Errorf("%s is best at %v, and the frontier has %+v", best, f.Effort, f)
		}
	}
}

// A race within a budget is the same for any number of threads; what its record says of efforts follows from
// its rows, and no other passes.
func TestBudgetAgain(t *testing.T) {
	q, query := budget8(t, 1)
	q.Rounds = 1
	proved := must.Have(rankByBounds(t.Context(), query, q.Budget, false, run.Options{}))(t)
	var first results.BoundRank
	for threads := 1; threads <= 2; threads++ {
		r := must.Have(q.run(t.Context(), query, run.Options{Threads: threads}))(t)
		record := r.record()
		if threads == 1 {
			first = record
		}
		if !reflect.DeepEqual(text(t, record), text(t, first)) {
			t.Errorf("by %d threads another record", threads)
		}
	}
	if err := q.consistent(first, proved); err != nil {
		t.Error(err)
	}
	for what, change := range map[string]func(*results.Budget){
		"another effort": func(b *results.Budget) { b.Frontier[0].Effort++ },
		"another word":   func(b *results.Budget) { b.Frontier[0].Word = "HH" },
		"a row less":     func(b *results.Budget) { b.Frontier = b.Frontier[1:] },
	} {
		record, budget := first, *first.Budget
		budget.Frontier = slices.Clone(budget.Frontier)
		change(&budget)
		record.Budget = &budget
		if q.consistent(record, proved) == nil {
			t.Errorf("%s passes", what)
		}
	}
}

// Budgets that leave no words, too many, or no effort for a letter are refused; sums of decimals are exact.
func TestBudgetChecks(t *testing.T) {
	q, _ := budget8(t, 1)
	for effort, within := range map[string]float64{
		"D=1,H=1": 3, "D=1,H=1,R=1,Q=1": 3, "D=1,H=1,R=0": 3, "D=5,H=5,R=5": 4, "D=1,H=1,R=0.01": 3, "R": 1, "D=1,D=1,H=1,R=1": 3,
	} {
		if err := (Budget{Effort: effort, Within: within}).Check(q.Letters); err == nil || !strings.Contains(err.Error(), "=") {
			t.Errorf("%s within %v: %v", effort, within, err)
		}
	}
	b := Budget{Effort: "D=9,H=9,R=0.1", Within: 0.3}
	if got := b.Longest(q.Letters); got != 3 {
		t.Errorf("three times 0.1 within 0.3 are %d letters", got)
	}
	each := must.Have(ParseEffort("R=5/9,H=1/4,D=9"))(t)
	b = Budget{Effort: SpellEffort(each), Within: 5}
	if got := len(b.Words(q.Letters[1:2])); b.Effort != "D=9,H=0.25,R=5/9" || got != 0 {
		t.Errorf("efforts are spelled %s", b.Effort)
	}
}

// Words that no proof bounds from above race too: those of riffles by hands are walked on, within their time.
func TestBudgetOfHands(t *testing.T) {
	q, _ := race8(t, 1, 1)
	q.Letters[1].Model = lawtest.Small(t, 8, "L=clumpy(switch=13/20)").Letters[0].Model
	q.Budget = Budget{Effort: "D=4,H=3,R=2", Within: 6}
	q.M, q.Rounds = q.Longest(q.Letters), 2
	query := must.Have(q.Query(t.Context(), nil))(t)
	r := must.Have(q.run(t.Context(), query, run.Options{Threads: 2}))(t)
	if f := r.Buys().Frontier; len(f) == 0 || f[len(f)-1].Word != "RRR" {
		t.Errorf("the frontier is %+v", f)
	}
}

package words

import (
	"context"
	"fmt"
	"testing"

	"dovetail/exact/bound"
	"dovetail/perm/longtest"
	"dovetail/search/run"
)

// Intervals do not depend on the number of threads, nor on what was proved before.
func TestBoundsThreads(t *testing.T) {
	q := query(t, 12, 4, 4, "HRD", ByConvergence, 10, "H=hindu(mean=3,sd=1)")
	laws, err := pairLaws(context.Background(), q.Alphabet)
	if err != nil {
		t.Fatal(err)
	}
	starts := endPairs(12)
	var want string
	for _, threads := range []int{1, 2, 8} {
		r, err := RankByBounds(context.Background(), q, run.Options{Threads: threads})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, w := range r.All {
			got += fmt.Sprintln(w.Word, w.CRank, w.Interval)
			if threads > 1 {
				continue
			}
			core := coreOf(q.Alphabet, w.Row)
			alone, err := bound.NewProver(q.Alphabet, laws, starts, 1).Word(context.Background(), []byte(core), false)
			if err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(alone) != fmt.Sprint(w.Interval) {
				t.Errorf("%s: %v alone, %v among others", w.Word, alone, w.Interval)
			}
		}
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%d threads: another ranking", threads)
		}
	}
}

// The best word is proved up to four letters, and open from five: the long tests try these.
func TestBestProved(t *testing.T) {
	if testing.Short() {
		t.Skip("long without assembly")
	}
	for m, contenders := range []int{1: 1, 2: 1, 3: 1, 4: 1, 5: 4}[:longtest.Of(4, 6)] {
		if m == 0 {
			continue
		}
		r, err := RankByBounds(context.Background(), query(t, 52, m, m, "HRD", ByConvergence, 1), run.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Contenders) != contenders || r.Proved != (m <= 4) {
			var words []string
			for _, w := range r.Contenders {
				words = append(words, w.Word)
			}
			t.Errorf("m=%d: %d contenders %v, proved %v", m, len(r.Contenders), words, r.Proved)
		}
	}
}

// All 2,187 intervals at 52 cards.
func BenchmarkBounds7(b *testing.B) {
	q := query(b, 52, 7, 7, "HRD", ByConvergence, 10)
	for b.Loop() {
		if _, err := RankByBounds(context.Background(), q, run.Options{Threads: 1}); err != nil {
			b.Fatal(err)
		}
	}
}

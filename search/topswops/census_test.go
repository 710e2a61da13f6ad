package topswops

import (
	"slices"
	"testing"

	"dovetail/perm/topswops"
	"dovetail/search/run"
	"dovetail/search/run/runtest"
)

func TestCensusAgainstAllDecks(t *testing.T) {
	for n := 1; n <= 9; n++ {
		var want []uint64
		var sources uint64
		all(n, func(cards []int) {
			moves := int(topswops.Pack(cards).Play().Moves)
			for len(want) <= moves {
				want = append(want, 0)
			}
			want[moves]++
			home := false
			for p, v := range cards {
				home = home || p > 0 && p == v
			}
			if !home {
				sources++
			}
		})
		for _, threads := range []int{1, 2, 8} {
			got, err := census(t.Context(), n, run.Options{Threads: threads})
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("n=%d: %v, %v, want %v", n, got, err, want)
			}
		}
		if got := Sources(n); got != sources {
			t.Errorf("n=%d: %d decks without a predecessor, want %d", n, got, sources)
		}
	}
}

func TestCensusJob(t *testing.T) { runtest.Test(t, everyDeck{7}) }

func FuzzCensusMerge(f *testing.F) { runtest.FuzzMerge(f, everyDeck{7}) }
func FuzzCensusTask(f *testing.F)  { runtest.FuzzTask(f, everyDeck{7}) }

func BenchmarkCensus12(b *testing.B) {
	for b.Loop() {
		census(b.Context(), 12, run.Options{Threads: 1})
	}
}

package topswops

import (
	"testing"

	"dovetail/perm/longtest"
	"dovetail/perm/topswops"
	"dovetail/search/run"
)

// bench walks with the known lengths, for figures that compare bounds.
func benchWalk(b *testing.B, n, t int) {
	for b.Loop() {
		h := halved(n, t)
		w := newWalk(n, h, reach(knownLengths(n-1)))
		found := 0
		w.leaf = func(node) { found++ }
		x := root()
		start := run.CPUTime()
		w.from(&x)
		b.ReportMetric((run.CPUTime() - start).Seconds(), "cpu-s")
		s := w.stats()
		var nodes, visits uint64
		for m := range s.Nodes {
			nodes += s.Nodes[m]
			visits += s.Visits[m]
		}
		b.ReportMetric(float64(found), "decks")
		b.ReportMetric(float64(nodes), "nodes")
		b.ReportMetric(float64(visits), "visits")
	}
}

func knownLengths(n int) []int {
	return []int{0, 0, 1, 2, 4, 7, 10, 16, 22, 30, 38, 51, 65, 80, 101, 113, 139, 159, 191, 221, 249, 282}[:n+1]
}

func BenchmarkHalving13(b *testing.B) { benchWalk(b, 13, 80) }
func BenchmarkHalving14(b *testing.B) { benchWalk(b, 14, 101) }
func BenchmarkHalving15(b *testing.B) { benchWalk(b, 15, 113) }

// The unpruned tree has every deck once, whatever the cuts.
func TestUnprunedTreeHasEveryDeckOnce(t *testing.T) {
	for n := 1; n <= 9; n++ {
		want := 1
		for i := 2; i <= n; i++ {
			want *= i
		}
		for _, length := range []int{0, 5, 10, 20, 40} {
			if n == 9 && length != 10 && !longtest.On() {
				continue
			}
			testUnpruned(t, n, length, want)
		}
	}
}

func testUnpruned(t *testing.T, n, length, want int) {
	w := newWalk(n, halved(n, length).unpruned(), unbounded(0))
	seen := make(map[topswops.Deck]bool, want)
	w.leaf = func(x node) {
		y := rooted(x.deck, n)
		if y.flat = x.flat; y != x {
			t.Fatalf("n=%d: %v has the game of %v", n, y, x)
		}
		seen[x.deck] = true
	}
	x := root()
	w.from(&x)
	if got := int(w.Nodes[n]); got != want || len(seen) != want {
		t.Errorf("n=%d, cuts for %d: %d decks, %d different, want %d", n, length, got, len(seen), want)
	}
}

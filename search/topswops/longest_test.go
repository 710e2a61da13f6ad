package topswops

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"dovetail/perm/topswops"
	"dovetail/search/run"
)

func TestLongestAgainstThePublished(t *testing.T) {
	for n := 1; n <= 12; n++ {
		halving, err := Longest(t.Context(), n, Options{})
		if err != nil {
			t.Fatal(err)
		}
		forward, err := Longest(t.Context(), n, Options{Forward: true})
		if err != nil {
			t.Fatal(err)
		}
		want, _ := KnownAt(n)
		if halving.Best != want.Length || int(halving.Found.Count) != want.Decks {
			t.Errorf("n=%d: %d moves by %d decks, want %v", n, halving.Best, halving.Found.Count, want)
		}
		if forward.Best != halving.Best || !slices.EqualFunc(forward.Decks, halving.Decks, slices.Equal[[]int]) {
			t.Errorf("n=%d: the engines differ: %d %v and %d %v", n, halving.Best, halving.Decks, forward.Best, forward.Decks)
		}
	}
}

// Every length, with each bound on and off, in one piece and in shards, in
// tasks large and small, against playing all decks.
func TestAtLeastAgainstAllDecks(t *testing.T) {
	for n := 1; n <= 8; n++ {
		decks := map[int][][]int{}
		all(n, func(cards []int) {
			moves := int(topswops.Pack(cards).Play().Moves)
			decks[moves] = append(decks[moves], ranked(slices.Clone(cards)))
		})
		f := knownLengths(n - 1)
		var want [][]int
		for least := f[n-1] + n; least >= 0; least-- {
			want = append(want, decks[least]...)
			slices.SortFunc(want, slices.Compare)
			for _, q := range []Query{
				{Lengths: f}, {}, {Lengths: f, Whole: true}, {Whole: true},
			} {
				q.N, q.Least, q.All = n, least, true
				var parts []*run.State
				shards := uint32(1 + least%3*3)
				for i := range shards {
					_, s, err := run.Run(t.Context(), question{q, uint64(1 + least*97)}, run.Options{Threads: 1 + least%2*7, Shard: run.Shard{I: i + 1, N: shards}})
					if err != nil {
						t.Fatal(err)
					}
					parts = append(parts, s)
				}
				j, err := run.Combine(question{q, uint64(1 + least*97)}, parts...)
				if err != nil {
					t.Fatal(err)
				}
				if got := j.total.sorted().Decks; !slices.EqualFunc(got, want, slices.Equal[[]int]) {
					t.Fatalf("n=%d least=%d %+v: %d decks, want %d", n, least, q, len(got), len(want))
				}
			}
		}
	}
}

// all yields every deck of n cards in lexicographic order.
func all(n int, yield func(cards []int)) {
	cards := counting(n)
	var place func(p int)
	place = func(p int) {
		if p == n {
			yield(cards)
			return
		}
		for q := p; q < n; q++ {
			cards[p], cards[q] = cards[q], cards[p]
			place(p + 1)
			cards[p], cards[q] = cards[q], cards[p]
		}
	}
	place(0)
}

// A run that is stopped again and again, and resumed, finds the same.
func TestStoppedAndResumed(t *testing.T) {
	const n = 12
	q := question{Query{N: n, Least: 55, All: true, Lengths: knownLengths(n - 1)}, budget}
	whole, _, err := run.Run(t.Context(), q, run.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for stops := 0; ; stops++ {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(5+stops)*time.Millisecond)
		j, _, err := run.Run(ctx, q, run.Options{Threads: 1 + stops%3, Dir: dir})
		cancel()
		var stopped *run.Stopped
		if errors.As(err, &stopped) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		got, _ := j.Total()
		want, _ := whole.Total()
		if string(got) != string(want) {
			t.Errorf("after %d stops:\n%s\nwant\n%s", stops, got, want)
		}
		return
	}
}

func BenchmarkForward13(b *testing.B) {
	var nodes uint64
	for b.Loop() {
		f, err := Forward(b.Context(), 13, 80, knownLengths(12), nil)
		if err != nil {
			b.Fatal(err)
		}
		nodes += Sum(f.Stats.Nodes)
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

package topswops

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/perm/topswops"
	"dovetail/results/games"
	"dovetail/search/run"
)

func TestLongestAgainstThePublished(t *testing.T) {
	for n := 1; n <= longtest.Of(11, 12); n++ {
		bundles := must.Have(ask[games.TopswopsMax](t.Context(), Max{N: n}))(t)
		forward, _ := published(n, bundles.Length, KnownBelow(n))
		want, _ := KnownAt(n)
		if bundles.Length != want.Length || int(bundles.Count.Int64()) != want.Decks {
			t.Errorf("n=%d: %d moves by %v decks, want %v", n, bundles.Length, bundles.Count, want)
		}
		if forward.Best != bundles.Length || !slices.EqualFunc(forward.Decks, bundles.Decks, slices.Equal[[]int]) {
			t.Errorf("n=%d: the engines differ: %d %v and %d %v", n, bundles.Length, bundles.Decks, forward.Best, forward.Decks)
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
	q := atLeast(12, 55)
	whole, _, err := run.Run(t.Context(), q, run.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for stops := 0; ; stops++ {
		ctx, cancel := context.WithCancel(t.Context())
		var begun atomic.Int64
		j, _, err := run.Run(ctx, q, run.Options{Threads: 1 + stops%3, Dir: dir, Begin: func(run.Task) {
			if begun.Add(1) > int64(stops) {
				cancel()
			}
		}})
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
		if stops < 3 {
			t.Errorf("only %d stops", stops)
		}
		return
	}
}

// A list that gets too long is refused: that of one task, of all tasks, and of parts
// together. A list of the allowed length is complete, and counts have no limit.
func TestTooManyDecks(t *testing.T) {
	q := atLeast(8, 10)
	search := func(counted bool, most int, shard run.Shard) (*job, *run.State, error) {
		q := q
		q.CountOnly = counted
		return run.Run(t.Context(), scarce{q, most}, run.Options{Shard: shard})
	}
	j, _, err := search(true, 0, run.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	count := int(j.total.Count)
	if j, _, err = search(false, count, run.Shard{}); err != nil || len(j.total.Decks) != count {
		t.Errorf("%d decks: %v", count, err)
	}
	for _, most := range []int{count - 1, 3} {
		if _, _, err = search(false, most, run.Shard{}); err == nil || !strings.Contains(err.Error(), "--count-only") {
			t.Errorf("%d of %d decks: %v", most, count, err)
		}
	}
	var parts []*run.State
	for i := range uint32(2) {
		_, s, err := search(false, count-1, run.Shard{I: i + 1, N: 2})
		if !errors.As(err, new(*run.PartDone)) {
			t.Fatal(err)
		}
		parts = append(parts, s)
	}
	if _, _, err := run.Run(t.Context(), scarce{q, count - 1}, run.Options{Parts: parts}); err == nil {
		t.Error("too many decks merge")
	}
}

// scarce is a question whose answer lists fewer decks.
type scarce struct {
	search
	Most int
}

func (q scarce) Job() (*job, error) {
	j, err := q.search.Job()
	if err == nil {
		j.most = q.Most
	}
	return j, err
}

// All lengths on nine cards against playing all decks. Lists are compared down
// to 20 moves, and counts, of up to all the decks, below, there of a part of the lengths.
func TestAtLeastOnNineCards(t *testing.T) {
	const n, listed = 9, 20
	counts := make([]uint64, n*n)
	decks := map[int][][]int{}
	all(n, func(cards []int) {
		moves := int(topswops.Pack(cards).Play().Moves)
		counts[moves]++
		if moves >= listed {
			decks[moves] = append(decks[moves], ranked(slices.Clone(cards)))
		}
	})
	var count uint64
	var want [][]int
	for least := len(counts) - 1; least > 0; least-- {
		count += counts[least]
		want = append(want, decks[least]...)
		if least < listed && least%longtest.Of(5, 1) > 0 {
			continue
		}
		slices.SortFunc(want, slices.Compare)
		q := Max{N: n, AtLeast: least, CountOnly: least < listed, Known: true}
		a := must.Have(ask[games.TopswopsMax](t.Context(), q))(t)
		if a.Count.Uint64() != count {
			t.Errorf("%v decks of %d moves or more, want %d", a.Count, least, count)
		}
		if least >= listed && !slices.EqualFunc(a.Decks, want, slices.Equal[[]int]) {
			t.Errorf("the decks of %d moves or more differ", least)
		}
	}
}

// Lengths and decks of the longest games that end in order, against playing
// all decks and against OEIS A000376.
func TestLongestSorted(t *testing.T) {
	published := []int{0, 0, 1, 2, 4, 7, 10, 16, 22, 30, 38, 51, 63}
	for n := 1; n < len(published); n++ {
		a := must.Have(ask[games.TopswopsMax](t.Context(), Max{N: n, Sorted: true}))(t)
		if a.Length != published[n] {
			t.Errorf("n=%d: %d moves, want %d", n, a.Length, published[n])
		}
		if n > 8 {
			continue
		}
		best, want := -1, [][]int(nil)
		all(n, func(cards []int) {
			x := topswops.Pack(cards).Play()
			if !x.End.Ordered(n) || int(x.Moves) < best {
				return
			}
			if int(x.Moves) > best {
				best, want = int(x.Moves), nil
			}
			want = append(want, ranked(slices.Clone(cards)))
		})
		slices.SortFunc(want, slices.Compare)
		if a.Length != best || !slices.EqualFunc(a.Decks, want, slices.Equal[[]int]) {
			t.Errorf("n=%d: %d moves by %v, want %d by %v", n, a.Length, a.Decks, best, want)
		}
	}
}

// Every deck that ends in order and has at least some moves, against playing
// all decks: front halves make many that end otherwise.
func TestSortedAtLeast(t *testing.T) {
	const n = 8
	for least := 1; least < 23; least++ {
		var want [][]int
		all(n, func(cards []int) {
			if x := topswops.Pack(cards).Play(); int(x.Moves) >= least && x.End.Ordered(n) {
				want = append(want, ranked(slices.Clone(cards)))
			}
		})
		slices.SortFunc(want, slices.Compare)
		q := atLeast(n, least)
		q.Sorted = true
		j, _, err := run.Run(t.Context(), q, run.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := j.total.sorted().Decks; !slices.EqualFunc(got, want, slices.Equal[[]int]) {
			t.Errorf("%d decks of %d moves or more end in order, want %d", len(got), least, len(want))
		}
	}
}

package topswops

import (
	"slices"
	"strings"
	"testing"

	"dovetail/perm/topswops"
	"dovetail/search/run"
)

// A list that gets too long is refused: one task's, that of all tasks, and that
// of parts together. As many as may be are listed, and counts have no end.
func TestTooManyDecks(t *testing.T) {
	q := Query{N: 8, Least: 10, All: true, Lengths: knownLengths(7)}
	search := func(bare bool, most int, shard run.Shard) (*halving, *run.State, error) {
		q := q
		q.Bare = bare
		return run.Run(t.Context(), scarce{question{q, budget}, most}, run.Options{Shard: shard})
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
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, s)
	}
	if _, err := run.Combine(scarce{question{q, budget}, count - 1}, parts...); err == nil {
		t.Error("too many decks merge")
	}
}

// scarce is a question of which the answer lists fewer decks.
type scarce struct {
	question
	Most int
}

func (q scarce) Job() (*halving, error) {
	j := newHalving(q.question)
	j.most = q.Most
	return j, nil
}

// All lengths on nine cards against playing all decks. Lists are compared down
// to 20 moves, and counts, of up to all the decks, below.
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
	for least := len(counts) - 1; least >= 0; least-- {
		count += counts[least]
		want = append(want, decks[least]...)
		slices.SortFunc(want, slices.Compare)
		a, err := AtLeast(t.Context(), n, least, Options{Bare: least < listed, Known: Known})
		if err != nil {
			t.Fatal(err)
		}
		if a.Count != count {
			t.Errorf("%d decks of %d moves or more, want %d", a.Count, least, count)
		}
		if least >= listed && !slices.EqualFunc(a.Decks, want, slices.Equal[[]int]) {
			t.Errorf("the decks of %d moves or more differ", least)
		}
	}
}

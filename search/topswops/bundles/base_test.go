package bundles

import (
	"runtime"
	"testing"

	"dovetail/perm/topswops"
)

// What an end leaves does not depend on what was listed before.
func TestSlacksOfABaseInUse(t *testing.T) {
	const size, need = 7, 4
	low, at := make([]uint8, 1+size*size), NewLevels(size+1, 2*need, []int{need}, nil)
	used := NewBase(at, low)
	slacks := 0
	fresh := NewBase(at, low)
	used.List(used.Bare(), func(topswops.Word, *topswops.Bundle) {})
	fresh.List(fresh.Bare(), func(end topswops.Word, b *topswops.Bundle) {
		var slack [topswops.MaxCards]uint8
		if !used.find([]topswops.Word{end}) || !used.slacks(&used.depths.Of[0], &slack) || slack != b.Slack {
			t.Fatalf("%v has slack %v, after others %v", b.End[:size], b.Slack, slack)
		}
		slacks++
	})
	if slacks < 10 {
		t.Error("only", slacks, "ends")
	}
}

// The decks of an end, which may be billions, are not stored while they are resolved.
func TestResolvedDecksAreNotKept(t *testing.T) {
	const n = 10
	at := NewLevels(n, 0, []int{0}, nil)
	r := NewResolver(at, knownLengths(n-1), NewWork(n))
	r.Over, r.Found = func() bool { return false }, func(topswops.Deck, int) {}
	inOrder := topswops.Word(0)
	for card := range n - 1 {
		inOrder = inOrder.Put(card, card)
	}
	kept := topswops.Bundle{Path: [stepsMax]uint8{keep}}
	r.Resolve(&kept, inOrder)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r.Resolve(&kept, inOrder)
	runtime.ReadMemStats(&after)
	decks := r.work.Decks[n-1] / 2
	if used := after.TotalAlloc - before.TotalAlloc; decks < 1000 || used > 4*decks {
		t.Errorf("%d decks took %d bytes", decks, used)
	}
}

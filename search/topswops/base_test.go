package topswops

import (
	"runtime"
	"testing"

	"dovetail/perm/topswops"
)

// What an end leaves does not depend on what was listed before.
func TestSlacksOfABaseInUse(t *testing.T) {
	const size, need = 7, 4
	low := make([]uint8, 1+size*size)
	used := newBase(size, need, low)
	slacks := 0
	fresh := newBase(size, need, low)
	fresh.list(fresh.bare(), func(end topswops.Word, b *topswops.Bundle) {
		var slack [topswops.MaxCards]uint8
		if !used.measure(end, &slack) || slack != b.Slack {
			t.Fatalf("%v has slack %v, after others %v", unword(end, size), b.Slack, slack)
		}
		slacks++
	})
	if slacks < 10 {
		t.Error("only", slacks, "ends")
	}
}

// The decks of an end, of which there can be billions, are kept nowhere while they are resolved.
func TestResolvedDecksAreNotKept(t *testing.T) {
	const n = 10
	at := newLevels(n, 0, []int{0})
	r := newResolver(at, knownLengths(n-1), newWork(n))
	r.over, r.found = func() bool { return false }, func(topswops.Deck, int) {}
	inOrder := topswops.Word(0)
	for card := range n - 1 {
		inOrder = inOrder.Put(card, card)
	}
	hot := topswops.Bundle{Path: [stepsMax]uint8{keep}}
	r.resolve(&hot, inOrder)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r.resolve(&hot, inOrder)
	runtime.ReadMemStats(&after)
	decks := r.work.Decks[n-1] / 2
	if used := after.TotalAlloc - before.TotalAlloc; decks < 1000 || used > 4*decks {
		t.Errorf("%d decks took %d bytes", decks, used)
	}
}

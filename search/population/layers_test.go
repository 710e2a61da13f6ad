package population

import (
	"slices"
	"testing"

	"dovetail/perm/topswops"
)

// A layer has the longest of all decks that the one before leads to: a card behind, or a game in which the largest card
// shows and what follows is of the layer before.
func TestLayers(t *testing.T) {
	for _, width := range []int{1, 30, 400, 1 << 20} {
		l := layers{width: width, over: func() bool { return false }}
		one := topswops.Pack([]int{0})
		l.back(&one, 1, 1)
		for m := 1; m < 8; m++ {
			before := map[topswops.Deck]bool{}
			for _, some := range l.now.decks {
				for _, d := range slices.Concat(some...) {
					before[d] = true
				}
			}
			l.append(m)
			var want [deepest]int // by moves
			each(m+1, func(d topswops.Deck) {
				if rest, ok := afterLargest(d.Unpack(m + 1)); ok && before[topswops.Pack(rest)] {
					moves := int(d.Play().Moves)
					want[moves]++
					if found := slices.Contains(slices.Concat(l.now.decks[moves]...), d); found != (moves >= l.now.least) {
						t.Fatalf("width %d: %v of %d moves is there: %v, where %d are needed", width, whole(d, m+1), moves, found, l.now.least)
					}
				}
			})
			held := 0
			for moves := deepest - 1; moves >= l.now.least; moves-- {
				if some := slices.Concat(l.now.decks[moves]...); len(some) != want[moves] {
					t.Fatalf("width %d: %d decks of %d cards and %d moves, want %d", width, len(some), m+1, moves, want[moves])
				}
				held += want[moves]
			}
			least := l.now.least
			if held != l.now.held || held > width && held > want[l.longest().moves] || least > 0 && held+want[least-1] <= width {
				t.Fatalf("width %d: %d decks of %d cards are held, with %d more moves of %d", width, held, m+1, want[max(0, least-1)], least-1)
			}
		}
	}
}

// afterLargest is what follows when the largest card has shown, without it, or the deck without it where it is last;
// not ok if neither is so.
func afterLargest(cards []int) (rest []int, ok bool) {
	m := len(cards) - 1
	if cards[m] == m {
		return cards[:m], true
	}
	for cards[0] != 0 {
		k := cards[0]
		if slices.Reverse(cards[:k+1]); k == m {
			return cards[:m], true
		}
	}
	return nil, false
}

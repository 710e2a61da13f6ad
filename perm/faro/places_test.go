package faro

import (
	"errors"
	"slices"
	"testing"

	"dovetail/perm/longtest"
)

// Of all sets of cards of small decks the way is one of the shortest, the first of them, as going through all sets finds.
func TestMoveCards(t *testing.T) {
	for _, n := range longtest.Of([]int{2, 4, 6, 8}, []int{2, 4, 6, 8, 10}) {
		for code := range 1 << n {
			var from []uint16
			for i := range n {
				if code>>i&1 == 1 {
					from = append(from, uint16(i))
				}
			}
			if len(from) == 0 || len(from) > 3 {
				continue
			}
			first := map[set]string{setOf(slices.Clone(from)): ""} // the first shortest word to each set
			for queue := [][]uint16{from}; len(queue) > 0; queue = queue[1:] {
				for k := range 2 {
					next := make([]uint16, len(from))
					for i, p := range queue[0] {
						next[i] = uint16(Kind(k).Goes(uint64(n), uint64(p)))
					}
					if _, known := first[setOf(slices.Clone(next))]; !known {
						first[setOf(slices.Clone(next))] = first[setOf(slices.Clone(queue[0]))] + "OI"[k:k+1]
						queue = append(queue, next)
					}
				}
			}
			for to := range 1 << n {
				var places []uint16
				for i := range n {
					if to>>i&1 == 1 {
						places = append(places, uint16(i))
					}
				}
				if len(places) != len(from) {
					continue
				}
				want, can := first[setOf(slices.Clone(places))]
				moves, length, err := MoveCards(n, from, places)
				if can != (err == nil) || can && (Spell(moves) != want || length != len(want)) || err != nil && !errors.Is(err, ErrNoWay) {
					t.Fatalf("%d cards, %v to %v: %s (%d), %v; want %q, %v", n, from, places, Spell(moves), length, err, want, can)
				}
			}
		}
	}
}

// The four cards on top come to places 5, 10, 15 and 20 of 52 by 15 shuffles and not by fewer.
func TestMoveFourCards(t *testing.T) {
	moves, _, err := MoveCards(52, []uint16{0, 1, 2, 3}, []uint16{4, 9, 14, 19})
	if err != nil || Spell(moves) != "IIIIIOOIIIIIOIO" {
		t.Errorf("%s, %v", Spell(moves), err)
	}
}

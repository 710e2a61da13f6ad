package topswops

import (
	"testing"

	"dovetail/perm/topswops"
)

// What an end has room for does not depend on what was listed before.
func TestRoomsOfABaseInUse(t *testing.T) {
	const size, need = 7, 4
	low := unbounded(size * size)
	used := newBase(size, need, low)
	rooms := 0
	fresh := newBase(size, need, low)
	fresh.list(fresh.bare(), func(end topswops.Word, b *topswops.Bundle) {
		var room [topswops.MaxCards]uint8
		if !used.measure(end, &room) || room != b.Room {
			t.Fatalf("%v has room %v, after others %v", unword(end, size), b.Room, room)
		}
		if len(used.decks(end)) == 0 {
			t.Fatalf("%v: no decks", unword(end, size))
		}
		rooms++
	})
	if rooms < 10 {
		t.Error("only", rooms, "ends")
	}
}

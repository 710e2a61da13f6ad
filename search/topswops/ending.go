package topswops

import (
	"math/bits"

	"dovetail/perm/topswops"
)

// ending plays on from the end of a front half. Decks found by one climb end
// alike, so that each of these games is played once for all of them: when card
// m, new, has taken the part of card 0, it comes to the top at the end, and
// its move brings z, which lies at position m, to the top. The end has card z
// where card 0 has gone in the start.
type ending struct {
	end    topswops.Deck
	size   int
	played uint32
	games  [topswops.MaxCards]game // by z
	moved  bool
	after  topswops.Deck // the move of card m, with 0 for z
	most   int           // what longest found, or -1
}

// game is what follows the move of the largest card.
type game struct {
	moves int
	end   topswops.Deck
	shown uint32
}

func (e *ending) set(end topswops.Deck, size int) {
	e.end, e.size, e.played, e.moved, e.most = end, size, 0, false, -1
}

// game is the one that starts with z on top. z = 0 ends it at once.
func (e *ending) game(z int) *game {
	g := &e.games[z]
	if e.played>>z&1 == 0 {
		e.played |= 1 << z
		if !e.moved {
			e.moved = true
			e.after = e.end.Put(e.size, e.size).Exchange(e.size, 0).Flip(e.size + 1)
		}
		g.end, g.moves, g.shown = e.after.PlayFrom(z)
	}
	return g
}

// longest is the length of the longest game below cut that starts with 0 or one
// of the cards on top.
func (e *ending) longest(cards uint32, cut int) int {
	if e.most < 0 {
		e.most = 0
		for ; cards != 0; cards &= cards - 1 {
			if g := e.game(bits.TrailingZeros32(cards)); g.moves < cut {
				e.most = max(e.most, g.moves)
			}
		}
	}
	return e.most
}

package topswops

import "dovetail/perm/topswops"

// ending plays on from the end of a front half. Decks found by one climb end
// alike, so that each of these games is played once for all of them: when card
// m, new, has taken the part of card 0, it comes to the top at the end, and
// its move brings z, which lies at position m, to the top. The end has card z
// where card 0 has gone in the start.
type ending[D topswops.Packed[D]] struct {
	end    D
	size   int
	played uint32
	games  [32]game[D] // by z
}

// game is what follows the move of the largest card.
type game[D topswops.Packed[D]] struct {
	moves int
	end   D
	shown uint32
}

func (e *ending[D]) set(end D, size int) { e.end, e.size, e.played = end, size, 0 }

// game is the one that starts with z on top. z = 0 ends it at once.
func (e *ending[D]) game(z int) *game[D] {
	g := &e.games[z]
	if e.played>>z&1 == 0 {
		e.played |= 1 << z
		d := e.end.Put(e.size, 0)
		if z != 0 {
			d = d.Exchange(e.size, topswops.Position(e.end, e.size, z))
		}
		// Card 0 is on top and the move is that of card m.
		g.end, g.moves, g.shown = d.Put(0, e.size).Flip(e.size + 1).Play()
	}
	return g
}

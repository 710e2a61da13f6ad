package topswops

import (
	"math/bits"

	"dovetail/perm/topswops"
)

// The children of a deck as a front half are found by playing on from its end,
// those as a back half by climbing; both share what is known of an end.

// fronts follows the children of which x is the front half.
func (w *walk) fronts(x *node, e *ending) {
	m := x.size
	need, cut := w.Need[m+1], w.Cut[m+1]
	if cut == 0 {
		return
	}
	cards := x.quiet
	if x.moves+1 >= need { // z = 0 ends the game at once
		cards |= 1
	} else {
		w.Short[m+1]++
	}
	games := e.play(cards)
	for ; cards != 0; cards &= cards - 1 {
		z := bits.TrailingZeros32(cards)
		g := &games[z]
		switch {
		case int(g.Moves) >= cut: // the child of its back half
		case x.moves+1+int(g.Moves) >= need:
			w.front(x, z, g)
		default:
			w.Short[m+1]++
		}
	}
}

// front follows the child of which x is the front half and g the back half.
func (w *walk) front(x *node, z int, g *topswops.Outcome) {
	m := x.size
	y := node{size: m + 1, moves: x.moves + 1 + int(g.Moves), end: g.End, quiet: x.quiet &^ g.Shown}
	x.deck.PutIn(&y.deck, m, 0, z)
	w.fresh(&y)
}

// back follows the children of which x is the back half, some time: climbs
// are under way together.
func (w *walk) back(x *node) {
	m := x.size + 1
	if x.flat || x.moves < w.Cut[m] || w.disordered(x) {
		return
	}
	w.climbs[m].Add(&x.deck, &x.end, x.moves, x.quiet)
	w.climb(m, together)
}

// together is the number of back halves that are climbed from at a time.
const together = 128

// climb follows the decks of m cards of which the back halves are known, until
// there are fewer than some.
func (w *walk) climb(m, some int) {
	c := &w.climbs[m]
	for c.Roots() >= some {
		c.Take(together)
		for more := true; more; {
			if w.full != nil && w.full(m) {
				c.Leave(func(d topswops.Deck, homes uint32) { w.left(rest{m, d, homes}) })
				return
			}
			more = c.Climb()
			for _, found := range c.Found {
				w.risen(m, found)
			}
			if m < w.n {
				w.climb(m+1, together)
			}
		}
	}
}

// risen follows decks of m cards found by climbs. Those of one back half share
// its end, which tells at once how long the games can be of which they are
// front halves.
func (w *walk) risen(m int, found []topswops.Start) {
	c, e := &w.climbs[m], &w.after[m]
	var quiet uint32 // of the back half
	for i := range found {
		s := &found[i]
		if i == 0 || !s.SameRoot(&found[i-1]) {
			var end topswops.Deck
			end, quiet = c.Root(s)
			e.set(end, m)
		}
		x := node{m, int(s.Moves), s.Deck, e.end, s.Quiet, s.Rises == 0}
		if !w.count(&x) {
			continue
		}
		if left := w.Need[m+1] - 1 - x.moves; left <= 0 || x.quiet != 0 && left <= e.longest(quiet, w.Cut[m+1]) {
			w.append(&x)
			w.fronts(&x, e)
		}
		w.back(&x)
	}
}

// disordered reports whether no last child of back half x can count because none ends in
// order: they end as x does.
func (w *walk) disordered(x *node) bool {
	return w.order && x.size == w.n-1 && !x.end.Ordered(x.size)
}

// ending has the games that follow the end of a front half, when card m, new,
// has taken the part of card 0: card m comes to the top at the end, and its move
// brings z to the top, which lay at position m. Decks found by one climb end
// alike, so that each of these games is played once for all of them.
type ending struct {
	end    topswops.Deck
	m      int
	played uint32
	games  [topswops.MaxCards]topswops.Outcome // by z
	most   int                                 // what longest found, or -1
}

func (e *ending) set(end topswops.Deck, m int) {
	e.end, e.m, e.played, e.most = end, m, 0, -1
}

// play plays the games that start with one of the cards on top.
func (e *ending) play(cards uint32) *[topswops.MaxCards]topswops.Outcome {
	if fresh := cards &^ e.played; fresh != 0 {
		topswops.PlayOn(&e.games, &e.end, e.m, fresh)
		e.played |= cards
	}
	return &e.games
}

// longest is the length of the longest game below cut that starts with 0 or one
// of the cards on top.
func (e *ending) longest(cards uint32, cut int) int {
	if e.most < 0 {
		e.most = 0
		games := e.play(cards)
		for ; cards != 0; cards &= cards - 1 {
			if moves := int(games[bits.TrailingZeros32(cards)].Moves); moves < cut {
				e.most = max(e.most, moves)
			}
		}
	}
	return e.most
}

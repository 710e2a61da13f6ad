package topswops

import (
	"math/bits"
	"slices"
)

// Climb is a deck from which the search goes back, by undoing the moves of cards at home.
type Climb struct {
	Deck  Deck
	Homes uint32 // cards at home whose moves will be undone, at least one
	Moves int32  // of its game, or the difference from another
	Left  int32  // moves that may be undone
}

// Climbs go back from many decks at a time, in all ways, as [Depths] does from ends. Waiting decks
// lie in a stack. Some are taken off together. Each of their cards at home gives a deck, which is
// put on the stack if it has a card at home. There is no branch that depends on a deck.
type Climbs struct {
	Cards uint32   // that may be moved
	Need  int32    // moves of the wanted decks
	Lacks []uint32 // by the number of missing moves, from 0 to Need: a climb continues if one of these cards is at home

	waiting, found []Climb
	taken          [most + 1]Climb // the last one has no card at home
}

// Begin adds a climb.
func (c *Climbs) Begin(x Climb) { c.waiting = append(c.waiting, x) }

// Waiting is the number of waiting climbs.
func (c *Climbs) Waiting() int { return len(c.waiting) }

// Stop drops all waiting climbs.
func (c *Climbs) Stop() { c.waiting = c.waiting[:0] }

// Visit visits all decks that are one move before some of the waiting ones. It returns the wanted
// decks, valid until the next call, and the number of decks visited.
func (c *Climbs) Visit() (found []Climb, visits int) {
	some, visits := c.take()
	c.visit(some)
	return c.found, visits
}

// take takes some climbs off the stack, and returns the number of their cards at home.
func (c *Climbs) take() (some, visits int) {
	rest := max(0, len(c.waiting)-most)
	some = copy(c.taken[:most], c.waiting[rest:])
	c.waiting, c.taken[some].Homes = c.waiting[:rest], 0
	for i := range some {
		visits += bits.OnesCount32(c.taken[i].Homes)
	}
	// The deck that is written last may be dropped.
	c.waiting, c.found = slices.Grow(c.waiting, visits+1), slices.Grow(c.found[:0], visits+1)
	return some, visits
}

// visitGo is visit without vector instructions.
func (c *Climbs) visitGo(some int) {
	for i := range some {
		x := &c.taken[i]
		for homes := x.Homes; homes != 0; homes &= homes - 1 {
			v := bits.TrailingZeros32(homes)
			y := Climb{Moves: x.Moves + 1, Left: x.Left - 1}
			y.Homes = x.Deck.undoGo(&y.Deck, v) & c.Cards
			if y.Moves >= c.Need {
				c.found = append(c.found, y)
			}
			if y.Left > 0 && y.Homes&c.Lacks[max(0, c.Need-y.Moves)] != 0 {
				c.waiting = append(c.waiting, y)
			}
		}
	}
}

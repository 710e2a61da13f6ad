package topswops

import (
	"math/bits"
	"slices"
)

// Climb is a deck from which one goes back, by undoing the moves of cards at home.
type Climb struct {
	Deck  Deck
	Homes uint32 // cards at home whose moves are to be undone, at least one
	Moves int32  // of its game, or how many more it has than another
	Left  int32  // moves that may be undone
}

// Climbs go back from many decks at a time, in all ways, as [Depths] does from ends: those that wait lie in a stack,
// some are taken off together, and each card at home of these gives a deck, which waits in its turn if a card is at
// home in it. Nothing branches on a deck.
type Climbs struct {
	Cards uint32   // that may be moved
	Need  int32    // moves of the decks that are looked for
	Lacks []uint32 // by how many moves are lacking, from 0 to Need: a climb goes on where one of these cards is at home

	waiting, found []Climb
	taken          [most + 1]Climb // and no card at home behind them
}

// Begin adds a climb.
func (c *Climbs) Begin(x Climb) { c.waiting = append(c.waiting, x) }

// Waiting is the number of climbs that wait.
func (c *Climbs) Waiting() int { return len(c.waiting) }

// Stop gives up all that wait.
func (c *Climbs) Stop() { c.waiting = c.waiting[:0] }

// Visit looks at all decks that are one move before some of those that wait. It gives those that are looked for,
// which stay until it is called again, and how many it has visited.
func (c *Climbs) Visit() (found []Climb, visits int) {
	some, visits := c.take()
	c.visit(some)
	return c.found, visits
}

// take takes some off that wait, and gives the number of their cards at home.
func (c *Climbs) take() (some, visits int) {
	rest := max(0, len(c.waiting)-most)
	some = copy(c.taken[:most], c.waiting[rest:])
	c.waiting, c.taken[some].Homes = c.waiting[:rest], 0
	for i := range some {
		visits += bits.OnesCount32(c.taken[i].Homes)
	}
	// What is written last may not stay.
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

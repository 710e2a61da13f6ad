//go:build !purego

package topswops

//lint:file-ignore U1000 assembly reads the fields

import "math/bits"

func (d *Depths) find(ends []Word) {
	if !narrow {
		d.findGo(ends)
		return
	}
	if d.lanes == nil {
		d.lanes = new(lanes)
	}
	d.lanes.homes = highs & uint64(d.below())
	for i := 0; i < len(ends) && !d.stop; i++ {
		d.deal(before{deck: ends[i], end: i})
	}
	d.run(true)
}

// highs has the highest bit of every nibble.
const highs = 0x8888888888888888

// before is a deck that leads to an end, by its number.
type before struct {
	deck  Word
	moves int
	moved uint32 // cards
	end   int
}

// crowd is a number of cards at home from which so many decks lead to one that they are better
// shared out.
const crowd = 5

// deal leaves a deck, and what leads to it, to the kernel.
func (d *Depths) deal(l before) {
	if homes := l.deck.Homes() & d.below(); bits.OnesCount64(uint64(homes)) >= crowd {
		d.share(l, homes)
		return
	}
	k := d.lanes
	i := k.waiting
	k.deck[i], k.low[i], k.high[i] = l.deck, spread(l.moved), spread(l.moved>>8)
	k.moves[i], k.end[i] = uint64(l.moves)*ones, uint64(l.end)
	if k.waiting++; k.waiting == wait {
		d.run(false)
	}
}

// share visits a deck, and leaves those before it to the kernel.
func (d *Depths) share(l before, homes Word) {
	d.Visits++
	of := &d.Of[l.end]
	for still := all &^ l.moved; still != 0; still &= still - 1 {
		v := bits.TrailingZeros32(still)
		of[v] = max(of[v], uint8(l.moves))
	}
	for ; homes != 0 && !d.stop; homes &= homes - 1 {
		v := bits.TrailingZeros64(uint64(homes)) / bitsOfNibble
		d.deal(before{l.deck.Flip(v + 1), l.moves + 1, l.moved | 1<<v, l.end})
	}
}

// run begins with all that waits; or finishes it too.
func (d *Depths) run(finish bool) {
	k := d.lanes
	d.Visits += uint64(k.waiting)
	k.next, k.finish = 0, 0
	if finish {
		k.finish = 1
	}
	for more := true; more; {
		k.rounds, k.done = glance/8, 0
		more = climbNibbles(k)
		d.gather()
		if d.ask(); d.stop {
			*k = lanes{homes: k.homes}
			return
		}
	}
	d.Visits += k.visits
	k.visits, k.waiting = 0, 0
}

// gather takes what is done.
func (d *Depths) gather() {
	k := d.lanes
	for i := range k.done {
		of := &d.Of[k.doneEnd[i]]
		low, high := k.doneLow[i], k.doneHigh[i]
		for v := range 8 {
			of[v] = max(of[v], uint8(low>>(8*v)))
			of[8+v] = max(of[8+v], uint8(high>>(8*v)))
		}
	}
}

// wait is the number of decks that wait for the kernel.
const wait = 512

// lanes are eight climbs under way, each from one deck after the other. A climb has no stack:
// from a deck it goes to that a move before, by the largest card at home that it has not tried,
// and if there is none back by the card on top, after which it tries smaller ones.
type lanes struct {
	at         [8]Word
	atLow      [8]uint64 // by card, a byte each: how often it is among the moves
	atHigh     [8]uint64
	atMoves    [8]uint64 // in every byte
	root       [8]uint64 // those of the deck that it began with
	try        [8]uint64 // the cards that it may yet undo, by the highest bits of their nibbles
	bestLow    [8]uint64 // as Depths.Of
	bestHigh   [8]uint64
	atEnd      [8]uint64
	busy       uint64 // lanes
	homes      uint64 // cards at home, by the highest bits
	rounds     uint64 // until a pause
	finish     uint64 // whether to go on when none waits
	visits     uint64
	next       uint64 // of those that wait
	waiting    int
	deck       [wait + 8]Word
	low, high  [wait + 8]uint64
	moves, end [wait + 8]uint64

	done                       int
	doneLow, doneHigh, doneEnd [wait + 16]uint64
}

// climbNibbles goes on with the climbs, and reports whether it pauses with work left: that
// some wait or, if it is to finish, that lanes are busy.
//
//go:noescape
func climbNibbles(k *lanes) (more bool)

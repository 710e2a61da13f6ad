package topswops

import (
	"encoding/binary"
)

// Depths finds how far one can go back from ends, that is, decks of up to [WordCards] cards with
// card 0 on top. It visits all decks whose games end so, by undoing moves in all ways.
//
// The number of cards at home in a deck is random, and a processor that must predict it, for
// example for a call a card, is wrong about once a deck. So decks with cards at home lie in a
// stack. Some are taken off at a time, and their moves undone one after the other. Each gives a
// deck, which is stored next in the stack, and stays there if it has a card at home. There is no
// branch that depends on a deck.
type Depths struct {
	Cards int
	Over  func() bool // called now and then: reports whether to give up

	// Of by end and card is the largest number of moves of a game that ends so in which the card is
	// supporting. For card 0, and for numbers that no card has, it is that of any game.
	Of     [][WordCards]uint8
	Visits uint64 // of decks, added to

	stop bool
	rows *rows
	climbs
}

// climbs are decks that lead to ends, and have cards at home whose moves are not undone yet.
type climbs interface {
	// begin adds an end, with the cards of the marked nibbles at home.
	begin(end, homes Word, note uint32)

	// visit visits decks that are one move before some of the climbs', and returns their number: 0
	// when nothing is left.
	visit(rows *rows) int
}

const (
	most  = 64      // climbs taken off the stack at a time
	room  = 1 << 12 // of the stack
	spare = (most + 140) * (WordCards - 1)
)

// taken is the number of climbs that are taken off a stack. Each leaves at most 15, one for a card
// at home. Of one at a time at most 15 are left for each of 139 moves. So there is always room.
func taken(top int) int {
	if top > room-spare {
		return 1
	}
	return min(most, top)
}

// rows have, by end and moves, the cards supporting in a deck that is a number of moves before the
// end. The upper half of a climb's note is the index of its deck here, and the lower half the cards
// supporting in the deck.
type rows [1 << 16]uint16

const (
	row      = 160 // places of an end, beyond the 139 moves of the longest game of [WordCards] cards
	together = 128 // ends
)

// all cards are supporting at the end.
const all = 1<<WordCards - 1

// Find does this for some ends. If it gives up it reports false, and its results are meaningless.
func (d *Depths) Find(ends []Word) bool {
	d.Of, d.stop = append(d.Of[:0], make([][WordCards]uint8, len(ends))...), false
	if d.climbs == nil {
		d.rows, d.climbs = new(rows), newClimbs(d.below())
	}
	for first := 0; first < len(ends); first += together {
		some := ends[first:min(first+together, len(ends))]
		for i, end := range some {
			at := i * row
			d.rows[at] = all
			if homes := end.Homes() & d.below(); homes != 0 {
				d.begin(end, homes, uint32(at)<<16|all)
			}
		}
		d.count(len(some))
		for !d.stop && d.count(d.visit(d.rows)) {
		}
		if d.stop {
			d.climbs = nil // nothing of this call may remain
			return false
		}
		for i := range some {
			d.read(&d.Of[first+i], (*[row]uint16)(d.rows[i*row:]))
		}
	}
	return true
}

// count adds visits, and reports whether there are any.
func (d *Depths) count(visits int) bool {
	before := d.Visits / glance
	if d.Visits += uint64(visits); d.Visits/glance != before {
		d.ask()
	}
	return visits > 0
}

// read reads and clears the row of an end. Each number of moves up to the most has a deck.
func (d *Depths) read(of *[WordCards]uint8, r *[row]uint16) {
	var low, high uint64
	for moves, still := range r {
		if still == 0 {
			break
		}
		l, h := bytesOf[still&255], bytesOf[still>>8]
		low = low&^l | uint64(moves)*ones&l
		high = high&^h | uint64(moves)*ones&h
		r[moves] = 0
	}
	binary.LittleEndian.PutUint64(of[:8], low)
	binary.LittleEndian.PutUint64(of[8:], high)
}

// bytesOf are the bits of a byte, each eight times.
var bytesOf = func() (b [1 << 8]uint64) {
	for set := range b {
		b[set] = spread(uint32(set)) * 255
	}
	return b
}()

// glance is the number of visits between calls of Over.
const glance = 1 << 16

func (d *Depths) ask() { d.stop = d.stop || d.Over() }

// below marks the nibbles of all positions except the top.
func (d *Depths) below() Word {
	return ^Word(0) >> (bitsOfNibble * (WordCards - d.Cards)) &^ nibbleCard
}

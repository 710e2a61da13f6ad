package topswops

import (
	"encoding/binary"
)

// Depths finds how far one can go back from ends: decks of up to [WordCards] cards with card 0
// on top. All decks whose games end so are visited, by undoing moves in all ways.
//
// How many cards of a deck are at home is chance, and a processor that must guess it, as for a call a card,
// is wrong about once a deck. So decks with cards at home lie in a stack. Some are taken off at a
// time, and their moves undone one after the other: each gives a deck, which is stored next in the stack,
// and stays there if a card is at home in it. Nothing branches on a deck.
type Depths struct {
	Cards int
	Over  func() bool // asked now and then: reports whether to give up

	// Of by end and card is the most moves of a game that ends so in which the card is
	// supporting; by card 0, and by numbers that no card has, of any.
	Of     [][WordCards]uint8
	Visits uint64 // of decks, added to

	stop bool
	rows *rows
	climbs
}

// climbs are decks that lead to ends, and have cards at home whose moves are still to be undone.
type climbs interface {
	// begin adds an end, in which the cards of the nibbles marked are at home.
	begin(end, homes Word, note uint32)

	// visit looks at decks that are one move before some of the climbs', and gives their number: 0 when
	// nothing is left.
	visit(rows *rows) int
}

const (
	most  = 64      // climbs taken off the stack at a time
	room  = 1 << 12 // for those in the stack
	spare = (most + 140) * (WordCards - 1)
)

// taken is how many of the climbs in a stack are taken off. Each leaves at most 15, one for a card at home; and of
// one at a time no more than 15 are left for each of 139 moves. So there is always room.
func taken(top int) int {
	if top > room-spare {
		return 1
	}
	return min(most, top)
}

// rows have, by end and moves, the cards supporting in a deck that is a number of moves before the end. A climb's
// note has the number of its deck's place here in its upper half, and the cards supporting in the deck
// in its lower.
type rows [1 << 16]uint16

const (
	row      = 160 // places of an end, beyond the 139 moves of the longest game of [WordCards] cards
	together = 128 // ends
)

// all cards are supporting at the end.
const all = 1<<WordCards - 1

// Find does so for some ends. If it is to give up it reports false, and what it has found means
// nothing.
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
			d.climbs = nil // what is left must not show later
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

// glance is the number of visits after which Over is asked.
const glance = 1 << 16

func (d *Depths) ask() { d.stop = d.stop || d.Over() }

// below has the nibbles of all positions but that on top.
func (d *Depths) below() Word {
	return ^Word(0) >> (bitsOfNibble * (WordCards - d.Cards)) &^ nibbleCard
}

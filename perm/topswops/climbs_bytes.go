//go:build (amd64 || arm64) && !purego

package topswops

//lint:file-ignore U1000 assembly reads the fields

import "unsafe"

// byteClimbs are climbs by vector instructions, for decks of 16 bytes: a move is a permutation from
// a table, and one comparison finds the cards at home. wordClimbs are their oracle.
type byteClimbs struct {
	below   uint64 // the cards that may be at home
	taken   [most + 1]byteClimb
	top     int
	waiting [room]byteClimb
}

// byteClimb is a deck, its cards at home, and a note.
type byteClimb struct {
	deck        [WordCards]uint8
	homes, note uint32
}

func newClimbs(below Word) climbs {
	if fast {
		return &byteClimbs{below: uint64(setOfNibbles(below & nibbleOnes))}
	}
	return &wordClimbs{below: below & nibbleOnes}
}

func (c *byteClimbs) begin(end, homes Word, note uint32) {
	w := &c.waiting[c.top]
	end.unpack(&w.deck)
	w.homes, w.note = setOfNibbles(homes), note
	c.top++
}

func (c *byteClimbs) visit(rows *rows) (visits int) {
	some := taken(c.top)
	if some == 0 {
		return 0
	}
	c.top -= some
	copy(c.taken[:some], c.waiting[c.top:])
	more, visits := visitBytes(&c.waiting[c.top], &c.taken[0], some*int(unsafe.Sizeof(byteClimb{})), c.below, rows)
	c.top += more / int(unsafe.Sizeof(byteClimb{}))
	return visits
}

// visitBytes undoes the moves of the taken climbs, whose size is given, and returns the size of the
// climbs that this leaves.
//
//go:noescape
func visitBytes(left, taken *byteClimb, size int, below uint64, rows *rows) (more, visits int)

// setOfNibbles is the set of nibbles marked by their lowest bits.
func setOfNibbles(d Word) uint32 {
	x := uint64(d)
	x = (x | x>>3) & 0x0303030303030303
	x = (x | x>>6) & 0x000f000f000f000f
	x = (x | x>>12) & 0x000000ff000000ff
	return uint32(x|x>>24) & all
}

// turns has, by card, what its move does to the positions.
var turns = func() (t [WordCards][WordCards]uint8) {
	for card := range t {
		for p := range t[card] {
			t[card][p] = uint8(p)
			if p <= card {
				t[card][p] = uint8(card - p)
			}
		}
	}
	return t
}()

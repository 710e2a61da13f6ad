//go:build (amd64 || arm64) && !purego

package topswops

//lint:file-ignore U1000 assembly reads the fields

import "unsafe"

// bytePatterns are patterns by vector instructions, of 16 bytes, like the decks of byteClimbs.
// wordPatterns are their oracle.
type bytePatterns struct {
	stacks[bytePattern]
	cards int
}

// bytePattern has cards by position, unknown where nothing is known. Card 0 is 0. So is the largest
// if it had moved before begin, which does no harm, as it does not move again.
type bytePattern struct {
	cards       [WordCards]uint8
	homes, free uint32
}

// unknown has the highest bit of a byte, which no card has.
const unknown = 0xff

func (c *Patterns) newForm() patternForm {
	if fast {
		return &bytePatterns{cards: c.Cards}
	}
	return &wordPatterns{inner: c.inner()}
}

func (s *bytePatterns) begin(p Pattern) {
	b := bytePattern{homes: setOfNibbles(p.homes), free: setOfNibbles(p.free)}
	p.deck.unpack(&b.cards)
	for at := range s.cards {
		switch int(b.cards[at]) {
		case 0:
			b.cards[at] = unknown
		case s.cards - 1:
			b.cards[at] = 0
		}
	}
	s.waiting[0] = append(s.waiting[0], b)
}

func (s *bytePatterns) visit(moves int) (some int, decks uint64) {
	taken, next := s.take(moves)
	more, decks := visitPatterns(&next[:len(next)+1][len(next)], &taken[0], len(taken)*int(unsafe.Sizeof(bytePattern{})))
	s.waiting[moves+1] = next[:len(next)+more/int(unsafe.Sizeof(bytePattern{}))]
	return len(taken), decks
}

// visitPatterns goes back from the taken patterns, whose size is given, and returns the size of the
// patterns that this leaves, and the number of decks.
//
//go:noescape
func visitPatterns(left, taken *bytePattern, size int) (more int, decks uint64)

// undoTable has, by card, the positions after undoing its move, except for the top one, and the card
// there.
var undoTable = func() (t [WordCards][2][WordCards]uint8) {
	for card := range t {
		t[card] = [2][WordCards]uint8{turns[card], {uint8(card)}}
		t[card][0][0] = 0x80
	}
	return t
}()

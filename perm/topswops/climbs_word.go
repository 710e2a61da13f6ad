package topswops

import "math/bits"

// wordClimbs are climbs in plain Go, of decks in one word. The cards at home are marked by the lowest
// bits of their nibbles, and undone from the lowest on.
type wordClimbs struct {
	below Word // marks all cards that may be at home

	// The climbs that are taken off; the last has no card at home.
	deck, homes [2 * most]Word
	note        [2 * most]uint32

	// The stack.
	top                       uint64
	waitingDeck, waitingHomes [room]Word
	waitingNote               [room]uint32
}

func (c *wordClimbs) begin(end, homes Word, note uint32) {
	c.waitingDeck[c.top], c.waitingHomes[c.top], c.waitingNote[c.top] = end, homes, note
	c.top++
}

func (c *wordClimbs) visit(rows *rows) (visits int) {
	some := uint64(taken(int(c.top)))
	c.top -= some
	copy(c.deck[:some], c.waitingDeck[c.top:])
	copy(c.homes[:some], c.waitingHomes[c.top:])
	copy(c.note[:some], c.waitingNote[c.top:])
	c.homes[some] = 0
	top, i := c.top, uint64(0)
	for homes := c.homes[0]; homes != 0; visits++ {
		next := c.homes[(i+1)%(2*most)]
		rest := homes & (homes - 1)
		card := uint(bits.TrailingZeros64(uint64(homes))) // times the bits of a nibble
		deck := c.deck[i%(2*most)]
		deck = deck.reversed()>>(^card&60) | deck&-((homes^rest)<<bitsOfNibble)
		note := (c.note[i%(2*most)] + 1<<16) &^ (1 << (card / bitsOfNibble & 31))
		rows[note>>16] |= uint16(note)

		x := deck ^ wordAtHome
		x |= x >> 1
		x |= x >> 2
		x = ^x & c.below
		c.waitingDeck[top%room], c.waitingHomes[top%room], c.waitingNote[top%room] = deck, x, note
		top += uint64(-x >> 63) // if it has cards at home

		done := (rest - 1) >> 63
		i += uint64(done)
		homes = rest | next&-done
	}
	c.top = top
	return visits
}

package topswops

import "math/bits"

// Narrow is a deck of up to 16 cards: nibble p holds the card at position p.
//
// Reversing a prefix is a byte swap, a swap of nibbles and two shifts. A card
// at home is a zero nibble of deck xor identity.
type Narrow uint64

const (
	nibbles      = 0x1111111111111111
	lowNibbles   = 0x0f0f0f0f0f0f0f0f
	homeNibbles  = 0xfedcba9876543210
	narrowCards  = 16
	nibbleCard   = 15
	bitsOfNibble = 4
)

// Capacity implements [Packed].
func (Narrow) Capacity() int { return narrowCards }

// Card implements [Packed].
func (d Narrow) Card(p int) int { return int(d >> (p * bitsOfNibble & 63) & nibbleCard) }

// Put implements [Packed].
func (d Narrow) Put(p, v int) Narrow { return d | Narrow(v)<<(p*bitsOfNibble) }

// Exchange implements [Packed].
func (d Narrow) Exchange(p, q int) Narrow {
	x := Narrow(d.Card(p) ^ d.Card(q))
	return d ^ x<<(p*bitsOfNibble) ^ x<<(q*bitsOfNibble)
}

// Flip implements [Packed].
func (d Narrow) Flip(k int) Narrow {
	return Narrow(reverseNibbles(uint64(d))>>(-k*bitsOfNibble&63)) | d&narrowRest[k&31]
}

// narrowRest[k] masks the positions from k on.
var narrowRest = func() (rest [32]Narrow) {
	for k := range narrowCards {
		rest[k] = ^Narrow(0) << (k * bitsOfNibble)
	}
	return rest
}()

// reverseNibbles turns the order of the 16 nibbles round.
func reverseNibbles(x uint64) uint64 {
	x = bits.ReverseBytes64(x)
	return x>>4&lowNibbles | x&lowNibbles<<4
}

// Play implements [Packed].
func (d Narrow) Play() (end Narrow, moves int, shown uint32) {
	for k := d & nibbleCard; k != 0; k = d & nibbleCard {
		shown |= 1 << k
		d = d.Flip(int(k) + 1)
		moves++
	}
	return d, moves, shown
}

// homes flags the cards at home, by the lowest bit of their nibble.
func (d Narrow) homes() uint64 {
	x := uint64(d) ^ homeNibbles
	x |= x >> 2
	x |= x >> 1
	return ^x & nibbles
}

// rises tells whether the move of card m, put before the deck of m cards
// reversed, leads to it with some card >= low, and < m, at home.
func (d Narrow) rises(m int, low uint8) bool {
	homes := d.Put(m, m).Flip(m+1).homes() & (uint64(1)<<(m*bitsOfNibble) - 2)
	return homes>>(low*bitsOfNibble&63) != 0
}

// Climb implements [Packed].
func (d Narrow) Climb(c *Climber[Narrow], m, need int) {
	// Card 0 never moves, and card m moves after the decks of the climb.
	inside := uint64(1)<<(m*bitsOfNibble) - 2
	stack, low := c.stack[:0], c.Low
	var moves int
	var shown uint32
	d = d.Put(m, m).Flip(m + 1)
	homes := d.homes() & inside
	for {
		c.Visits++
		left := need - moves
		if left <= 0 {
			if idle, low := c.idle(moves, shown); idle || low > 0 && !d.rises(m+1, low) {
				c.Idle++
			} else {
				c.Found = append(c.Found, Start[Narrow]{d, int32(moves), shown})
			}
		} else if left >= len(low) || homes>>(low[left]*bitsOfNibble&63) == 0 {
			c.Stops++
			homes = 0
		}
		if homes == 0 {
			if len(stack) == 0 {
				break
			}
			top := &stack[len(stack)-1]
			d, homes, moves, shown = top.deck, top.homes, top.moves, top.shown
			stack = stack[:len(stack)-1]
		}
		first := bits.TrailingZeros64(homes)
		if homes &= homes - 1; homes != 0 {
			stack = append(stack, branch[Narrow]{d, homes, moves, shown})
		}
		k := first / bitsOfNibble
		d = d.Flip(k + 1)
		moves++
		shown |= 1 << k
		homes = d.homes() & inside
	}
	c.stack = stack
}

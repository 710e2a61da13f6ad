package topswops

import "math/bits"

// Wide is a deck of up to 32 cards: nibble p of the 128 bits of low and high
// holds the low four bits of the card at position p, and bit p of top its
// fifth bit.
type Wide struct {
	low, high uint64
	top       uint32
}

const wideCards = 32

// Capacity implements [Packed].
func (Wide) Capacity() int { return wideCards }

// Card implements [Packed].
func (d Wide) Card(p int) int {
	nibble := d.low
	if p >= narrowCards {
		nibble = d.high
	}
	return int(nibble>>(p*bitsOfNibble&63)&nibbleCard | uint64(d.top>>(p&31)&1)<<bitsOfNibble)
}

// Put implements [Packed].
func (d Wide) Put(p, v int) Wide { return d.differ(p, v) }

// Exchange implements [Packed].
func (d Wide) Exchange(p, q int) Wide {
	x := d.Card(p) ^ d.Card(q)
	return d.differ(p, x).differ(q, x)
}

// differ xors x into the card at position p.
func (d Wide) differ(p, x int) Wide {
	nibble := uint64(x&nibbleCard) << (p * bitsOfNibble & 63)
	if p < narrowCards {
		d.low ^= nibble
	} else {
		d.high ^= nibble
	}
	d.top ^= uint32(x>>bitsOfNibble) << p
	return d
}

// Flip implements [Packed]. A shift of the 128 bits by s is right on both
// sides of 64 because shifts by 64 or more, wrapped ones too, give 0.
func (d Wide) Flip(k int) Wide {
	low, high := reverseNibbles(d.high), reverseNibbles(d.low)
	s := uint((wideCards - k) * bitsOfNibble)
	rest := &wideRest[k&63]
	return Wide{
		low:  low>>s | high<<(64-s) | high>>(s-64) | d.low&rest.low,
		high: high>>s | d.high&rest.high,
		top:  bits.Reverse32(d.top)>>(-k&31) | d.top&rest.top,
	}
}

// wideRest[k] masks the positions from k on.
var wideRest = func() (rest [64]Wide) {
	for k := range wideCards {
		for p := k; p < wideCards; p++ {
			rest[k] = rest[k].Put(p, wideCards-1)
		}
	}
	return rest
}()

// Play implements [Packed].
func (d Wide) Play() (end Wide, moves int, shown uint32) {
	for k := d.Card(0); k != 0; k = d.Card(0) {
		shown |= 1 << k
		d = d.Flip(k + 1)
		moves++
	}
	return d, moves, shown
}

// homes is the set of cards at home: bit p for card p.
func (d Wide) homes() uint64 {
	low := gather(Narrow(d.low).homes())
	high := gather(Narrow(d.high).homes())
	return (low | high<<narrowCards) & uint64(^(d.top ^ homeTop))
}

// homeTop is the fifth bit of the cards 0..31.
const homeTop = 0xffff0000

// gather moves bit 4i to bit i.
func gather(x uint64) uint64 {
	x = (x | x>>3) & 0x0303030303030303
	x = (x | x>>6) & 0x000f000f000f000f
	x = (x | x>>12) & 0x000000ff000000ff
	return (x | x>>24) & 0xffff
}

// rises tells whether the move of card m, put before the deck of m cards
// reversed, leads to it with some card >= low, and < m, at home.
func (d Wide) rises(m int, low uint8) bool {
	homes := d.Put(m, m).Flip(m+1).homes() & (uint64(1)<<m - 2)
	return homes>>(low&63) != 0
}

// Climb implements [Packed], as for [Narrow].
func (d Wide) Climb(c *Climber[Wide], m, need int) {
	inside := uint64(1)<<m - 2
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
				c.Found = append(c.Found, Start[Wide]{d, int32(moves), shown})
			}
		} else if left >= len(low) || homes>>(low[left]&63) == 0 {
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
		k := bits.TrailingZeros64(homes)
		if homes &= homes - 1; homes != 0 {
			stack = append(stack, branch[Wide]{d, homes, moves, shown})
		}
		d = d.Flip(k + 1)
		moves++
		shown |= 1 << k
		homes = d.homes() & inside
	}
	c.stack = stack
}

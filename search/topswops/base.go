package topswops

import (
	"math/bits"
	"slices"

	"dovetail/perm/topswops"
)

// base lists the ends of the games on size cards that have need moves or more, each with
// the greatest length of a game that ends so, of all and of those in which a given card is
// supporting. These are found by undoing moves in all ways.
type base struct {
	size, need int
	low        []uint8                                        // the bound of climbs, see reach
	homes      topswops.Word                                  // marks of the positions that count
	quiet      [256]uint32                                    // by moves: cards supporting in a deck of so many
	deck       func(d topswops.Word, moves int, quiet uint32) // told of decks with what is needed, if not nil
	looks      uint64                                         // decks looked at
	over       func() bool                                    // asked now and then: reports whether to give up
	stop       bool                                           // what it said
}

func newBase(size, need int, low []uint8) *base {
	b := &base{size: size, need: need, low: low, over: func() bool { return false }}
	for p := 1; p < size; p++ {
		b.homes |= 1 << (4 * p)
	}
	return b
}

// prefix is the part of an end that has the positions of its largest cards.
type prefix struct {
	end    topswops.Word
	placed int    // number of the cards placed
	free   uint32 // positions
	home   uint32 // cards placed at home
}

// bare is the end of which nothing is known but that card 0 is on top.
func (b *base) bare() prefix { return prefix{free: 1<<b.size - 2} }

// left is the number of cards that have no place yet.
func (b *base) left(p prefix) int { return b.size - 1 - p.placed }

// put places the next card.
func (b *base) put(p prefix, at int) prefix {
	card := b.left(p)
	q := prefix{p.end.Put(at, card), p.placed + 1, p.free &^ (1 << at), p.home}
	if at == card {
		q.home |= 1 << card
	}
	return q
}

// more are the prefixes with one more card.
func (b *base) more(p prefix) (next []prefix) {
	for free := p.free; free != 0; free &= free - 1 {
		next = append(next, b.put(p, bits.TrailingZeros32(free)))
	}
	return next
}

// ends is the number of ends with a prefix.
func (b *base) ends(p prefix) (product uint64) {
	product = 1
	for k := 2; k <= b.left(p); k++ {
		product *= uint64(k)
	}
	return product
}

// hopeless reports whether no end with the prefix has a card at home that is large enough
// for the moves that are needed.
func (b *base) hopeless(p prefix) bool {
	if b.need <= 0 {
		return false
	}
	blank := p.free & (2<<b.left(p) - 1)
	return b.need >= len(b.low) || (p.home|blank)>>b.low[b.need] == 0
}

// list calls yield with every end that has the prefix and a game of the length needed.
func (b *base) list(p prefix, yield func(topswops.Word, *topswops.Bundle)) {
	switch {
	case b.stop || b.hopeless(p):
	case b.left(p) > 0:
		for free := p.free; free != 0; free &= free - 1 {
			b.list(b.put(p, bits.TrailingZeros32(free)), yield)
		}
	default:
		var x topswops.Bundle
		if b.measure(p.end, &x.Room) {
			for i := range b.size {
				x.End[i] = uint8(p.end.Card(i))
			}
			yield(p.end, &x)
		}
	}
}

// measure finds the room of the games with an end, and reports whether there is any.
func (b *base) measure(end topswops.Word, room *[topswops.MaxCards]uint8) bool {
	deepest := b.climb(end, 0, 1<<b.size-1)
	if deepest >= b.need {
		var known uint32
		for moves := deepest; moves >= b.need && moves >= 0; moves-- {
			for fresh := b.quiet[moves] &^ known; fresh != 0; fresh &= fresh - 1 {
				room[bits.TrailingZeros32(fresh)] = uint8(min(moves-b.need+1, most))
			}
			known |= b.quiet[moves]
		}
	}
	clear(b.quiet[:deepest+1])
	return deepest >= b.need
}

// climb looks at a deck and at all that lead to it, and gives the moves of the farthest.
func (b *base) climb(d topswops.Word, moves int, quiet uint32) (deepest int) {
	if b.looks++; b.looks%glance == 0 {
		b.stop = b.stop || b.over()
	}
	if b.stop {
		return moves
	}
	b.quiet[moves] |= quiet
	if b.deck != nil && moves >= b.need {
		b.deck(d, moves, quiet)
	}
	deepest = moves
	for homes := d.Homes() & b.homes; homes != 0; homes &= homes - 1 {
		v := bits.TrailingZeros64(uint64(homes)) / 4
		deepest = max(deepest, b.climb(d.Flip(v+1), moves+1, quiet&^(1<<v)))
	}
	return deepest
}

// each calls yield with every deck with an end that has the moves needed, and with the cards
// that are supporting in it, and 0.
func (b *base) each(end topswops.Word, yield func(d topswops.Word, moves int, quiet uint32)) {
	b.deck = yield
	deepest := b.climb(end, 0, 1<<b.size-1)
	clear(b.quiet[:deepest+1])
	b.deck = nil
}

// packWord packs the n cards of a word.
func packWord(d topswops.Word, n int) (packed topswops.Deck) {
	for p := range n {
		v := d.Card(p)
		packed[v>>3] |= uint64(0x80|p) << (v & 7 * 8)
	}
	return packed
}

// payload has the position of each card placed, the largest first.
func (b *base) payload(p prefix) (payload []byte) {
	cards := unword(p.end, b.size)
	for v := b.size - 1; v > b.left(p); v-- {
		payload = append(payload, byte(slices.Index(cards, v)))
	}
	return payload
}

// prefixOf reads a payload, and reports whether it is one.
func (b *base) prefixOf(payload []byte) (p prefix, ok bool) {
	p = b.bare()
	for _, at := range payload {
		if at >= topswops.WordCards || p.free>>at&1 == 0 {
			return p, false
		}
		p = b.put(p, int(at))
	}
	return p, true
}

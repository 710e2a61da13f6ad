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
	bound      int             // only ends of a game of so many moves are listed
	low        []uint8         // the bound of climbs, see reach
	waiting    []topswops.Word // ends, until there are many
	depths     topswops.Depths // and how many decks were looked at
	over       func() bool     // asked now and then: reports whether to give up
	stop       bool            // what it said
}

func newBase(size, need int, low []uint8) *base {
	b := &base{size: size, need: need, low: low, over: func() bool { return false }}
	b.depths.Cards, b.depths.Over = size, b.asked
	return b
}

func (b *base) asked() bool {
	b.stop = b.stop || b.over()
	return b.stop
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
	need := max(b.need, b.bound)
	if need <= 0 {
		return false
	}
	blank := p.free & (2<<b.left(p) - 1)
	return need >= len(b.low) || (p.home|blank)>>b.low[need] == 0
}

// endsTogether is the number of ends that are looked into at a time.
const endsTogether = 1 << 13

// list calls yield with every end that has the prefix and a game of the length needed.
func (b *base) list(p prefix, yield func(topswops.Word, *topswops.Bundle)) {
	b.fill(p, yield)
	b.look(yield)
}

// fill looks into the ends that have the prefix, but for some that wait.
func (b *base) fill(p prefix, yield func(topswops.Word, *topswops.Bundle)) {
	switch {
	case b.stop || b.hopeless(p):
	case b.left(p) > 0:
		for free := p.free; free != 0; free &= free - 1 {
			b.fill(b.put(p, bits.TrailingZeros32(free)), yield)
		}
	default:
		if b.waiting = append(b.waiting, p.end); len(b.waiting) == endsTogether {
			b.look(yield)
		}
	}
}

// look looks into the ends that wait.
func (b *base) look(yield func(topswops.Word, *topswops.Bundle)) {
	if b.find(b.waiting) {
		var x topswops.Bundle
		for i, end := range b.waiting {
			if b.slacks(&b.depths.Of[i], &x.Slack) {
				for p := range b.size {
					x.End[p] = uint8(end.Card(p))
				}
				yield(end, &x)
			}
		}
	}
	b.waiting = b.waiting[:0]
}

// measure finds the slack of the games with an end, and reports whether there is any.
func (b *base) measure(end topswops.Word, slack *[topswops.MaxCards]uint8) bool {
	return b.find([]topswops.Word{end}) && b.slacks(&b.depths.Of[0], slack)
}

// find finds the depths of ends.
func (b *base) find(ends []topswops.Word) bool { return !b.stop && b.depths.Find(ends) }

// slacks are what the depths of an end leave beyond the moves that are needed, if they do.
func (b *base) slacks(depths *[topswops.WordCards]uint8, slack *[topswops.MaxCards]uint8) bool {
	for z, moves := range depths[:b.size] {
		slack[z] = uint8(min(max(0, int(moves)-b.need+1), most))
	}
	return slack[0] > 0
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

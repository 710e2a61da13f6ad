package bundles

import (
	"math/bits"

	"dovetail/perm/topswops"
)

// Base lists the ends of the games on some number of cards that have the needed moves. Each end
// has two kinds of greatest lengths: of all games that end so, and of those in which a given
// card is supporting. The ends are found by undoing moves in all ways.
type Base struct {
	Over func() bool // called now and then: reports whether to give up

	size, need int
	bound      int             // the least length of a game whose end is listed
	low        []uint8         // the bound of climbs, see [Reach]
	waiting    []topswops.Word // ends, collected until there are many
	depths     topswops.Depths // and how many decks were visited
	stop       bool            // Over has returned true
}

// NewBase is the base of levels. low is the bound of climbs.
func NewBase(at Levels, low []uint8) *Base {
	b := &Base{size: at.Base, need: at.Need[at.Base], bound: at.bound(at.Base), low: low}
	b.Over = func() bool { return false }
	b.depths.Cards, b.depths.Over = b.size, b.over
	return b
}

func (b *Base) over() bool {
	b.stop = b.stop || b.Over()
	return b.stop
}

// Prefix is the part of an end that fixes the positions of its largest cards.
type Prefix struct {
	End    topswops.Word
	home   uint32 // placed cards that are at home
	placed int    // number of the cards placed
	free   uint32 // free positions
}

// Bare is the prefix of all ends: card 0 is on top, and no other card is placed.
func (b *Base) Bare() Prefix { return Prefix{free: 1<<b.size - 2} }

// Left is the number of cards that have no place yet.
func (b *Base) Left(p Prefix) int { return b.size - 1 - p.placed }

// put places the next card.
func (b *Base) put(p Prefix, at int) Prefix {
	card := b.Left(p)
	q := Prefix{p.End.Put(at, card), p.home, p.placed + 1, p.free &^ (1 << at)}
	if at == card {
		q.home |= 1 << card
	}
	return q
}

// More are the prefixes with one more card.
func (b *Base) More(p Prefix) (next []Prefix) {
	for free := p.free; free != 0; free &= free - 1 {
		next = append(next, b.put(p, bits.TrailingZeros32(free)))
	}
	return next
}

// Ends is the number of ends with a prefix.
func (b *Base) Ends(p Prefix) (product uint64) {
	product = 1
	for k := 2; k <= b.Left(p); k++ {
		product *= uint64(k)
	}
	return product
}

// prunable reports whether no end with the prefix has a card at home that is large enough for
// the needed moves.
func (b *Base) prunable(p Prefix) bool {
	need := max(b.need, b.bound)
	if need <= 0 {
		return false
	}
	blank := p.free & (2<<b.Left(p) - 1)
	return need >= len(b.low) || (p.home|blank)>>b.low[need] == 0
}

// endsTogether is the number of ends that are examined at a time.
const endsTogether = 1 << 13

// List calls yield with every end that has the prefix and a game of the needed length.
func (b *Base) List(p Prefix, yield func(topswops.Word, *topswops.Bundle)) {
	b.fill(p, yield)
	b.look(yield)
}

// fill examines the ends that have the prefix. Some of them are still collected when it returns.
func (b *Base) fill(p Prefix, yield func(topswops.Word, *topswops.Bundle)) {
	switch {
	case b.stop || b.prunable(p):
	case b.Left(p) > 0:
		for free := p.free; free != 0; free &= free - 1 {
			b.fill(b.put(p, bits.TrailingZeros32(free)), yield)
		}
	default:
		if b.waiting = append(b.waiting, p.End); len(b.waiting) == endsTogether {
			b.look(yield)
		}
	}
}

// look examines the collected ends.
func (b *Base) look(yield func(topswops.Word, *topswops.Bundle)) {
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

// find finds the depths of ends.
func (b *Base) find(ends []topswops.Word) bool { return !b.stop && b.depths.Find(ends) }

// slacks are the excess of the depths of an end over the needed moves. It reports whether there
// is any.
func (b *Base) slacks(depths *[topswops.WordCards]uint8, slack *[topswops.MaxCards]uint8) bool {
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

// Payload names the prefix: it has the position of each card placed, the largest first.
func (b *Base) Payload(p Prefix) (payload []byte) {
	var at [topswops.WordCards]byte
	for position := range b.size {
		at[p.End.Card(position)] = byte(position)
	}
	for v := b.size - 1; v > b.Left(p); v-- {
		payload = append(payload, at[v])
	}
	return payload
}

// PrefixOf reads a payload, and reports whether it is one.
func (b *Base) PrefixOf(payload []byte) (p Prefix, ok bool) {
	p = b.Bare()
	for _, at := range payload {
		if at >= topswops.WordCards || p.free>>at&1 == 0 {
			return p, false
		}
		p = b.put(p, int(at))
	}
	return p, true
}

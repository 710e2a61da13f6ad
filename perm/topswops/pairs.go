package topswops

import (
	"bytes"
	"math/bits"
	"slices"
)

// pair is a deck of up to 21 cards in two words: one has the lowest three bits of the cards in
// fields, by position, the other their upper two bits. The new card, up to card 21, lies behind
// them and never moves again.
//
// As the deck is also kept reversed, a move reverses nothing. The move of card k changes the first
// k+1 positions by a pattern that equals its own reversal: the bits of a card and of the one whose
// place it takes. So the deck is changed by it in the first positions, and the reversed deck by the
// same pattern in the last.
type pair struct{ low, high uint64 }

const (
	pairCards = 21 // the largest deck of a pair

	lowBits, highBits = 3, 2
	lowCard, highCard = 1<<lowBits - 1, 1<<highBits - 1
)

// top is the card on top.
func (d pair) top() uint64 { return d.low&lowCard | d.high&highCard<<lowBits }

// card is the card at position p.
func (d pair) card(p int) uint8 {
	return uint8(pair{d.low >> (lowBits * p & 63), d.high >> (highBits * p & 63)}.top())
}

// with has card v at a position where there was card 0, and pair{}.with(p, ^0) all bits of that position.
func (d pair) with(p int, v uint64) pair {
	return pair{d.low | v&lowCard<<(lowBits*p&63), d.high | v>>lowBits&highCard<<(highBits*p&63)}
}

// without has card 0 at a position.
func (d pair) without(p int) pair {
	all := pair{}.with(p, ^uint64(0))
	return pair{d.low &^ all.low, d.high &^ all.high}
}

// pairGame is a game in progress: the deck, the deck reversed, and a note. Bits 1 to 20 of the note
// are the cards that came to the top, twelve bits from movesOfPair on the moves, and what is above
// is kept. Bit 0 has no meaning. Twelve bits suffice: a game of n cards has at most 2 f(n-1) + 1
// moves, so one of 21 has at most 4 f(19) + 3 = 887.
type pairGame struct {
	deck, back pair
	note       uint64
}

const movesOfPair = 24

// pairs are games in progress, and those that have ended, whose reversed deck is meaningless.
type pairs struct {
	count        int
	games, ended [dealt + pairCards]pairGame
}

// playPairs appends the bundles of the first parents, and returns the number of these parents.
func (f *Fronts) playPairs(out, parents []Bundle) (more []Bundle, done int) {
	if f.games.pairs == nil {
		f.games.pairs = new(pairs)
	}
	b := f.games.pairs
	for b.count = 0; done < len(parents) && b.count < dealt; done++ {
		if set := f.fronts(&parents[done]); set != 0 {
			b.deal(&parents[done].End, f.Card, set, uint64(done)<<parentBit)
		}
	}
	b.play()
	out = slices.Grow(out, b.count)
	for i := range b.count {
		g := &b.ended[i]
		c := &out[:len(out)+1][len(out)]
		parent, z := noted(parents, g.note)
		if f.raise(c, parent, z, int(g.note>>movesOfPair&0xfff), uint32(g.note)&(1<<pairCards-2)) {
			g.deck.unpack(&c.End, f.Card)
			out = out[:len(out)+1]
		}
	}
	return out, done
}

// deal adds the games of an end and a set of cards z, as they begin when card m has moved.
func (b *pairs) deal(end *[MaxCards]uint8, m int, set uint32, note uint64) {
	deck, back := turned(end, m)
	for ; set != 0; set &= set - 1 {
		z := bits.TrailingZeros32(set)
		g := &b.games[b.count]
		g.deck, g.back, g.note = deck, back, note|uint64(z)<<zBit
		if z > 0 {
			p := m - bytes.IndexByte(end[:m], uint8(z))
			g.deck = deck.without(p).with(0, uint64(z))
			g.back = back.without(pairCards-1-p).with(pairCards-1, uint64(z))
		}
		b.count++
	}
}

// turned is an end after the move of card m, and the same reversed: the card at position p > 0
// comes to m-p. m is 17 to 21. There is 0 at position 0 of the end, and beyond its last card.
func turned(end *[MaxCards]uint8, m int) (deck, back pair) {
	x, y, z := eight(end, 0), eight(end, 8), eight(end, 16)
	back = pair{
		(lows(x) | lows(y)<<24 | lows(z)<<48) << (lowBits * (pairCards - m)) >> lowBits,
		(highs(x) | highs(y)<<16 | highs(z)<<32) << (highBits * (pairCards - m)) >> highBits,
	}
	x, y, z = bits.ReverseBytes64(x), bits.ReverseBytes64(y), bits.ReverseBytes64(z)
	low, high := lowBits*(23-m), highBits*(23-m)
	deck = pair{
		lows(z)>>low | lows(y)<<(24-low) | lows(x)<<(48-low),
		highs(z)>>high | highs(y)<<(16-high) | highs(x)<<(32-high),
	}
	return deck, back
}

// lows are the lowest three bits of eight bytes, in fields, and highs the next two.
func lows(x uint64) uint64 {
	x = x & (lowCard * ones)
	x = (x | x>>5) & 0x003f003f003f003f
	x = (x | x>>10) & 0x00000fff00000fff
	return (x | x>>20) & 0xffffff
}

func highs(x uint64) uint64 {
	x = x >> lowBits & (highCard * ones)
	x = (x | x>>6) & 0x000f000f000f000f
	x = (x | x>>12) & 0x000000ff000000ff
	return (x | x>>24) & 0xffff
}

// unpack sets the cards of an end, and card m in its place.
func (d pair) unpack(end *[MaxCards]uint8, m int) {
	*end = [MaxCards]uint8{}
	for p := range m {
		end[p] = d.card(p)
	}
	end[m] = uint8(m)
}

// lowMoves and highMoves are the moves of pairs.
var (
	lowMoves  = movesOf(pairCards, lowBits, movesOfPair)
	highMoves = movesOf(pairCards, highBits, movesOfPair)
)

// play plays all games as [batch.playGo] does, two at a time, since each move waits for the one
// before it.
func (b *pairs) play() {
	low, high := &lowMoves, &highMoves
	ended := 0
	for games := b.count; games > 0; {
		still := 0
		b.games[games] = pairGame{} // an ended game, to pair with the last of an odd number
		for i := 0; i < games; i += 2 {
			g, h := &b.games[i], &b.games[i+1]
			x, xBack, xNote := g.deck, g.back, g.note
			y, yBack, yNote := h.deck, h.back, h.note
			for range 4 {
				k := x.top()
				xNote = low.note(k, xNote)
				x.low, xBack.low = low.move(k, x.low, xBack.low)
				x.high, xBack.high = high.move(k, x.high, xBack.high)
				k = y.top()
				yNote = low.note(k, yNote)
				y.low, yBack.low = low.move(k, y.low, yBack.low)
				y.high, yBack.high = high.move(k, y.high, yBack.high)
			}
			goes := b.store(still, ended, x, xBack, xNote)
			still += goes
			ended += 1 - goes
			goes = b.store(still, ended, y, yBack, yNote)
			still += goes
			ended += 1 - goes
		}
		ended -= games & 1 // it is not counted
		games = still
	}
}

// store writes a game behind those that continue and behind those that have ended, and returns 1 if
// it continues, or 0.
func (b *pairs) store(still, ended int, x, back pair, note uint64) (goesOn int) {
	g := &b.games[still]
	g.deck.low, g.deck.high, g.back.low, g.back.high, g.note = x.low, x.high, back.low, back.high, note
	g = &b.ended[ended]
	g.deck.low, g.deck.high, g.note = x.low, x.high, note
	return int((x.top() + MaxCards - 1) / MaxCards)
}

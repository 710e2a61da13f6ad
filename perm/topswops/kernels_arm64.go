//go:build !purego

package topswops

//lint:file-ignore U1000 assembly reads the fields

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"dovetail/perm/processor"
)

// fast reports whether kernels may be used.
var fast = processor.Use.NEON

// narrowGame is a game of up to [WordCards] cards, and wideGame one of more: the cards by position
// and, by card, how often it came to the top. The count of card 0 is meaningless.
type (
	narrowGame struct{ deck, count [WordCards]uint8 }
	wideGame   struct{ deck, count [MaxCards]uint8 }
)

// underNarrow and underWide are the numbers of games that the kernels have in progress. As many
// games that never end follow the others, and one more that is read.
const underNarrow, underWide = 8, 6

// play plays each game until card 0 is on top.
func (b *batch) play() {
	if !fast {
		b.playGo()
		return
	}
	var games [batchMost + underNarrow + 1]narrowGame
	for i, d := range b.Deck[:b.Count] {
		d.unpack(&games[i].deck)
	}
	for i := range underNarrow {
		games[b.Count+i].deck = [WordCards]uint8{1, 1} // never ends
	}
	playNarrowNEON(&games[0], b.Count)
	ended := 0
	for i := range b.Count {
		g := &games[i]
		b.Ended[ended] = packed(&g.deck)
		low, high := binary.LittleEndian.Uint64(g.count[:8]), binary.LittleEndian.Uint64(g.count[8:])
		note := b.Note[i] + sumOf(low, high)<<16 | uint64(setOf(low)|setOf(high)<<8)
		b.Notes[ended] = note
		ended += int(note >> 31 & 1)
	}
	b.Count = ended
}

// playNarrowNEON plays games to their ends. underNarrow games that never end follow them.
//
//go:noescape
func playNarrowNEON(games *narrowGame, count int)

// playWideNEON is the same for more cards.
//
//go:noescape
func playWideNEON(games *wideGame, count int)

// sumOf is the sum of all bytes.
func sumOf(words ...uint64) (sum uint64) {
	const even = 0x00ff00ff00ff00ff
	for _, x := range words {
		sum += x&even + x>>8&even
	}
	return sum * 0x0001000100010001 >> 48
}

// setOf is the set of the bytes that are not 0.
func setOf(x uint64) uint32 {
	there := (x&places + places | x) & present
	return uint32(there >> 7 * 0x0102040810204080 >> 56)
}

// machine has the games of more than [WordCards] cards, and their cards z and parents.
type machine struct {
	wide []wideGame
	from []origin
}

type origin struct{ parent, z int }

func (f *Fronts) appendTo(out, parents []Bundle) []Bundle {
	switch {
	case f.Card <= WordCards || !fast:
		return f.appendTogether(out, parents)
	case f.games == nil:
		f.games = &table{machine: machine{make([]wideGame, dealt+MaxCards+underWide+1), make([]origin, dealt+MaxCards)}}
	}
	for len(parents) > 0 {
		var done int
		out, done = f.appendWide(out, parents)
		parents = parents[done:]
	}
	return out
}

// appendWide appends the bundles of the first parents, and returns the number of these parents.
// Games of 255 moves or more, whose moves may not all be counted, are played in Go.
func (f *Fronts) appendWide(out, parents []Bundle) (more []Bundle, done int) {
	t, games := f.games, 0
	for ; done < len(parents) && games < dealt; done++ {
		var deck [MaxCards]uint8 // as it is after the move of card Card
		for p := 1; p < f.Card; p++ {
			deck[p] = parents[done].End[f.Card-p]
		}
		deck[f.Card] = uint8(f.Card)
		for set := f.fronts(&parents[done]); set != 0; set &= set - 1 {
			z := bits.TrailingZeros32(set)
			g := &t.wide[games]
			*g = wideGame{deck: deck}
			if z > 0 {
				g.deck[slices.Index(deck[:], uint8(z))] = 0
				g.deck[0] = uint8(z)
			}
			t.from[games] = origin{done, z}
			games++
		}
	}
	for i := range underWide {
		t.wide[games+i] = wideGame{deck: [MaxCards]uint8{1, 1}} // never ends
	}
	if games > 0 {
		playWideNEON(&t.wide[0], games)
	}
	out = slices.Grow(out, games)
	for i, from := range t.from[:games] {
		g, parent := &t.wide[i], &parents[from.parent]
		g.count[0] = 0
		var shown uint32
		for k := 0; k < MaxCards; k += 8 {
			shown |= setOf(eight(&g.count, k)) << k
		}
		moves := int(sumOf(eight(&g.count, 0), eight(&g.count, 8), eight(&g.count, 16), eight(&g.count, 24)))
		if moves >= 255 {
			out = f.one(out, parent, from.z)
			if from.z > 0 {
				f.Played--
			}
			continue
		}
		c := &out[:len(out)+1][len(out)]
		if f.raise(c, parent, from.z, moves, shown) {
			c.End = g.deck
			out = out[:len(out)+1]
		}
	}
	return out, done
}

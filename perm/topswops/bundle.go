package topswops

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// Bundle is a set of decks of some number of cards whose games end alike, known by bounds on
// their lengths alone.
type Bundle struct {
	End   [MaxCards]uint8 // cards by position, 0 on top; 0 beyond the last
	Slack [MaxCards]uint8 // by card: bounds of the decks in which it is supporting; by card 0 of all; 0 if there are none
	Path  [16]uint8       // Steps from a bundle of the base, as the caller numbers them
	From  uint32          // that bundle
	_     [3]uint32
}

// Fronts leads from bundles of Card cards to larger decks. The decks of a bundle become the front
// halves of decks with the new card Card, in whose games it shows. Some card z, supporting before,
// or card 0, makes way for it at position Card, and comes to the top when it moves. There is one
// game for each bundle and z.
//
// If a front half has slack r and b moves follow that of card Card, the deck has slack r+1+b-Gap,
// but at most Top. It is left out if that is not above 0.
type Fronts struct {
	Card  int
	Least uint8 // least slack of a front half, at least 1
	Gap   int
	Top   uint8
	Step  int // index in Path for the step, Kind plus z
	Kind  uint8

	Played uint64 // games

	games *table // the parameters of the kernels, which do not change after the first Append
}

// Append appends the bundles that come from parents.
func (f *Fronts) Append(out, parents []Bundle) []Bundle {
	if f.Least == 0 {
		panic("topswops: front halves need slack")
	}
	return f.appendTo(out, parents)
}

// appendGo is Append game by game: the oracle, and the method for games that are too long or have
// too many cards for the others.
func (f *Fronts) appendGo(out, parents []Bundle) []Bundle {
	for i := range parents {
		b := &parents[i]
		for z := range f.Card {
			if b.Slack[z] >= f.Least {
				out = f.one(out, b, z)
			}
		}
	}
	return out
}

// one plays the game of a bundle and a card.
func (f *Fronts) one(out []Bundle, b *Bundle, z int) []Bundle {
	if z > 0 {
		f.Played++
	}
	out = append(out, Bundle{End: b.End, Path: b.Path, From: b.From})
	c := &out[len(out)-1]
	moves, shown := PlayOn(&c.End, f.Card, z)
	by, slack := 1+moves-f.Gap, b.Slack[z]
	if c.Slack[0] = Raised(slack, by, f.Top); c.Slack[0] == 0 {
		return out[:len(out)-1]
	}
	c.Path[f.Step] = f.Kind + uint8(z)
	for rest := (1<<f.Card - 1) &^ (shown | 1<<z | 1); rest != 0; rest &= rest - 1 {
		y := bits.TrailingZeros32(rest) & (MaxCards - 1)
		c.Slack[y] = Raised(min(b.Slack[y], slack), by, f.Top)
	}
	return out
}

// PlayOn continues from an end, when a new card m, in the place of card 0, has come to the top. Its
// move brings card z from position m to the top. z had the place of card 0 before, or is card 0. It
// returns the number of moves that follow that of card m, and the set of cards that made them.
func PlayOn(end *[MaxCards]uint8, m, z int) (moves int, shown uint32) {
	if m <= WordCards {
		var d Word
		first := (*[WordCards]uint8)(end[:])
		d, moves, shown = packed(first).turned(m).replaced(z).Play()
		d.unpack(first)
		end[m] = uint8(m)
		return moves, shown
	}
	d := *end
	for p := 1; p < m; p++ {
		if end[m-p] = d[p]; int(d[p]) == z {
			end[m-p] = 0
		}
	}
	end[0], end[m] = uint8(z), uint8(m)
	for k := end[0]; k != 0; k = end[0] {
		for i, j := 0, int(k); i < j; i, j = i+1, j-1 {
			end[i&31], end[j&31] = end[j&31], end[i&31]
		}
		shown |= 1 << k
		moves++
	}
	return moves, shown
}

// Raised is a slack that grows, or shrinks, by some moves, but to at most top. A slack of 0 stays
// 0.
func Raised(slack uint8, by int, top uint8) uint8 {
	if slack == 0 {
		return 0
	}
	return uint8(min(max(0, int(slack)+by), int(top)))
}

// Stills leads from bundles of Card cards to larger decks in two ways: the decks of a bundle are
// the back halves of decks with the new card Card, or the new card never shows in their games.
//
// Back halves with slack r make decks of slack r+By, by appending the new card and undoing moves.
// These and the decks to which it is appended are one bundle, as By is at least -Gap. The new card
// may also take the place of a supporting card v, which comes last: such decks have slack r-Gap.
// Top is the greatest slack.
type Stills struct {
	Card       int
	By, Gap    int
	Top        uint8
	Step       int // index in Path for the step, Keep, or Swap plus v
	Keep, Swap uint8
}

// Append appends the bundles that come from parents.
func (s *Stills) Append(out, parents []Bundle) []Bundle { return s.appendTo(out, parents) }

// appendGo is Append without vector instructions. Slacks are raised eight at a time, as bytes of
// one word.
func (s *Stills) appendGo(out, parents []Bundle) []Bundle {
	for i := range parents {
		out = s.kept(out, &parents[i])
		out = s.swapped(out, &parents[i])
	}
	return out
}

func (s *Stills) kept(out []Bundle, b *Bundle) []Bundle {
	if Raised(b.Slack[0], s.By, s.Top) == 0 {
		return out
	}
	out = append(out, *b)
	c := &out[len(out)-1]
	by := raising(s.By, 255, s.Top)
	c.raise(&by, s.Card)
	c.Slack[s.Card] = Raised(b.Slack[0], -s.Gap, s.Top)
	c.End[s.Card] = uint8(s.Card)
	c.Path[s.Step] = s.Keep
	return out
}

func (s *Stills) swapped(out []Bundle, b *Bundle) []Bundle {
	least := max(1, s.Gap+1)
	if least > 255 || s.Top == 0 {
		return out
	}
	for set := withSlack(&b.Slack, s.Card, uint8(least)) &^ 1; set != 0; set &= set - 1 {
		v := bits.TrailingZeros32(set) & (MaxCards - 1)
		out = append(out, *b)
		c := &out[len(out)-1]
		by := raising(-s.Gap, b.Slack[v], s.Top)
		c.raise(&by, s.Card)
		c.Slack[s.Card] = Raised(b.Slack[v], -s.Gap, s.Top)
		c.End[bytes.IndexByte(b.End[:s.Card], uint8(v))] = uint8(s.Card)
		c.End[s.Card] = uint8(v)
		c.Path[s.Step] = s.Swap + uint8(v)
	}
	return out
}

// raise raises the slacks of the first cards.
func (b *Bundle) raise(by *raise, cards int) {
	for from := 0; from < cards; from += 8 {
		if x := eight(&b.Slack, from); x != 0 {
			binary.LittleEndian.PutUint64(b.Slack[from:], by.raised(x))
		}
	}
}

package topswops

import "math/bits"

// Bundle is a set of decks of some number of cards whose games end alike, known by bounds on
// their lengths alone.
type Bundle struct {
	End  [MaxCards]uint8 // cards by position, 0 on top; 0 beyond the last
	Room [MaxCards]uint8 // by card: bounds of the decks in which it is supporting, or of all; 0 if there are none
	Path [16]uint8       // Steps from a bundle of the base, as the caller numbers them
	From uint32          // that bundle
	_    [3]uint32
}

// Fronts goes from bundles of Card cards to those of the decks of which they have the front
// halves: decks with the new card Card, in whose games it shows. Some card z, supporting
// before, or card 0, takes its place at position Card, and comes to the top when it moves:
// one game for each bundle and z.
//
// If a front half has room r and b moves follow that of card Card, the deck has room
// r+1+b-Gap, but at most Top, and is left out if that is not above 0.
type Fronts struct {
	Card  int
	Least uint8 // room that a front half must have, at least 1
	Gap   int
	Top   uint8
	Step  int // index in Path of what is stored there: Kind plus z
	Kind  uint8

	Played uint64 // games

	games *table // with what the kernels are told, which does not change after the first Append
}

// Append appends the bundles that come from parents.
func (f *Fronts) Append(out, parents []Bundle) []Bundle {
	if f.Least == 0 {
		panic("topswops: front halves need room")
	}
	return f.appendTo(out, parents)
}

// appendGo is Append without vector instructions.
func (f *Fronts) appendGo(out, parents []Bundle) []Bundle {
	for i := range parents {
		b := &parents[i]
		for z := range f.Card {
			if b.Room[z] >= f.Least {
				out = f.one(out, b, z)
			}
		}
	}
	return out
}

// one plays the game of a bundle and a card.
func (f *Fronts) one(out []Bundle, b *Bundle, z int) []Bundle {
	m := f.Card
	c := Bundle{Path: b.Path, From: b.From}
	c.Path[f.Step] = f.Kind + uint8(z)
	for p := 1; p < m; p++ {
		c.End[m-p] = b.End[p]
		if int(b.End[p]) == z {
			c.End[m-p] = 0
		}
	}
	c.End[0], c.End[m] = uint8(z), uint8(m)
	moves, shown := 0, uint32(1)<<z|1<<m
	for k := c.End[0]; k != 0; k = c.End[0] {
		shown |= 1 << k
		for i, j := 0, int(k); i < j; i, j = i+1, j-1 {
			c.End[i], c.End[j] = c.End[j], c.End[i]
		}
		moves++
	}
	if z > 0 {
		f.Played++
	}
	c.Room[0] = Raised(b.Room[z], 1+moves-f.Gap, f.Top)
	if c.Room[0] == 0 {
		return out
	}
	for rest := (1<<m - 1) &^ (shown | 1); rest != 0; rest &= rest - 1 {
		y := bits.TrailingZeros32(rest)
		c.Room[y] = Raised(min(b.Room[y], b.Room[z]), 1+moves-f.Gap, f.Top)
	}
	return append(out, c)
}

// Raised is a room that grows, or shrinks, by some moves, but to no more than top. What has
// no room stays without.
func Raised(room uint8, by int, top uint8) uint8 {
	if room == 0 {
		return 0
	}
	return uint8(min(max(0, int(room)+by), int(top)))
}

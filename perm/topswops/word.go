package topswops

import (
	"encoding/binary"
	"math/bits"
)

// Word is a deck of up to 16 cards in one machine word: nibble p holds the card
// at position p. Positions that were never put hold 0.
//
// Reversing a prefix is a byte swap, a swap of nibbles and two shifts.
type Word uint64

const (
	// WordCards is the largest deck of a [Word].
	WordCards = 16

	lowNibbles   = 0x0f0f0f0f0f0f0f0f
	nibbleOnes   = 0x1111111111111111
	nibbleCard   = 15
	bitsOfNibble = 4
)

// Card is the card at position p.
func (d Word) Card(p int) int { return int(d >> (p * bitsOfNibble & 63) & nibbleCard) }

// Put places card v at position p, which holds 0.
func (d Word) Put(p, v int) Word { return d | Word(v)<<(p*bitsOfNibble) }

// Flip reverses the first k >= 1 positions.
func (d Word) Flip(k int) Word {
	last := uint(k-1) * bitsOfNibble & 63 // where the last of them lies
	return d.reversed()>>(60-last&63) | d&(^Word(nibbleCard)<<last)
}

// reversed has all 16 positions reversed.
func (d Word) reversed() Word {
	x := bits.ReverseBytes64(uint64(d))
	return Word(x>>4&lowNibbles | x&lowNibbles<<4)
}

// Homes marks the cards at home, by the lowest bits of their nibbles.
func (d Word) Homes() Word { return (d ^ wordAtHome).zeros() }

// zeros marks the nibbles that are 0.
func (d Word) zeros() Word {
	d |= d >> 1
	d |= d >> 2
	return ^d & nibbleOnes
}

// wordAtHome is the deck of 16 cards in order.
const wordAtHome Word = 0xfedcba9876543210

// Play plays on until card 0, or an unknown card, is on top, and tells the moves and the cards that they
// were of.
func (d Word) Play() (end Word, moves int, shown uint32) {
	for k := d & nibbleCard; k != 0; k = d & nibbleCard {
		d = d.Flip(int(k) + 1)
		shown |= 1 << k
		moves++
	}
	return d, moves, shown
}

// turned is an end, of which what lies at position p > 0 comes to m-p.
func (d Word) turned(m int) Word {
	return d.reversed() << bitsOfNibble >> (bitsOfNibble * (WordCards - m))
}

// replaced has card z, if there is one, on top in the place of card 0, and that in its place.
func (d Word) replaced(z int) Word {
	at := (d ^ nibbleOnes*Word(z)).zeros() * nibbleCard
	return d&^at | Word(z)
}

// packed are the first 16 cards of an end, and unpack sets them.
func packed(end *[MaxCards]uint8) Word {
	return Word(pack8(binary.LittleEndian.Uint64(end[:8])) | pack8(binary.LittleEndian.Uint64(end[8:16]))<<32)
}

func pack8(x uint64) uint64 {
	x = (x | x>>4) & 0x00ff00ff00ff00ff
	x = (x | x>>8) & 0x0000ffff0000ffff
	return (x | x>>16) & 0xffffffff
}

func (d Word) unpack(end *[MaxCards]uint8) {
	binary.LittleEndian.PutUint64(end[:8], unpack8(uint64(d)&0xffffffff))
	binary.LittleEndian.PutUint64(end[8:16], unpack8(uint64(d)>>32))
}

func unpack8(x uint64) uint64 {
	x = (x | x<<16) & 0x0000ffff0000ffff
	x = (x | x<<8) & 0x00ff00ff00ff00ff
	return (x | x<<4) & lowNibbles
}

// Batch is a number of games under way, of decks of up to [WordCards] cards of which some may
// be unknown. Those are 0, as card 0 is: a game stops where one comes to the top.
type Batch struct {
	Count int

	// By game: the deck, and a note of which bits 1 to 15 tell the cards that came to the top,
	// the next 16 the moves; both are added to, and the upper half is kept. Bit 0 means nothing.
	Deck [BatchMost + parked]Word
	Note [BatchMost + parked]uint64

	// In the order in which they stop, which depends on the machine: the deck, and the note.
	Ended [BatchMost + parked]Word
	Told  [BatchMost + parked]uint64
}

// BatchMost is the greatest number of games of a batch. Of dealt games so many are played at
// once, and those of so many parents are dealt at a time; parked is what 32 games under way
// read beyond the last.
const (
	BatchMost      = dealt + dealing*WordCards
	dealt, dealing = 512, 16
	parked         = 2 * 32
)

// playGo is Play without vector instructions.
func (b *Batch) playGo() {
	for i, d := range b.Deck[:b.Count] {
		end, moves, shown := d.Play()
		b.Ended[i], b.Told[i] = end, b.Note[i]+uint64(moves)<<16|uint64(shown)
	}
}

package topswops

import "math/bits"

// Word is a deck of up to 16 cards in one machine word: nibble p holds the card
// at position p. Positions that were never put hold 0.
//
// Reversing a prefix is a byte swap, a swap of nibbles and two shifts.
type Word uint64

const (
	// WordCards is the largest deck of a [Word].
	WordCards = 16

	lowNibbles   = 0x0f0f0f0f0f0f0f0f
	nibbleCard   = 15
	bitsOfNibble = 4
)

// Card is the card at position p.
func (d Word) Card(p int) int { return int(d >> (p * bitsOfNibble & 63) & nibbleCard) }

// Put places card v at position p, which holds 0.
func (d Word) Put(p, v int) Word { return d | Word(v)<<(p*bitsOfNibble) }

// Flip reverses the first k >= 1 positions.
func (d Word) Flip(k int) Word {
	return Word(reverseNibbles(uint64(d))>>(-k*bitsOfNibble&63)) | d&wordRest[k&31]
}

// wordRest[k] masks the positions from k on.
var wordRest = func() (rest [32]Word) {
	for k := range WordCards {
		rest[k] = ^Word(0) << (k * bitsOfNibble)
	}
	return rest
}()

// reverseNibbles turns the order of the 16 nibbles round.
func reverseNibbles(x uint64) uint64 {
	x = bits.ReverseBytes64(x)
	return x>>4&lowNibbles | x&lowNibbles<<4
}

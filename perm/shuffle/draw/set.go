package draw

import (
	"math/big"
	"math/bits"

	"dovetail/perm/shuffle/fixed"
)

// Set is a set of positions 0..n-1. Position j is bit j%64 of word j/64. Its words have
// bits for a power of two of positions; those from n on are never members.
type Set struct {
	N     int
	width int // bits of a position's number
	Words []uint64
}

// NewSet is the empty set of n positions.
func NewSet(n int) *Set {
	width := bits.Len(uint(n - 1))
	return &Set{n, width, make([]uint64, (1<<width+63)/64)}
}

// Draw makes s a uniformly random set and returns its size.
func (s *Set) Draw(rng *Stream) (size int) {
	for k := range s.Words {
		w := rng.Uint64()
		if left := max(0, s.N-64*k); left < 64 {
			w &= 1<<left - 1
		}
		s.Words[k] = w
		size += bits.OnesCount64(w)
	}
	return size
}

// tossed is the size from which on a binomial number is drawn by counting heads.
const tossed = 1 << 10

// Binomial draws from the law Binomial(n, 1/2).
func Binomial(n int) Func {
	if n < tossed {
		return NewChoice(fixed.Binomial(n, big.NewRat(1, 2), Bits)).Draw
	}
	return NewSet(n).Draw
}

// Resize brings s from one size to another by adding, or removing, uniformly chosen
// members. It tries random positions until enough are valid. A random word names
// several positions.
func (s *Set) Resize(rng *Stream, from, to int) {
	wanted := uint64(0) // the value of a position's bit that is flipped
	if from > to {
		from, to, wanted = to, from, 1
	}
	for from < to {
		r := rng.Uint64()
		for left := 64; left >= s.width && from < to; left -= max(1, s.width) {
			j := int(r & (1<<s.width - 1))
			r >>= s.width
			flip := 1 ^ wanted ^ s.Words[j>>6]>>(j&63)&1
			flip &= uint64(j-s.N) >> 63
			s.Words[j>>6] ^= flip << (j & 63)
			from += int(flip)
		}
	}
}

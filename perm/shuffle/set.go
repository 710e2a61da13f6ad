package shuffle

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
)

// bitset is a set of positions 0..n-1, position j being bit j%64 of word j/64.
// It has words for a power of two of positions, of which those from n on are
// never members.
type bitset struct {
	n     int
	width int // bits that name a position
	words []uint64
}

func newBitset(n int) *bitset {
	width := bits.Len(uint(n - 1))
	return &bitset{n, width, make([]uint64, (1<<width+63)/64)}
}

// draw makes s a uniformly random set and returns its size.
func (s *bitset) draw(rng *rand.ChaCha8) (size int) {
	for k := range s.words {
		w := rng.Uint64()
		if left := max(0, s.n-64*k); left < 64 {
			w &= 1<<left - 1
		}
		s.words[k] = w
		size += bits.OnesCount64(w)
	}
	return size
}

// tossed is the size from which on a binomial number is drawn by counting heads.
const tossed = 1 << 10

// binomialSize draws from the law Binomial(n, 1/2).
func binomialSize(n int) draw {
	if n < tossed {
		return newChoice(binomial(n, big.NewRat(1, 2), choiceBits)).draw
	}
	return newBitset(n).draw
}

// resize brings s from one size to another by putting in, or taking out,
// uniformly chosen members: random positions are tried until enough of them
// could be. A random word names several positions.
func (s *bitset) resize(rng *rand.ChaCha8, from, to int) {
	wanted := uint64(0) // the bit that a position must have to be flipped
	if from > to {
		from, to, wanted = to, from, 1
	}
	for from < to {
		r := rng.Uint64()
		for left := 64; left >= s.width && from < to; left -= max(1, s.width) {
			j := int(r & (1<<s.width - 1))
			r >>= s.width
			flip := 1 ^ wanted ^ s.words[j>>6]>>(j&63)&1
			flip &= uint64(j-s.n) >> 63
			s.words[j>>6] ^= flip << (j & 63)
			from += int(flip)
		}
	}
}

package shuffle

import (
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

// merger riffles the top packet, of the given size, and the rest of src: the
// positions in the set take the bottom packet's cards in order, the others the
// top packet's. The set has as many members as the bottom packet has cards.
type merger[C Card] func(dst, src []C, bottom *bitset, top int)

// The quickest that the machine has.
var (
	mergeSmall merger[uint16] = mergeGo[uint16]
	mergeLarge merger[uint32] = mergeGo[uint32]
)

func mergerOf[C Card]() merger[C] {
	if small, ok := any(mergeSmall).(merger[C]); ok {
		return small
	}
	return any(mergeLarge).(merger[C])
}

// mergeGo is the oracle of every other merge. It does not branch on the bits,
// which nothing can predict.
func mergeGo[C Card](dst, src []C, bottom *bitset, top int) {
	n := bottom.n
	dst, src = dst[:n], src[:n+1]
	i, gap := 0, top // next of the top packet; the bottom's next is i+gap
	for k, w := range bottom.words {
		for j := 64 * k; j < min(n, 64*k+64); j++ {
			b := int(w & 1)
			w >>= 1
			dst[j] = src[i+gap&-b]
			i += 1 - b
			gap += 2*b - 1
		}
	}
}

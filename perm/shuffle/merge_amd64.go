//go:build !purego

package shuffle

import (
	"dovetail/perm/processor"
	"dovetail/perm/shuffle/draw"
)

func init() {
	if processor.Use.AVX2 {
		mergeSmall = func(dst, src []uint16, bottom *draw.Set, top int) {
			n := bottom.N
			dst, src = dst[:n+Pad], src[:n+Pad]
			mergeSSSE3(&dst[0], &src[0], &bottom.Words[0], &spread, (n+7)/8, top)
		}
		mergeLarge = func(dst, src []uint32, bottom *draw.Set, top int) {
			n := bottom.N
			dst, src = dst[:n+Pad], src[:n+Pad]
			mergeAVX2(&dst[0], &src[0], &bottom.Words[0], &ranks, (n+7)/8, top)
		}
	}
}

// spread[m] is the byte shuffle that moves the words 0, 1, 2, ... of a vector
// to the clear bits of m in order, and zero to the set bits.
var spread = func() (table [256][16]byte) {
	for m := range table {
		next := byte(0)
		for bit := range 8 {
			low, high := byte(0x80), byte(0x80)
			if m>>bit&1 == 0 {
				low, high = next, next+1
				next += 2
			}
			table[m][2*bit], table[m][2*bit+1] = low, high
		}
	}
	return table
}()

// mergeSSSE3 fills eights times eight positions of dst. It reads up to 8 cards
// past each packet and writes up to 7 past the deck: Pad holds them.
//
//go:noescape
func mergeSSSE3(dst, src *uint16, bottom *uint64, spread *[256][16]byte, eights, top int)

// ranks[m][bit] is the number of bits of m below the given bit that equal it, with the
// high bit if it is set.
var ranks = func() (table [256][8]byte) {
	for m := range table {
		next := [2]byte{0, 0x80}
		for bit := range 8 {
			packet := &next[m>>bit&1]
			table[m][bit] = *packet
			*packet++
		}
	}
	return table
}()

// mergeAVX2 is the same for large cards.
//
//go:noescape
func mergeAVX2(dst, src *uint32, bottom *uint64, ranks *[256][8]byte, eights, top int)

//go:build !purego

package shuffle

import (
	"dovetail/perm/processor"
	"dovetail/perm/shuffle/draw"
)

func init() {
	if !processor.Use.NEON {
		return
	}
	mergeSmall = func(dst, src []uint16, bottom *draw.Set, top int) {
		n := bottom.N
		dst, src = dst[:n+Pad], src[:n+Pad]
		mergeSmallNEON(&dst[0], &src[0], &bottom.Words[0], &spreadSmall, (n+7)/8, top)
	}
	mergeLarge = func(dst, src []uint32, bottom *draw.Set, top int) {
		n := bottom.N
		dst, src = dst[:n+Pad], src[:n+Pad]
		mergeLargeNEON(&dst[0], &src[0], &bottom.Words[0], &spreadLarge, (n+7)/8, top)
	}
}

// spreadSmall[m] and spreadLarge[m] are the permutations of bytes that move the cards 0, 1, 2, ... of a
// packet to the clear bits of m in order, and none to the set bits.
var spreadSmall, spreadLarge = func() (small [256][16]byte, large [256][32]byte) {
	for m := range small {
		spreadBytes(small[m][:], m)
		spreadBytes(large[m][:], m)
	}
	return small, large
}()

func spreadBytes(row []byte, m int) {
	size, next := len(row)/8, 0
	for i := range row {
		row[i] = 0x80
		if m>>(i/size)&1 == 0 {
			row[i] = byte(next)
			next++
		}
	}
}

// mergeSmallNEON fills eights times eight positions of dst. It reads up to 8 cards past each packet and
// writes up to 7 past the deck: Pad holds them.
//
//go:noescape
func mergeSmallNEON(dst, src *uint16, bottom *uint64, spread *[256][16]byte, eights, top int)

// mergeLargeNEON is the same for large cards.
//
//go:noescape
func mergeLargeNEON(dst, src *uint32, bottom *uint64, spread *[256][32]byte, eights, top int)

package population

import (
	"encoding/binary"
	"math/bits"
)

// reverse reverses the first k cards of a deck, eight from either end at a time. The two
// eights may overlap: they agree where they do.
func reverse(d *[MaxCards + 9]uint8, k int) {
	le := binary.LittleEndian
	i := 0
	for ; k-i >= 8; i, k = i+8, k-8 {
		front, back := le.Uint64(d[i:]), le.Uint64(d[k-8:])
		le.PutUint64(d[i:], bits.ReverseBytes64(back))
		le.PutUint64(d[k-8:], bits.ReverseBytes64(front))
	}
	if r := k - i; r > 1 {
		x := le.Uint64(d[i:])
		keep := ^uint64(0) << (8 * r)
		le.PutUint64(d[i:], bits.ReverseBytes64(x)>>(64-8*r)|x&keep)
	}
}

package shuffle

import "dovetail/perm/shuffle/draw"

// Merger riffles the top packet, of the given size, and the rest of src: the
// positions in the set take the bottom packet's cards in order, the others the
// top packet's. The set has as many members as the bottom packet has cards.
type Merger[C Card] func(dst, src []C, bottom *draw.Set, top int)

// The fastest that the machine supports.
var (
	mergeSmall Merger[uint16] = mergeGo[uint16]
	mergeLarge Merger[uint32] = mergeGo[uint32]
)

// MergerOf is the fastest for cards of either size.
func MergerOf[C Card]() Merger[C] {
	if small, ok := any(mergeSmall).(Merger[C]); ok {
		return small
	}
	return any(mergeLarge).(Merger[C])
}

// mergeGo is the oracle of every other merge. It does not branch on the bits, which are
// unpredictable.
func mergeGo[C Card](dst, src []C, bottom *draw.Set, top int) {
	n := bottom.N
	dst, src = dst[:n], src[:n+1]
	i, gap := 0, top // next of the top packet; the bottom's next is i+gap
	for k, w := range bottom.Words {
		for j := 64 * k; j < min(n, 64*k+64); j++ {
			b := int(w & 1)
			w >>= 1
			dst[j] = src[i+gap&-b]
			i += 1 - b
			gap += 2*b - 1
		}
	}
}

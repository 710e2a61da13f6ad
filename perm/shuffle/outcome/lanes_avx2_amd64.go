//go:build !purego

package outcome

import "dovetail/perm/processor"

func init() {
	if processor.Use.AVX2 && !processor.Use.VBMI {
		sweepLanes = sweepLanesByAVX2
	}
}

// sweepLanesByAVX2 is sweepLanesGo, with a kernel for up to 64 cards. A move changes places in a simple way, so that all are set anew
// side by side, and no loop or branch depends on the number of cards that move.
//
// Cards with one label lie in successive places, sorted by position. Let card p with place x be
// exchanged with a card q behind it whose place is y, and let z be the place of the last card
// before q that has p's label. Then p comes to y and q to z, and the cards with places from x+1 to
// z move one place towards x. If q is before p, then z is the place of the first card behind q that
// has p's label, and those from z to x-1 make room. A card that gets another label without an
// exchange comes to z, with those between as before. So the kernel has places by place in the order
// that is counted, looks up what follows, and compares neighbours.
func sweepLanesByAVX2(l *lanes, all []lane, moves int, weight []float64) {
	if l.n > 64 {
		sweepLanesGo(l, all, moves, weight)
		return
	}
	var refused lane
	for k := 0; k < len(all); k += lanesAtOnce {
		some := all[k:min(k+lanesAtOnce, len(all))]
		sweepLanesAVX2(l, &some[0], len(some), &l.moves[0], l.product, &l.random[k], moves, &weight[1], 1<<(l.n-1)-1,
			8*(len(all)-len(some)), &refused)
	}
}

// lanesAtOnce is the number of lanes that take turns, for whose proposals the kernel has room.
const lanesAtOnce = 8

// sweepLanesAVX2 processes up to lanesAtOnce lanes. The random words of a step are skip bytes
// behind those of the one before. What is refused is written, but to another lane.
//
//go:noescape
func sweepLanesAVX2(l *lanes, all *lane, count int, moves *[2]uint8, product uint64, random *uint64, steps int,
	weight *float64, pairs uint64, skip int, refused *lane)

//go:build !purego

package outcome

import "dovetail/perm/processor"

func init() {
	if !processor.Use.VBMI {
		return
	}
	sweepLanes = func(l *lanes, all []lane, moves int, weight []float64) {
		sweep, pairs := sweepLanesAVX512, below(l.n-1)
		if l.n > 64 {
			sweep = sweepWideAVX512
		}
		sweep(l, &all[0], len(all), &l.moves[0], l.product, &l.random[0], moves, &weight[1], pairs.low, pairs.high)
	}
	rises = func(before, between, after *Sources, n int) int {
		if n > LaneCards {
			return risesGo(before, between, after, n)
		}
		pairs := below(n - 1)
		return risesAVX512(before, between, after, pairs.low, pairs.high)
	}
}

// sweepLanesAVX512 is sweepLanesGo for up to 64 cards. pairs and more are the places that have one after them.
//
//go:noescape
func sweepLanesAVX512(l *lanes, all *lane, count int, moves *[2]uint8, product uint64, random *uint64, steps int,
	weight *float64, pairs, more uint64)

// sweepWideAVX512 is sweepLanesGo for 65 to 128 cards.
//
//go:noescape
func sweepWideAVX512(l *lanes, all *lane, count int, moves *[2]uint8, product uint64, random *uint64, steps int,
	weight *float64, pairs, more uint64)

//go:noescape
func risesAVX512(before, between, after *Sources, pairs, more uint64) int

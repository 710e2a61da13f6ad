//go:build !purego

package outcome

import "dovetail/perm/processor"

func init() {
	if !processor.Use.VBMI {
		return
	}
	sweepLanes = func(l *lanes, all []lane, moves int, weight []float64) {
		sweepLanesAVX512(l, &all[0], len(all), &l.moves[0], l.product, &l.random[0], moves, &weight[1], 1<<(l.n-1)-1)
	}
	rises = func(before, between, after *Sources, n int) int {
		if n > 64 {
			return risesGo(before, between, after, n)
		}
		return risesAVX512(before, between, after)
	}
}

//go:noescape
func sweepLanesAVX512(l *lanes, all *lane, count int, moves *[2]uint8, product uint64, random *uint64, steps int,
	weight *float64, pairs uint64)

//go:noescape
func risesAVX512(before, between, after *Sources) int

//go:build !purego

package shuffle

import "dovetail/perm/processor"

func init() {
	if !processor.Use.AVX2 {
		return
	}
	kernel := func(l *lanes, all []lane, moves int, weight []float64) {
		var refused lane
		for k := 0; k < len(all); k += proposals {
			some := all[k:min(k+proposals, len(all))]
			sweepLanesAVX2(l, &some[0], len(some), &l.moves[0], l.product, &l.random[k], moves, &weight[1], 1<<(l.n-1)-1,
				8*(len(all)-len(some)), &refused)
		}
	}
	laneKernels = append(laneKernels, kernel)
	if !processor.Use.VBMI {
		sweepLanes = kernel
	}
}

// proposals is how many lanes take turns.
const proposals = 8

//go:noescape
func sweepLanesAVX2(l *lanes, all *lane, count int, moves *[2]uint8, product uint64, random *uint64, steps int,
	weight *float64, pairs uint64, stride int, nowhere *lane)

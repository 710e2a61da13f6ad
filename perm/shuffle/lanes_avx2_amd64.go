//go:build !purego

package shuffle

import "dovetail/perm/processor"

func init() {
	if !processor.Use.AVX2 {
		return
	}
	kernel := func(l *lanes, all []lane, moves int, weight []float64) {
		var refused lane
		sweepLanesAVX2(l, &all[0], len(all), &l.moves[0], l.product, &l.random[0], moves, &weight[1], 1<<(l.n-1)-1,
			&everywhere, &refused)
	}
	laneKernels = append(laneKernels, kernel)
	if !processor.Use.VBMI {
		sweepLanes = kernel
	}
}

// everywhere has the numbers from -64 to 64, each in four bytes.
var everywhere = func() (all [129]uint32) {
	for i := range all {
		all[i] = uint32(uint8(i-64)) * 0x01010101
	}
	return all
}()

//go:noescape
func sweepLanesAVX2(l *lanes, all *lane, count int, moves *[2]uint8, product uint64, random *uint64, steps int,
	weight *float64, pairs uint64, everywhere *[129]uint32, nowhere *lane)

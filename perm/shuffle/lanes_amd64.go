//go:build !purego

package shuffle

import "golang.org/x/sys/cpu"

func init() {
	x := &cpu.X86
	if !(x.HasAVX512F && x.HasAVX512BW && x.HasAVX512VBMI && x.HasAVX512VBMI2 && x.HasBMI1 && x.HasBMI2 && x.HasPOPCNT) {
		return
	}
	sweepLanes = func(l *lanes, all []lane, moves int, weight []float64) {
		sweepLanesAVX512(&all[0], len(all), l.a, &l.moves[0], len(l.moves), &l.random[0], moves, &weight[0], 1<<(l.n-1)-1, &numbers)
	}
	rises = func(before, between, after *Sources, n int) int {
		if n > 64 {
			return risesGo(before, between, after, n)
		}
		return risesAVX512(before, between, after)
	}
}

// numbers counts up, for the kernel to begin anywhere in it.
var numbers = func() (table [128]uint8) {
	for j := range table {
		table[j] = uint8(j)
	}
	return table
}()

//go:noescape
func sweepLanesAVX512(lanes *lane, count, a int, moves *uint32, product int, random *uint64, steps int, weight *float64, pairs uint64, numbers *[128]uint8)

//go:noescape
func risesAVX512(before, between, after *Sources) int

//go:build !purego

package pairs

import "golang.org/x/sys/cpu"

// fast tells whether the machine has what the kernel needs.
var fast = cpu.X86.HasAVX2 && cpu.X86.HasFMA

func tiles(dst []float64, stride int, left, right []float64, blocks, terms int) {
	if fast {
		tilesAVX2(&dst[0], 8*stride, &left[0], &right[0], blocks, terms)
	} else {
		tilesGo(dst, stride, left, right, blocks, terms)
	}
}

// tilesAVX2 is tilesGo with the stride in bytes; blocks and terms are positive.
//
//go:noescape
func tilesAVX2(dst *float64, stride int, left, right *float64, blocks, terms int)

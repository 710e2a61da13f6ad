//go:build !purego

package anneal

import (
	"dovetail/perm/processor"
	"dovetail/perm/shuffle"
)

func init() {
	if processor.Use.AVX2 {
		thresholds = thresholdsAVX2
	}
}

//go:noescape
func thresholdsAVX2(words *[shuffle.MaxInterleaved]int64, n int, by float64)

//go:build !purego

package anneal

import (
	"dovetail/perm/processor"
	"dovetail/perm/shuffle/riffles"
)

func init() {
	if processor.Use.AVX2 {
		undo, sweep, thresholds = undoBMI2, sweepBMI2, thresholdsAVX2
	}
}

//go:noescape
func undoBMI2(p *planes, scores *[MaxRiffles]score, k, n int) (sum int64)

//go:noescape
func sweepBMI2(w *labels, scores *[MaxRiffles]score, m *moves, reverse bool)

//go:noescape
func thresholdsAVX2(words *[riffles.MaxInterleaved]int64, n int, by float64)

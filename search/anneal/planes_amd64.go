//go:build !purego

package anneal

import "dovetail/perm/processor"

func init() {
	if processor.Use.AVX2 {
		undo, sweep = undoBMI2, sweepBMI2
	}
}

//go:noescape
func undoBMI2(p *planes, scores *[MaxRiffles]score, k, n int) (sum int64)

//go:noescape
func sweepBMI2(w *labels, scores *[MaxRiffles]score, m *moves, reverse bool)

//go:build !purego

package anneal

import "dovetail/perm/processor"

func init() {
	if processor.Use.AVX2 {
		undo, thresholds = undoBMI2, thresholdsFour
	}
	if processor.Use.VBMI {
		moveCard = moveCardAVX512
	}
}

//go:noescape
func undoBMI2(l *laid, scores *[MaxRiffles]score, k, n int) (sum int64)

//go:noescape
func moveCardAVX512(lanes *eight, scores *[MaxRiffles]score, m *moves, c int) (runs uint8)

// thresholdsFour computes four at a time, and the others one by one.
func thresholdsFour(words []int64, by float64) {
	fours := len(words) / 4
	if fours > 0 {
		thresholdsAVX2(&words[0], fours, by)
	}
	thresholdsGo(words[4*fours:], by)
}

//go:noescape
func thresholdsAVX2(words *int64, fours int, by float64)

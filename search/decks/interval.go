package decks

import "math"

// ends are a sampled interval, with the estimates behind it and their standard errors.
type ends struct {
	low, lowSE, high, highSE float64
	lower, upper             float64
}

// interval holds the distance but for a chance delta, which its bounds share; docs/decks.md
// has the theorem. Exact densities have one mean for both ends.
func (s sums) interval(delta float64) (e ends) {
	mean, variance := moments(s.High, s.HighSquares, s.Decks)
	e.high, e.highSE = mean, math.Sqrt(variance/float64(s.Decks))
	if s.Dealt == 0 {
		slack := bernstein(variance, 1, delta/2, s.Decks)
		e.low, e.lowSE = e.high, e.highSE
		e.lower, e.upper = max(0, mean-slack), min(1, mean+slack)
		return e
	}
	e.upper = min(1, mean+bernstein(variance, 1, delta/3, s.Decks))
	mean, variance = moments(s.Low, s.LowSquares, s.Decks)
	tail := float64(s.Tail) / unit / float64(s.Dealt)
	e.low = mean - tail
	e.lowSE = math.Sqrt(variance/float64(s.Decks) + tail*(1-tail)/float64(s.Dealt))
	e.lower = max(0, mean-bernstein(variance, most, delta/3, s.Decks)-chernoff(tail, delta/3, s.Dealt))
	return e
}

// looks are the numbers of decks at which a search that decides by what it saw may stop:
// 256 and its doubles. The k-th look, from 1, has delta/(k(k+1)) of the chance to fail,
// which adds up to delta over all looks that there could be. A number that was decided
// beforehand is look 0 and has all of it.
func lookDecks(k int) int { return 256 << (k - 1) }

// mostLooks have [MaxDecks] decks.
const mostLooks = 23

func lookDelta(delta float64, k int) float64 {
	if k == 0 {
		return delta
	}
	return delta / float64(k*(k+1))
}

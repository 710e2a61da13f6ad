package decks

import (
	"math"

	"dovetail/exact/tally"
)

// ends are a sampled interval, with the estimates behind it and their standard errors.
type ends struct {
	low, lowSE, high, highSE float64
	lower, upper             float64
}

// interval holds the distance but for a chance delta, which its five bounds share;
// docs/decks.md has the theorem. The control's mean is its centre and what it is off by,
// which is 0 for a constant. Exact densities have one mean for both ends.
func (s sums) interval(centre, delta float64) (e ends) {
	delta /= 5
	off, offSquare := moments(s.Control, s.ControlSquares, s.Controls, -1)
	offSE, offSlack := standardError(off, offSquare, s.Controls), 0.0
	if s.Controls > 0 {
		offSlack = tally.BernsteinRadius(offSquare, 1, 1, delta, s.Controls) + 1./unit
	}
	high, highSquare := moments(s.High, s.HighSquares, s.Decks, -1)
	e.high = centre + off + high
	e.highSE = math.Hypot(offSE, standardError(high, highSquare, s.Decks))
	e.upper = min(1, e.high+offSlack+tally.BernsteinRadius(highSquare, 1, 2, delta, s.Decks))
	if s.Dealt == 0 {
		e.low, e.lowSE = e.high, e.highSE
		e.lower = max(0, e.low-offSlack-tally.BernsteinRadius(highSquare, 1, 2, delta, s.Decks)-2./unit)
		return e
	}
	low, lowSquare := moments(s.Low, s.LowSquares, s.Decks, -most)
	tail := float64(s.Tail) / unit / float64(s.Dealt)
	e.low = centre + off + low - tail
	e.lowSE = math.Hypot(math.Hypot(offSE, standardError(low, lowSquare, s.Decks)), math.Sqrt(tail*(1-tail)/float64(s.Dealt)))
	e.lower = max(0, centre+off+low-offSlack-tally.BernsteinRadius(lowSquare, most, most+1, delta, s.Decks)-tally.ChernoffUpper(min(1, tail), delta, s.Dealt))
	return e
}

// ends are those of a method that walks so many sweeps, with room for what double arithmetic
// does to them; docs/decks.md counts its roundings.
func (m *method) ends(s sums, sweeps int, centre, delta float64) ends {
	e := s.interval(centre, delta)
	if m.w != nil && m.w.halves != nil {
		e.low, e.lowSE, e.lower = 0, 0, 0
	}
	lost := 0x1p-40
	if m.closed != nil {
		lost += m.closed.Error()
	} else {
		level, _ := m.w.level()
		moves := float64(4*m.w.n*len(m.w.letters)*m.ask.Walks) + level[1] - level[m.w.n]
		lost += float64(sweeps+1) * (moves + 8) * 0x1p-47
	}
	e.lower, e.upper = max(0, e.lower-lost), min(1, e.upper+lost)
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

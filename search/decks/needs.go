package decks

import (
	"cmp"
	"math"

	"dovetail/perm/elementary"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/search/anneal"
	"dovetail/search/densities"
)

// An interval that is wider than requested says what the width takes: as many decks as bring either
// end near enough to its estimate, by the scatter of the decks so far, and walks so long that the
// estimates of both ends agree, by the path that the pilot laid out. The price is that of all
// sweeps. If that is no more than the work already done, the work is extrapolated from the width
// reached.

// An end that is hardly better than none reports what an interval takes that is about so wide.
const (
	trivialGap = 0.01
	aimed      = 0.1
)

// needs returns what an interval of some use, or of the requested width, takes, by the path that
// the pilot laid out and the scatter of the decks so far. It returns nil where the interval is that
// narrow, or the decks were given, or the path is unknown: there was no pilot, or its outcomes did
// not move, or walks of the predicted length have ends whose estimates are apart for any number of
// decks.
func (l *estimation) needs(j *densities.Job) *results.Needs {
	width, aim := l.r.Upper-l.r.Lower, aimed
	switch {
	case j.Methods[0].Closed == nil && (l.spec.Plain || j.Params[0].Length < anneal.Stride):
		return nil
	case (l.r.Lower < trivialGap || l.r.Upper > 1-trivialGap) && width > aimed:
	case l.Decks == 0 && l.Width > 0 && width > l.Width:
		aim = l.Width
	default:
		return nil
	}
	open := j.Params[0].Open(l.all, l.spec.Test > 0, l.foretold(), l.delta)
	decks, left, scatter := int64(intervalDecks(1)), aim/2, l.scatter(aim)
	both := j.Params[0].Both()
	if both && l.spec.Sharp > 0 {
		left, scatter = aim*3/8, sharp(aim)
	}
	for decks < densities.MaxDecks && open(decks) > left {
		decks *= 2
	}
	m, steps := j.Methods[0], 0
	if m.Closed == nil {
		far := j.Params[0].Length / scatter
		steps = int(math.Ceil(min(far*far, densities.MaxSteps)))
	}
	if steps <= l.r.Steps && (decks <= l.all.Decks || l.apart() > aim/2) {
		if decks, steps = l.further(aim, j.Params[0]); decks == 0 {
			return nil
		}
	}
	need := &results.Needs{Width: aim, Decks: number.OfInt(decks), Steps: steps}
	need.Seconds = math.Ceil(l.walking(m, both, int(decks), steps))
	return need
}

// walking is about the time of walks on a number of uniform decks and as many dealt ones, in
// seconds of one processor.
func (l *estimation) walking(m *densities.Method, both bool, decks, steps int) float64 {
	if m.Closed != nil {
		return densities.ClosedSeconds(l.N, decks)
	}
	return float64(float64(l.walked(both)*float64(decks*l.Walks)) * float64(steps) * m.Target.Seconds())
}

// price is the time of walking before the next interval.
func (l *estimation) price(m *densities.Method, decks, steps int) float64 {
	return l.walking(m, l.way.Both(), decks, steps)
}

// sweeps is the number of sweeps of a walk in the next interval, by the path of the estimate.
func (l *estimation) sweeps() int {
	scatter := l.spec.Scatter
	if l.way.Both() {
		scatter = cmp.Or(l.spec.Sharp, scatter)
	}
	far := l.way.Length / scatter
	return cmp.Or(l.spec.Steps, max(2, int(math.Ceil(min(far*far, densities.MaxSteps)))))
}

// further is about the least additional work that makes the interval narrow enough. The width
// consists of two parts. One is the distance between the estimates of its ends; the scatter of
// walks makes a part of this, which falls with their length. The other is the distance of the ends
// from their estimates, which falls with the root of the number of decks unless a test alone bounds
// an end. It is nil if nothing makes the interval so narrow.
func (l *estimation) further(aim float64, way densities.Params) (decks int64, steps int) {
	scattered := func(steps int) float64 {
		v := way.Length / math.Sqrt(float64(max(1, steps)))
		if l.spec.Test > 0 {
			return l.testResult().JensenBias(v)
		}
		return float64(v * v / 2)
	}
	r, low, high, least := l.r, l.estimates.Low, l.estimates.High, math.Inf(1)
	apart, above, below := max(0, high.Value-low.Value), max(0, r.Upper-high.Value), max(0, low.Value-r.Lower)
	by, now := 0.0, scattered(r.Steps)
	if r.Steps > 0 {
		by = min(apart, now)
	}
	stays := apart - by
	if l.spec.Test > 0 && !way.Both() {
		stays, below = stays+below, 0
	}
	for i := l.all.Decks; i <= densities.MaxDecks; i *= 2 {
		for j := r.Steps; j <= densities.MaxSteps; j *= 2 {
			width := stays + float64((above+below)*math.Sqrt(float64(l.all.Decks)/float64(i)))
			if by > 0 {
				width += float64(by / now * scattered(j))
			}
			work := float64(i) * float64(max(1, j))
			if width <= aim && work < least && (i > l.all.Decks || j > r.Steps) {
				decks, steps, least = i, j, work
			}
			if j == 0 {
				break
			}
		}
	}
	return decks, steps
}

// foretold predicts the result of a larger test from the share of decks that passed so far.
func (l *estimation) foretold() densities.TestResult {
	t := l.testResult()
	if t.Decks > 0 && t.Decks < l.plannedTestSize {
		for side := range t.Accepted {
			t.Accepted[side] = int64(float64(t.Accepted[side]) / float64(t.Decks) * float64(l.plannedTestSize))
		}
		t.Decks = l.plannedTestSize
	}
	return t
}

// apart is the distance between the estimates of the two ends, less two standard errors. More decks
// do not reduce it.
func (l *estimation) apart() float64 {
	low, high := l.estimates.Low, l.estimates.High
	return high.Value - low.Value - float64(2*elementary.Hypot(high.SE, low.SE))
}

// walked is the share of as many uniform as dealt decks that have walks, a few on each. Where decks
// are split these are the decks that the test gets wrong or calls fair.
func (l *estimation) walked(both bool) float64 {
	switch {
	case l.spec.Test == 0:
		return 1.25
	case both: // and new walks on dealt decks that pass
		return 2 + float64(l.accepted[0])/float64(l.r.Tested.Int64())
	}
	return 1 + float64(l.accepted[1]-l.accepted[0])/float64(l.r.Tested.Int64())
}

// Walks of 10,000 sweeps are about what an interval of 0.03 takes, 2.3 on each uniform deck, with those back.
const (
	usualSteps = 10000
	handsWalks = 2.3
)

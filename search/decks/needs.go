package decks

import (
	"math"

	"dovetail/exact/tally"
	"dovetail/perm/elementary"
	"dovetail/results"
	"dovetail/results/number"
)

// An interval that is wider than was asked for says what the width takes: as many decks as bring either end so near to
// its estimate, by what the decks so far scattered, and walks so long that the estimates of both ends come together, by
// the path that the pilot laid out. Its price is that of all sweeps.

// An end that is hardly better than none says what an interval needs that is about so wide.
const (
	hardly = 0.01
	aimed  = 0.1
)

// needs is what an interval of some use takes, or of the width that was asked for, by the path that the pilot
// laid out and the scatter of the decks so far; nil where the interval is that narrow, or the decks were given, or nothing
// is known of the path that walks would take: the pilot's stood still, or walks that are long enough by it have ends
// whose estimates lie apart.
func (l *looking) needs(j *job) *results.Needs {
	width, aim := l.r.Upper-l.r.Lower, aimed
	switch {
	case j.methods[0].closed == nil && j.params[0].Length < pilotStride:
		return nil
	case (l.r.Lower < hardly || l.r.Upper > 1-hardly) && width > aimed:
	case l.Decks == 0 && l.Width > 0 && width > l.Width:
		aim = l.Width
	default:
		return nil
	}
	open, decks, left, scatter := l.opening(j.params[0]), int64(lookDecks(1)), aim/2, l.scatter(aim)
	both := j.params[0].both()
	if both && l.ask.Sharp > 0 {
		left, scatter = aim*3/8, sharp(aim)
	}
	for decks < MaxDecks && open(decks) > left {
		decks *= 2
	}
	need := &results.Needs{Width: aim, Decks: number.OfInt(decks)}
	if m := j.methods[0]; m.closed == nil {
		far := j.params[0].Length / scatter
		need.Steps = int(math.Ceil(min(far*far, MaxSteps)))
		if need.Steps <= l.r.Steps && l.apart() > aim/2 {
			return nil
		}
		need.Seconds = float64(l.walked(both)*float64(decks*int64(l.Walks))) * float64(need.Steps) * m.w.seconds()
	} else {
		need.Seconds = Question{Question: l.Question.Question, Decks: int(decks)}.sampling()
	}
	need.Seconds = math.Ceil(need.Seconds)
	return need
}

// opening is how far an end will be from its estimate, by the number of decks.
func (l *looking) opening(way params) func(decks int64) float64 {
	if l.ask.Test > 0 {
		way.Guess = l.all.square(way.Guess)
		return func(decks int64) float64 { return split{l.foretold(), way, l.ask.Finer}.open(decks, l.delta/5) }
	}
	_, square := moments(l.all.High, l.all.HighSquares, l.all.Decks, -1)
	return func(decks int64) float64 { return tally.BernsteinRadius(square, 1, 2, l.delta/5, decks) }
}

// foretold is what a larger test that is to come will tell, if it passes as many decks of each hundred.
func (l *looking) foretold() told {
	t := l.told()
	if t.decks > 0 && t.decks < l.later {
		for side := range t.passed {
			t.passed[side] = int64(float64(t.passed[side]) / float64(t.decks) * float64(l.later))
		}
		t.decks = l.later
	}
	return t
}

// apart is how far the estimates of the two ends are from each other, less two standard errors: more decks do not
// bring them together.
func (l *looking) apart() float64 {
	return l.r.EstimateHigh - l.r.EstimateLow - float64(2*elementary.Hypot(l.r.EstimateHighSE, l.r.EstimateLowSE))
}

// walked is the part of as many uniform as dealt decks that have walks, of which there are a few on each: where
// decks are split those that the test gets wrong or calls fair.
func (l *looking) walked(both bool) float64 {
	switch {
	case l.ask.Test == 0:
		return 1.25
	case both: // and fresh ones on dealt decks that pass
		return 2 + float64(l.passed[0])/float64(l.r.Tested.Int64())
	}
	return 1 + float64(l.passed[1]-l.passed[0])/float64(l.r.Tested.Int64())
}

package decks

import (
	"context"
	"fmt"
	"math"
	"path/filepath"

	"dovetail/exact/tally"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/run"
)

// looking is a word whose decks are looked at, with what is known of it so far.
type looking struct {
	query
	ask   Ask
	delta float64
	all   sums
	r     results.TVD
}

// look walks on the decks up to so many, of look k.
func (l *looking) look(ctx context.Context, k, decks int) error {
	l.ask.From, l.ask.To = l.ask.To, decks
	o := l.o
	if o.Dir != "" && k > 0 {
		o.Dir = filepath.Join(o.Dir, fmt.Sprintf("look%02d", k))
	}
	o.Meter = o.Meter.For(number.Count(decks, "deck"))
	j, _, err := run.Run(ctx, l.densities(l.ask), o)
	if err == nil {
		err = j.complete()
	}
	if err != nil {
		return err
	}
	l.all.add(j.sums[0])
	l.r.Kind, l.r.Look = results.Sampled, k
	l.r.Decks, l.r.Dealt = number.OfInt(l.all.Decks), number.OfInt(l.all.Dealt)
	l.take(j, lookDelta(l.delta, k))
	l.r.Needs = l.needs(j)
	return nil
}

// What an estimate takes: seconds, most of them for the pilot.
const (
	estimateDecks = 64
	estimateSteps = 500
)

// estimate is the answer where no look is over in time: few decks and short walks, decided
// beforehand. Looks begin with the same decks, so that their answer takes its place.
func (l looking) estimate(ctx context.Context) (results.TVD, error) {
	if l.ask.Steps == 0 {
		l.ask.Steps = estimateSteps
	}
	if l.o.Dir != "" {
		l.o.Dir = filepath.Join(l.o.Dir, "estimate")
	}
	err := l.look(ctx, 0, estimateDecks)
	return l.r, err
}

// take takes the sampled ends that are better than the ones so far.
func (l *looking) take(j *job, delta float64) {
	r, e, by := &l.r, j.ends(0, l.all, delta), j.methods[0].name()
	r.EstimateLow, r.EstimateLowSE, r.EstimateHigh, r.EstimateHighSE = e.low, e.lowSE, e.high, e.highSE
	if e.lower > r.Lower {
		r.Lower, r.LowerBy = e.lower, by
	}
	if e.upper < r.Upper {
		r.Upper, r.UpperBy = e.upper, by
	}
	if steps := j.ways[0].Steps; steps > 0 {
		r.Steps, r.Walks = steps, l.Walks
	}
}

// An end that is hardly better than none says what an interval needs that is about so wide.
const (
	hardly = 0.01
	aimed  = 0.1
)

// needs is what an interval of some use takes, by the path that the pilot laid out and the
// scatter of the decks so far; nil where both ends are of use.
func (l *looking) needs(j *job) *results.Needs {
	if l.r.Lower >= hardly && l.r.Upper <= 1-hardly {
		return nil
	}
	_, square := moments(l.all.High, l.all.HighSquares, l.all.Decks, -1)
	decks := int64(lookDecks(1))
	for decks < MaxDecks && tally.BernsteinRadius(square, 1, 2, l.delta/5, decks) > aimed/2 {
		decks *= 2
	}
	need := Question{Question: l.Question.Question, Decks: int(decks), Walks: l.Walks}
	if j.methods[0].closed == nil {
		far := j.ways[0].Length / scatter(aimed)
		need.Steps = int(math.Ceil(min(far*far, MaxSteps)))
	}
	return &results.Needs{Width: aimed, Decks: number.OfInt(decks), Steps: need.Steps, Seconds: math.Ceil(need.sampling())}
}

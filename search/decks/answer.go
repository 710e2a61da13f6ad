package decks

import (
	"context"
	"fmt"
	"math"

	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/search/densities"
	"dovetail/search/run"
)

// Answer implements [run.Answerer]. It returns the interval that is known when the time is over. If
// ctx ends before, that is part of the error.
func (q Question) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	if q.Time > 0 && q.Pairs.Seconds() > float64(env.Workers())*q.Time.Seconds()/2 {
		q.Single = true // laws of pairs would take the time of everything else
	}
	l, err := q.estimation(ctx, env)
	if err != nil {
		return nil, err
	}
	q.Tested = l.paidTest()
	l.Tested = q.Tested
	inTime, cancel := run.Within(ctx, q.Time)
	defer cancel()
	err = l.enclose(inTime, run.NewAccount(q.Limits, q.Seconds(), l.o))
	r, over := l.known(), run.Over(inTime, err)
	switch {
	case r.LowerBy == "" && over && ctx.Err() == nil:
		return nil, fmt.Errorf("no result within %v, not even certified bounds; give more --time", q.Time)
	case r.LowerBy == "":
		return nil, err
	}
	if r.Kind == results.Sampled {
		r.Streams = streams
	}
	reached := q.reached(r)
	r.QuestionText = results.TextOf(reached)
	if err != nil && !over {
		return r, err
	}
	if stopped := l.unsampled(ctx, &r, reached); ctx.Err() == nil {
		return r, stopped
	}
	return r, results.Unfinished(err, []results.TVD{r})
}

// unsampled says why no deck was sampled, and the price of sampling where it is known.
func (l *estimation) unsampled(ctx context.Context, r *results.TVD, q Question) error {
	if r.Kind == results.Exact || r.LowerBy == "" || r.Decks.Sign() > 0 || r.Upper-r.Lower <= q.Width {
		return nil
	}
	r.Unsampled = results.NoTime
	j, unknown := l.question().Job()
	switch {
	case unknown != nil && l.part() == "":
		r.Unsampled = results.NoWalks
	case unknown == nil && j.Methods[0].Closed != nil:
		l.Question, l.r = q, *r
		if err := j.Methods[0].Exact(ctx, 0, estimateDecks, &l.all); err != nil {
			return err
		}
		r.Needs = l.needs(j)
	}
	return nil
}

// reached is the question that the record answers, which does not depend on time.
func (q Question) reached(r results.TVD) Question {
	decks, intervals := q.Decks, q.Intervals
	q.Decks, q.Intervals, q.Limits = 0, r.Look, run.Limits{}
	switch {
	case r.Decks.Sign() > 0:
		if q.Steps = r.Steps; q.Intervals == 0 {
			q.Decks = int(r.Decks.Int64())
		}
		if q.Estimate = decks == 0 && q.Decks == estimateDecks; q.Estimate {
			q.Decks = 0
		}
	case r.Tested.Sign() == 0:
		q.Bounds = r.Kind == results.Bound && r.Upper-r.Lower > q.Width // nothing is tested
	case decks > 0:
		q.Width = 0 // something is tested
	case intervals > 0:
		q.Width = min(q.Width, math.Nextafter(r.Upper-r.Lower, 0))
	}
	return q
}

// Follows implements [run.Rechecker]. The certified interval takes no decks, and the number of
// sampled decks follows from the question.
func (q Question) Follows(ctx context.Context, env run.Options, record results.Record) (results.Record, string, error) {
	l, err := q.estimation(ctx, env)
	if err != nil {
		return nil, "", err
	}
	want, proves, err := l.follows(ctx, record.(results.TVD))
	if proves == "" {
		return nil, "", err
	}
	want.QuestionText = results.TextOf(q)
	return want, proves, err
}

// follows is a record as it follows from its sampled decks, without its question.
func (l *estimation) follows(ctx context.Context, r results.TVD) (want results.TVD, proves string, err error) {
	if err := l.prove(ctx); err != nil {
		return want, "", err
	}
	want = l.r
	if r.Lower < want.Lower || r.Lower > r.Upper || r.Upper > want.Upper {
		return want, "", fmt.Errorf("lower=%v and upper=%v are no interval within the certified one", r.Lower, r.Upper)
	}
	want.Lower, want.LowerBy, want.Upper, want.UpperBy, want.Needs = r.Lower, r.LowerBy, r.Upper, r.UpperBy, r.Needs
	want.EstimateLow, want.EstimateLowSE = r.EstimateLow, r.EstimateLowSE
	want.EstimateHigh, want.EstimateHighSE = r.EstimateHigh, r.EstimateHighSE
	if r.Decks.Sign() == 0 {
		want.Unsampled = r.Unsampled
	}
	if r.Tested.Sign() > 0 {
		want.Kind, want.Tested = results.Sampled, number.OfInt(l.testDecks())
	}
	if decks := l.decks(); decks > 0 {
		if _, err := l.question().Job(); err != nil {
			want.Part = l.part()
		}
		want.Kind, want.Decks, want.Look = results.Sampled, number.OfInt(int64(decks)), l.Intervals
		if want.Steps = l.Steps; l.Steps > 0 {
			want.Walks = l.Walks
		}
		if r.Dealt.Sign() > 0 && l.Steps > 0 {
			want.Dealt = number.OfInt(int64(decks / densities.DealtShare))
			if r.Tested.Sign() > 0 { // decks are split
				want.Dealt = number.OfInt(int64(decks))
			}
		}
	}
	switch {
	case want.Kind != results.Sampled:
	case r.Streams == "":
		err = results.ErrStreams
	default:
		want.Streams = l.streams
		err = r.Estimated()
	}
	return want, "the certified interval, proved again, and the numbers of decks", err
}

package race

import (
	"context"
	"math"
	"math/big"
	"slices"
	"time"

	"dovetail/perm/pace"
	"dovetail/search/anneal"
	"dovetail/search/densities"
	"dovetail/search/run"
)

// How a race uses its time and its work. Work is counted by prices, so that it is the same on every
// machine.

// limits are what is left of a race's time and work.
type limits struct {
	*raced
	start   time.Time
	threads int
	walked  time.Duration // in rounds
	price   float64       // the price of these rounds
}

// left is the remaining time, if there is a limit.
func (l *limits) left() time.Duration { return l.race.Time - time.Since(l.start) }

// work is in seconds, infinite if there is no limit.
func (l *limits) work() float64 {
	if l.race.Work == 0 {
		return math.Inf(1)
	}
	return time.Duration(l.race.Work).Seconds()
}

// test tests words, in half of the remaining time and work. If some tests are not made, a resumed
// race may walk on other words, so that the state of what follows is not kept.
func (l *limits) test(ctx context.Context,
	tests func(ctx context.Context, work float64, o run.Options) (spent float64, err error), o *run.Options) error {
	inTime, cancel := run.Within(ctx, l.left()/2)
	defer cancel()
	spent, err := tests(inTime, (l.work()-l.spent)/2, *o)
	if l.spent += spent; err == nil {
		return nil
	}
	if !run.Over(inTime, err) || ctx.Err() != nil {
		return err
	}
	l.timedOut, o.Dir = true, ""
	return nil
}

// round walks on some words if time and work allow it. It reports whether more rounds may follow.
func (l *limits) round(ctx context.Context, walking []*racer, o run.Options) (more bool, err error) {
	next := l.seconds(walking)
	if l.race.Time > 0 && l.rounds > 0 && l.walked.Seconds()*next/l.price > l.left().Seconds() {
		return false, nil
	}
	if l.spent+next > l.work() {
		l.outOfWork = l.outOfWork || l.rounds == 0
		return false, nil
	}
	began := time.Now()
	if err := l.raced.round(ctx, walking, o); err != nil {
		return false, err
	}
	l.spent += next
	l.walked += time.Since(began)
	l.price += next
	return l.rounds != l.race.Rounds, nil
}

// first are the words of round 0: all with a closed density, and the likely ones with large blocks
// whose paths are not much longer than others'.
func (l *limits) first(ctx context.Context) ([]*racer, error) {
	var closed, large, small []*racer
	for _, r := range l.likely(len(l.racers)) {
		switch {
		case !r.open || r.method == nil:
		case r.method.Closed != nil:
			closed = append(closed, r)
		case r.method.Target.Size().Cmp(big.NewInt(largeBlock)) >= 0:
			large = append(large, r)
		case r.method.Target.Size().Cmp(big.NewInt(smallBlock)) >= 0:
			small = append(small, r)
		}
	}
	if len(large) == 0 {
		large = small
	}
	walking := large[:min(firstWords, len(large))]
	if err := l.pilots(ctx, walking); err != nil {
		return nil, err
	}
	return append(closed, l.cheap(walking)...), nil
}

// pilots finds the lengths of the paths of words that have not been walked on, for any remaining
// time and work: the words of the next round, and its price, follow from the lengths.
func (l *limits) pilots(ctx context.Context, all []*racer) error {
	all = slices.DeleteFunc(slices.Clone(all), func(r *racer) bool {
		return !r.open || r.method == nil || r.method.Closed != nil || r.length > 0 || r.method.Target.Moves() == 0
	})
	l.spent += float64(densities.PilotSeconds * square52(l.race.N) * float64(len(all)))
	return pace.Share(ctx, run.Threads(l.threads), len(all), func(ctx context.Context, _ int) func(int) error {
		return func(task int) error {
			r := all[task]
			stages, err := l.cache.Pilot(ctx, r.method)
			if err == nil {
				r.length = anneal.Length(stages)
			}
			return err
		}
	})
}

// mostPiloted is the most words that have pilots before a round. A pilot takes some seconds.
const mostPiloted = 24

package race

import (
	"context"
	"math/big"
	"slices"
	"time"

	"dovetail/perm/pace"
	"dovetail/search/anneal"
	"dovetail/search/densities"
	"dovetail/search/run"
)

// test tests words, in half of the remaining time and work. If some tests are not made, a resumed
// race may walk on other words, so that the state of what follows is not kept.
func (a *raced) test(ctx context.Context, tests func(context.Context) error) error {
	left := time.Duration(0)
	if a.Time > 0 {
		left = max(1, (a.Time-time.Since(a.Began))/2)
	}
	inTime, cancel := run.Within(ctx, left)
	defer cancel()
	err := tests(inTime)
	if err == nil || !run.Over(inTime, err) || ctx.Err() != nil {
		return err
	}
	a.timedOut, a.o.Dir = true, ""
	return nil
}

// first are the words of round 0: all with a closed density, and the likely ones with large blocks
// whose paths are not much longer than others'.
func (a *raced) first(ctx context.Context) ([]*racer, error) {
	var closed, large, small []*racer
	for _, r := range a.likely(len(a.racers)) {
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
	if err := a.pilots(ctx, walking); err != nil {
		return nil, err
	}
	return append(closed, a.cheap(walking)...), nil
}

// pilots finds the lengths of the paths of words that have not been walked on, for any remaining
// time and work: the words of the next round, and its price, follow from the lengths.
func (a *raced) pilots(ctx context.Context, all []*racer) error {
	all = slices.DeleteFunc(slices.Clone(all), func(r *racer) bool {
		return !r.open || r.method == nil || r.method.Closed != nil || r.length > 0 || r.method.Target.Moves() == 0
	})
	price := float64(densities.PilotSeconds * square52(a.race.N) * float64(len(all)))
	return a.Do(ctx, price, func(ctx context.Context) error {
		return pace.Share(ctx, a.o.Workers(), len(all), func(ctx context.Context, _ int) func(int) error {
			return func(task int) error {
				stages, err := a.cache.Pilot(ctx, all[task].method)
				if err == nil {
					all[task].length = anneal.Length(stages)
				}
				return err
			}
		})
	})
}

// mostPiloted is the most words that have pilots before a round. A pilot takes some seconds.
const mostPiloted = 24

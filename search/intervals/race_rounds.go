package intervals

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"

	"dovetail/perm/elementary"
	"dovetail/perm/number"
	"dovetail/perm/pace"
	"dovetail/search/anneal"
	"dovetail/search/densities"
	"dovetail/search/distinguish"
	"dovetail/search/run"
)

// spec is the walks of a word in its next round, after a number of rounds: its decks, and their
// scatter.
func (a *raced) spec(r *racer) densities.Spec {
	k, times := r.walked, 1
	if r.closed() {
		times = closedTimes
	}
	q := densities.Spec{
		Word: a.query.Alphabet.Format(r.core), Purpose: streams,
		From: times * (firstDecks<<k - firstDecks), To: times * (firstDecks<<(k+1) - firstDecks),
		Scatter: max(0.08, 0.6/elementary.Pow(2, float64(k)/2)), Walks: 2,
	}
	if a.splits(r) {
		q.Test, q.Both = distinguish.TrainDecks, q.Scatter < mostScatter && r.High != a.least()
	}
	return q
}

// splits reports whether the decks of a word are split by a test.
func (a *raced) splits(r *racer) bool {
	return a.testable && !r.closed()
}

// least is the least upper end. The word with this end walks for its upper end alone.
func (a *raced) least() *big.Rat {
	return slices.MinFunc(a.racers, func(x, y *racer) int { return x.High.Cmp(y.High) }).High
}

const (
	firstWords  = 12
	firstDecks  = 256
	closedTimes = 64   // as many decks where the density is exact
	largeBlock  = 16   // whose walks are short
	smallBlock  = 8    // whose walks take long; with smaller ones, very long
	mostScatter = 0.25 // the largest with which walks narrow the lower end
	longPath    = 200  // about the length of a path that is not known yet
)

// cost is about the number of moves of a word's walks.
func (a *raced) cost(r *racer) float64 {
	q := a.spec(r)
	if r.closed() {
		return float64(q.To - q.From)
	}
	return float64(a.sweepsOf(q, r) * float64(r.method.Target.Moves()))
}

// sweepsOf is about the number of sweeps of all walks together.
func (a *raced) sweepsOf(q densities.Spec, r *racer) float64 {
	walks := float64(q.Walks * (q.To - q.From))
	if q.Both {
		walks *= 2
	}
	return float64(walks * min(densities.MaxSteps, elementary.Pow(cmp.Or(r.length, longPath)/q.Scatter, 2)))
}

// seconds is about the time of the next round on one processor if these words walk.
func (a *raced) seconds(walking []*racer) float64 {
	sum := a.testing(len(a.retestCandidates(walking)), a.fresh())
	for _, r := range walking {
		q := a.spec(r)
		if r.closed() {
			sum += densities.ClosedSeconds(a.race.N, q.To-q.From)
			continue
		}
		sum += float64(a.sweepsOf(q, r) * r.method.Target.Seconds())
	}
	return sum
}

// first are the words of round 0: all with a closed density, and the likely ones with large blocks
// whose paths are not much longer than others'.
func (a *raced) first(ctx context.Context) ([]*racer, error) {
	var closed, large, small []*racer
	for _, r := range a.likely(len(a.racers)) {
		switch {
		case !r.open || r.method == nil:
		case r.closed():
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
		return !r.open || r.method == nil || r.closed() || r.length > 0 || r.method.Target.Moves() == 0
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

// next are the words that could be best and are cheap; none if the race is decided.
func (a *raced) next() (walking []*racer) { return a.cheap(a.contenders()) }

// cheap are the words that cost least, and those that cost up to four times as much.
func (a *raced) cheap(all []*racer) (walking []*racer) {
	cheapest := math.Inf(1)
	able := slices.DeleteFunc(slices.Clone(all), func(r *racer) bool {
		return !r.open || r.method == nil || r.walked >= MaxRounds || a.spec(r).To > densities.MaxDecks
	})
	for _, r := range able {
		cheapest = min(cheapest, a.cost(r))
	}
	return slices.DeleteFunc(able, func(r *racer) bool { return a.cost(r) > 4*cheapest })
}

// pays reports whether the limits allow a round in which some words walk.
func (a *raced) pays(walking []*racer) bool {
	pays := a.Pays(a.seconds(walking))
	if !pays && a.rounds == 0 {
		a.outOfWork, a.timedOut = a.outOfWork || a.Time == 0, a.timedOut || a.Time > 0
	}
	return pays
}

// round walks on some words. All words that could be best have a share of the probability, and
// those that gain by it have a larger test before.
func (a *raced) round(ctx context.Context, walking []*racer) error {
	sharing := len(walking)
	if a.rounds > 0 {
		sharing = len(slices.DeleteFunc(a.contenders(), func(r *racer) bool { return !r.open }))
	}
	share := a.race.Delta / 2 / float64((a.rounds+1)*(a.rounds+2)*sharing)
	use := fmt.Sprintf("round%02d", a.rounds)
	q := distinguish.Tests{Train: distinguish.TrainDecks, Fresh: a.fresh(), Delta: share / 4, Use: use}
	again := a.retestCandidates(walking)
	tests := a.testing(len(again), a.fresh())
	walks := a.seconds(walking) - tests
	var accepted map[*racer]densities.TestResult
	err := a.Do(ctx, tests, func(ctx context.Context) (err error) {
		accepted, err = a.tests(ctx, q, again, use+"-tests")
		return err
	})
	if err != nil {
		a.unwalked += len(walking)
		return err
	}
	err = a.Do(ctx, walks, func(ctx context.Context) error { return a.walk(ctx, walking, accepted, share) })
	if err == nil {
		a.rounds++
	}
	return err
}

// walk walks on some words. Each has a share of the probability.
func (a *raced) walk(ctx context.Context, walking []*racer, tests map[*racer]densities.TestResult, share float64) error {
	q := densities.Question{Alphabet: a.query.Alphabet, Seed: uint64(a.race.Seed), Cache: a.cache}
	for _, r := range walking {
		q.Specs = append(q.Specs, a.spec(r))
	}
	label := fmt.Sprintf("round %d, %s", a.rounds, number.Count(len(q.Specs), "word"))
	j, _, err := run.Run(ctx, q, a.o.Part(fmt.Sprintf("round%02d", a.rounds), label))
	if err == nil {
		err = j.CheckTotal()
	}
	if err != nil && !run.Over(ctx, err) {
		return err
	}
	for i, r := range walking {
		if !j.Complete(i) {
			a.unwalked++
			continue
		}
		delta := share
		if len(tests) > 0 {
			delta *= 3. / 4
		}
		e := j.Interval(i, j.Sums[i], tests[r], delta)
		r.narrow(e)
		r.length = j.Params[i].Length
		r.walked++
	}
	return err
}

// Package race finds the word of a length with the least distance from fair. All words begin with
// their certified intervals. Words that these leave open are put to quick tests, with few decks and
// the pairs of cards that begin near each other. Round 0 walks for an upper end, with words that
// have large blocks and score low. Only words that could still be the best are then put to tests by
// all pairs. Those likely to be walked on have pilot runs. Then there are rounds: every word that
// could be the best, and does not cost much more than another, is walked on new decks, twice as
// many in each round and with less scatter, until one is left. A word that is not walked any more
// keeps the interval that it has.
//
// A quarter of the probability delta is for the quick tests, in equal shares. Another quarter is
// for the other tests, in equal shares of the words that take part. Round r, from 0, has 1/2
// 1/((r+1)(r+2)) of delta, in equal shares of the words that walk in it. The words of each step
// follow from the steps before, and all decks are new. So all intervals hold together, whenever the
// race ends, even within a round. Then the words count that have all decks of that round.
//
// Words of all lengths that fit into a budget race in the same way, at every effort at once: a word could
// be the best of those that take no more than some effort.
package race

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"time"

	"dovetail/exact/pairs"
	"dovetail/exact/word"
	"dovetail/perm/elementary"
	"dovetail/perm/number"
	"dovetail/search/densities"
	"dovetail/search/distinguish"
	"dovetail/search/proved"
	"dovetail/search/run"
	"dovetail/search/words"
)

// Question requests the best word of one length, or the best at every effort up to one.
type Question struct {
	words.All
	proved.Budget             // of words of all lengths up to M, or none
	Delta         float64     `json:"delta"`
	Seed          number.Uint `json:"seed"`
	Rounds        int         `json:"rounds,omitzero"` // at most; 0 for no limit
	run.Limits                // half for the tests
}

// racer is what words with the same core share.
type racer struct {
	proved.Ends
	core       word.Word
	open       bool                 // it is worth sampling
	method     *densities.Method    // nil if none is known
	walked     int                  // rounds in which it walked
	length     float64              // of its path; 0 if not known yet
	testResult densities.TestResult // of its last test
	effort     *big.Rat
}

// wide is the least width of a certified interval that is worth sampling.
const wide = 0.005

// MaxRounds is the most rounds of a race.
const MaxRounds = 20

// spec is the walks of a word in its next round, after a number of rounds: its decks, and their
// scatter.
func (a *raced) spec(r *racer) densities.Spec {
	k, times := r.walked, 1
	if r.method.Closed != nil {
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
	return a.testable && r.method.Closed == nil
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
	if r.method.Closed != nil {
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
		if r.method.Closed != nil {
			sum += densities.ClosedSeconds(a.race.N, q.To-q.From)
			continue
		}
		sum += float64(a.sweepsOf(q, r) * r.method.Target.Seconds())
	}
	return sum
}

// square52 is the factor, relative to 52 cards, of a time that grows with the number of pairs of
// cards.
func square52(n int) float64 { return float64(n*n) / (52 * 52) }

// run runs the race, until its time is over. If ctx ends before, what is known is returned with the
// error, unless the error says that the state is saved.
func (q Question) run(ctx context.Context, query words.Query, o run.Options) (*raced, error) {
	inTime, cancel := run.Within(ctx, q.Time)
	defer cancel()
	price := q.certified().Seconds()
	whole := q.Seconds()
	if q.Work > 0 {
		whole += price // bounds are no part of it
	}
	a := &raced{Account: run.NewAccount(q.Limits, whole, o), race: q, query: query, o: o,
		cache: densities.NewCache(run.Cache[pairs.Cache](o.Memo))}
	err := a.Free(inTime, price, func(ctx context.Context) (err error) {
		a.BoundRanking, err = proved.RankByBounds(ctx, query, q.Budget, run.Options{Threads: o.Threads, Memo: o.Memo, Meter: o.Meter})
		return err
	})
	switch {
	case run.Over(inTime, err) && ctx.Err() == nil:
		return nil, fmt.Errorf("no result within %v: the certified bounds of all words, with which the ranking begins, "+
			"were not finished; give more --time", q.Time.Round(time.Millisecond))
	case err != nil:
		return nil, err
	}
	a.enter()
	err = a.sample(inTime)
	a.timedOut = a.timedOut || err != nil
	if err != nil && !run.Over(inTime, err) {
		return nil, err
	}
	a.place()
	switch tested := a.cores - a.untested(); {
	case ctx.Err() == nil:
		return a, nil
	case o.Keeps() && errors.Is(err, ctx.Err()): // in a round that is not kept
		return a, &run.Stopped{Dir: o.Dir, Done: tested, Roots: a.cores}
	}
	return a, err
}

// sample narrows the intervals until the race is decided, or its context, its work or its number of
// rounds ends.
func (a *raced) sample(ctx context.Context) error {
	var err error
	if a.testable, err = a.cache.Tests.Testable(ctx, a.query.Alphabet); err != nil {
		return err
	}
	if err = a.test(ctx, a.quickTests); err != nil {
		return err
	}
	first, err := a.first(ctx)
	if err != nil {
		return err
	}
	if len(first) > 0 && a.pays(first) {
		if err := a.round(ctx, first); err != nil {
			return err
		}
	}
	if err = a.test(ctx, a.wholeTests); err != nil {
		return err
	}
	for {
		if err := a.pilots(ctx, a.likely(mostPiloted)); err != nil {
			return err
		}
		walking := a.next()
		if len(walking) == 0 || a.rounds > 0 && a.rounds == a.race.Rounds || !a.pays(walking) {
			return nil
		}
		if err := a.round(ctx, walking); err != nil {
			return err
		}
	}
}

// raced is the result of a race.
type raced struct {
	proved.BoundRanking
	*run.Account
	race     Question
	query    words.Query
	o        run.Options
	racers   []*racer // by core
	rounds   int      // complete rounds
	cores    int      // that are worth sampling
	testable bool     // words can be tested
	cache    *densities.Cache

	unwalked int // words that did not complete a round

	timedOut  bool // the race ended by the clock or by an interrupt
	outOfWork bool // the work was not enough for all tests and a round
}

// enter gathers the cores. Those that could be best are open.
func (a *raced) enter() {
	seen := map[string]*racer{}
	for _, w := range a.All {
		core, effort := w.Core(), a.race.Of(w.Word)
		if r := seen[string(core)]; r != nil {
			if effort.Cmp(r.effort) < 0 {
				r.effort = effort
			}
			continue
		}
		r := &racer{core: core, Ends: w.Ends, effort: effort}
		seen[string(core)] = r
		a.racers = append(a.racers, r)
	}
	slices.SortFunc(a.racers, func(x, y *racer) int { return slices.Compare(x.core, y.core) })
	for _, r := range a.contenders() {
		if width, _ := new(big.Rat).Sub(r.High, r.Low).Float64(); width > wide {
			r.open = true
			spec := densities.Spec{Word: a.query.Alphabet.Format(r.core), Purpose: streams}
			r.method, _ = densities.New(a.query.Alphabet, r.core, spec, uint64(a.race.Seed))
			a.cores++
		}
	}
}

// contenders are the words that could be best among those that take no more than some effort, where
// this is not decided. With a budget the efforts at which no word is shown to mix do not count,
// except for the greatest.
func (a *raced) contenders() (all []*racer) {
	byEffort := slices.SortedStableFunc(slices.Values(a.racers), func(x, y *racer) int { return x.effort.Cmp(y.effort) })
	in := map[*racer]bool{}
	least := byEffort[0].High
	for i, r := range byEffort {
		if r.High.Cmp(least) < 0 {
			least = r.High
		}
		if i < len(byEffort)-1 && (byEffort[i+1].effort.Cmp(r.effort) == 0 || least.Cmp(proved.Unmixed) >= 0) {
			continue
		}
		able := slices.DeleteFunc(slices.Clone(byEffort[:i+1]), func(r *racer) bool { return r.Low.Cmp(least) > 0 })
		for _, r := range able {
			in[r] = in[r] || len(able) > 1
		}
	}
	return slices.DeleteFunc(slices.Clone(a.racers), func(r *racer) bool { return !in[r] })
}

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

// narrow takes better ends.
func (r *racer) narrow(e densities.Interval) {
	if x := new(big.Rat).SetFloat64(e.Lower); x.Cmp(r.Low) > 0 {
		r.Low, r.LowBy = x, e.LowerBy
	}
	if x := new(big.Rat).SetFloat64(e.Upper); x.Cmp(r.High) < 0 {
		r.High, r.HighBy = x, e.UpperBy
	}
}

// place puts the words in order.
func (a *raced) place() {
	at := map[string]proved.Ends{}
	for _, r := range a.racers {
		at[string(r.core)] = r.Ends
	}
	for i, w := range a.All {
		a.All[i].Ends = at[string(w.Core())]
	}
	a.Sort()
}

package intervals

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"dovetail/exact/pairs"
	"dovetail/exact/word"
	"dovetail/perm/number"
	"dovetail/search/densities"
	"dovetail/search/run"
	"dovetail/search/words"
)

// A race finds the word of a length with the least distance from fair. All words begin with their
// certified intervals. Words that these leave open are put to quick tests, with few decks and
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

// Race requests the best word of one length, or the best at every effort up to one.
type Race struct {
	words.All
	Budget                 // of words of all lengths up to M, or none
	Delta      float64     `json:"delta"`
	Seed       number.Uint `json:"seed"`
	Rounds     int         `json:"rounds,omitzero"` // at most; 0 for no limit
	run.Limits             // half for the tests
}

// racer is what words with the same core share.
type racer struct {
	Ends
	core       word.Word
	open       bool                 // it is worth sampling
	method     *densities.Method    // nil if none is known
	walked     int                  // rounds in which it walked
	length     float64              // of its path; 0 if not known yet
	testResult densities.TestResult // of its last test
	effort     *big.Rat
}

// closed reports whether the density has a closed form.
func (r *racer) closed() bool { return r.method != nil && r.method.Closed != nil }

// wide is the least width of a certified interval that is worth sampling.
const wide = 0.005

// MaxRounds is the most rounds of a race.
const MaxRounds = 20

// run runs the race, until its time is over. If ctx ends before, what is known is returned with the
// error, unless the error says that the state is saved.
func (q Race) run(ctx context.Context, query words.Query, o run.Options) (*raced, error) {
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
		a.BoundRanking, err = rankByBounds(ctx, query, q.Budget, false, run.Options{Threads: o.Threads, Memo: o.Memo, Meter: o.Meter})
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
	BoundRanking
	*run.Account
	race     Race
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
// this is not decided.
func (a *raced) contenders() []*racer {
	byEffort := slices.SortedStableFunc(slices.Values(a.racers), func(x, y *racer) int { return x.effort.Cmp(y.effort) })
	effort := func(i int) *big.Rat { return byEffort[i].effort }
	in := map[*racer]bool{}
	for _, l := range levels(len(byEffort), effort, func(i int) *big.Rat { return byEffort[i].High }) {
		able := slices.DeleteFunc(slices.Clone(byEffort[:l.to]), func(r *racer) bool { return r.Low.Cmp(l.least) > 0 })
		for _, r := range able {
			in[r] = in[r] || len(able) > 1
		}
	}
	return slices.DeleteFunc(slices.Clone(a.racers), func(r *racer) bool { return !in[r] })
}

// narrow takes better ends.
func (r *racer) narrow(e densities.Interval) {
	r.raise(new(big.Rat).SetFloat64(e.Lower), e.LowerBy)
	r.lower(new(big.Rat).SetFloat64(e.Upper), e.UpperBy)
}

// place puts the words in order.
func (a *raced) place() {
	at := map[string]Ends{}
	for _, r := range a.racers {
		at[string(r.core)] = r.Ends
	}
	for i, w := range a.All {
		a.All[i].Ends = at[string(w.Core())]
	}
	a.Sort()
}

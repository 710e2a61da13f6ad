package decks

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"path/filepath"

	"dovetail/exact/bound"
	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/search/densities"
	"dovetail/search/distinguish"
	"dovetail/search/run"
)

// estimation is a question with the laws of its letters, the sampled decks, and what is known of
// its word so far.
type estimation struct {
	Question
	streams         string // what keys them beside seed and word
	alphabet        *position.Laws
	word            word.Word
	o               run.Options
	delta           float64 // what the test has left of it
	spec            densities.Spec
	accepted        [2]int64             // of the test's decks: the word's, and uniform ones
	pilotTest       densities.TestResult // the test on other decks, which sets the length of walks; none if decks is 0
	all             densities.Sums
	way             densities.Params // of the last interval
	r               results.TVD
	early           *results.TVD       // the answer where interval 1 is not reached, or nil
	estimates       densities.Interval // of the last interval
	cache           *densities.Cache
	byStatistic     bool  // a statistic of decks makes the lower end, as neither walks nor pairs of cards do
	plannedTestSize int64 // the size of a larger test that follows, before more decks are sampled; 0 for none
}

// Read reads letters and word with Pairs, whose limit of memory is for laws of two cards. Larger
// decks have no tests, as these laws train tests too.
func (q Question) Read(ctx context.Context, env run.Options) (a *position.Laws, w word.Word, workers int, err error) {
	if q.Single && q.N > distinguish.MaxCards {
		env.Memory = 0
	}
	return q.Pairs.Read(ctx, env)
}

func (q Question) estimation(ctx context.Context, env run.Options) (*estimation, error) {
	a, w, workers, err := q.Read(ctx, env)
	env.Threads = workers
	return q.estimationOf(streams, a, w, env), err
}

// streams keys the random streams of this question. Those of a race, which may have chosen its word, are
// others, and so are those of Hands, which have no name.
const streams = "tvd"

// estimationOf does the same with streams of a name, and letters and word that were read.
func (q Question) estimationOf(streams string, a *position.Laws, w word.Word, o run.Options) *estimation {
	l := &estimation{Question: q, streams: streams, alphabet: a, word: w, o: o, delta: q.Delta,
		cache: densities.NewCache(run.Cache[pairs.Cache](o.Memo))}
	l.spec = densities.Spec{Word: q.Word, Purpose: l.streams, Steps: q.Steps, Scatter: l.scatter(q.Width), Walks: q.Walks}
	return l
}

func (l *estimation) question() densities.Question {
	return densities.Question{Alphabet: l.alphabet, Specs: []densities.Spec{l.spec}, Seed: uint64(l.Seed), Cache: l.cache}
}

// testResult is the result of the latest test.
func (l *estimation) testResult() densities.TestResult {
	return densities.TestResult{Accepted: l.accepted, Decks: l.r.Tested.Int64()}
}

// known is the answer so far.
func (l *estimation) known() results.TVD {
	if l.early != nil && l.r.Decks.Sign() == 0 {
		return *l.early
	}
	return l.r
}

// settled reports whether the interval is as narrow as it should be.
func (l *estimation) settled() bool {
	return l.Decks == 0 && l.Intervals == 0 && l.r.Upper-l.r.Lower <= l.Width
}

// enclose narrows the interval, as far as the question wants and its limits allow: by what is
// proved, by a test, by an estimate, and then by intervals, each from as many new decks as all
// before. If ctx ends, the last complete one is known.
func (l *estimation) enclose(ctx context.Context, a *run.Account) error {
	err := a.Free(ctx, l.Pairs.Seconds(), l.prove)
	if err != nil || l.r.Kind == results.Exact || l.Bounds || l.settled() {
		return err
	}
	err = a.Do(ctx, l.testPrice(ctx), func(ctx context.Context) error { return l.test(ctx, 1./4) })
	if err != nil || l.settled() || l.decks() == 0 && !l.Limited() {
		return err
	}
	j, unknown := l.question().Job()
	if unknown != nil {
		return l.boundByPart(ctx, a)
	}
	if l.Decks > 0 {
		return a.Do(ctx, l.sampling(), func(ctx context.Context) error { return l.sample(ctx, 0, l.Decks) })
	}
	m := j.Methods[0]
	if m.Closed == nil && (l.Limited() || l.Estimate) {
		err := a.Do(ctx, densities.PilotSeconds+l.price(m, estimateDecks, estimateSteps), l.estimate)
		if err != nil || l.Estimate {
			return err
		}
	}
	k := 0
	return a.Spend(ctx, func() (run.Step, bool) {
		k++
		price := l.price(m, intervalDecks(k)-l.spec.To, l.sweeps())
		more := k <= l.Intervals || l.Intervals == 0 && k <= maxIntervals && !l.settled() && a.Pays(price)
		return run.Step{Price: price, Do: func(ctx context.Context) error { return l.sample(ctx, k, intervalDecks(k)) }}, more
	})
}

// certified is the interval that is proved. For a small deck that is the distance, unless decks are
// given. A word that can be neither walked on nor tested by pairs of cards has the bound by counting, before minutes go
// into laws of cards. It is refused if it cannot be dealt either, unless counting alone says enough.
func (l *estimation) certified(ctx context.Context) (i bound.Interval, err error) {
	if l.whole() {
		i, err := bound.Whole(ctx, l.alphabet, l.word, l.o.Limit(), l.o.Workers())
		return i, results.Refuse(err)
	}
	_, unknown := l.question().Job()
	able := unknown == nil || l.part() != ""
	if unknown != nil && l.Decks == 0 {
		testable, err := l.cache.Tests.Testable(ctx, l.alphabet)
		if err != nil {
			return i, err
		}
		able = able || testable
		l.byStatistic = !testable && l.statistic(1).Check() == nil
	}
	switch {
	case able && l.Single:
		return bound.Single(ctx, l.alphabet, l.word, l.o.Threads)
	case able:
		return bound.Prove(ctx, l.cache.Tests.Pairs, l.alphabet, l.word, l.o.Threads)
	}
	if i, err = bound.NewProver(l.alphabet, nil, nil, l.o.Threads).Word(ctx, l.word, false); err != nil {
		return i, err
	}
	width, _ := new(big.Rat).Sub(i.Upper.Value, i.Lower.Value).Float64()
	if !i.Exact() && !l.byStatistic && (l.decks() > 0 || width > l.Width) {
		err = results.Refuse(unknown)
	}
	return i, err
}

// prove finds what is known without sampling.
func (l *estimation) prove(ctx context.Context) error {
	l.r = results.TVD{Schema: results.TVDSchema, Kind: results.Bound, Distance: results.Distance{
		N: l.N, Word: l.Word, Models: l.alphabet.Definitions(), Delta: l.Delta, Seed: number.OfUint(uint64(l.Seed)),
		Tested: number.OfInt(0), Decks: number.OfInt(0), Dealt: number.OfInt(0),
	}}
	i, err := l.certified(ctx)
	if err != nil {
		return err
	}
	r := &l.r
	r.Certified = results.Ends{
		Lower: i.Lower.Outward(), LowerBy: string(i.Lower.By), Upper: i.Upper.Outward(), UpperBy: string(i.Upper.By),
	}
	r.Lower, r.LowerBy = outward(i.Lower.Value, -1), r.Certified.LowerBy
	r.Upper, r.UpperBy = outward(i.Upper.Value, 1), r.Certified.UpperBy
	if i.Exact() {
		r.Kind = results.Exact
	}
	return nil
}

// interval is the interval of all decks so far.
func (l *estimation) interval(j *densities.Job, delta float64) densities.Interval {
	return j.Interval(0, l.all, l.testResult(), delta)
}

// sample walks on the decks up to a number, those of interval k.
func (l *estimation) sample(ctx context.Context, k, decks int) error {
	l.spec.From, l.spec.To = l.spec.To, decks
	o := l.o
	if o.Dir != "" && k > 0 {
		o.Dir = filepath.Join(o.Dir, fmt.Sprintf("look%02d", k))
	}
	o.Meter = o.Meter.For(number.Count(decks, "deck"))
	j, _, err := run.Run(ctx, l.question(), o)
	if err == nil {
		err = j.CheckTotal()
	}
	if err != nil {
		return err
	}
	l.all.Add(j.Sums[0])
	l.r.Kind, l.r.Look = results.Sampled, k
	l.r.Decks, l.r.Dealt = number.OfInt(l.all.Decks), number.OfInt(l.all.Dealt)
	l.take(j, intervalDelta(l.delta, k))
	l.way = j.Params[0]
	l.r.Needs = l.needs(j)
	return nil
}

// An estimate is from few decks and short walks, both given beforehand. Its time is mostly that of the
// pilot.
const (
	estimateDecks = 64
	estimateSteps = 500
)

// estimate finds the answer where interval 1 is not reached in time. Interval 1 begins with the same
// decks, so that its answer replaces this one.
func (l *estimation) estimate(ctx context.Context) error {
	e := *l
	if e.spec.Steps == 0 {
		e.spec.Steps = estimateSteps
	}
	if e.o.Dir != "" {
		e.o.Dir = filepath.Join(e.o.Dir, "estimate")
	}
	if err := e.sample(ctx, 0, estimateDecks); err != nil {
		return err
	}
	l.early, l.way = &e.r, e.way
	return nil
}

// improve takes the ends of an interval that are better than those of the answer.
func improve(r *results.TVD, e densities.Interval) {
	if e.Lower > r.Lower {
		r.Lower, r.LowerBy = e.Lower, e.LowerBy
	}
	if e.Upper < r.Upper {
		r.Upper, r.UpperBy = e.Upper, e.UpperBy
	}
}

// take takes the sampled ends that are better than the former ones.
func (l *estimation) take(j *densities.Job, delta float64) {
	r, e := &l.r, l.interval(j, delta)
	improve(r, e)
	l.estimates = e
	l.show()
	if steps := j.Params[0].Steps; steps > 0 {
		r.Steps, r.Walks = steps, l.Walks
	}
}

// show shows the estimates that say something and lie within the interval.
func (l *estimation) show() {
	r := &l.r
	within := func(e densities.Estimate) (value, se *float64) {
		if e.Known && r.Lower <= e.Value && e.Value <= r.Upper {
			value, se = &e.Value, &e.SE
		}
		return value, se
	}
	r.EstimateLow, r.EstimateLowSE = within(l.estimates.Low)
	r.EstimateHigh, r.EstimateHighSE = within(l.estimates.High)
}

// outward is the next double beyond x on that side, or x itself.
func outward(x *big.Rat, side int) float64 {
	f, exact := x.Float64()
	if !exact {
		f = math.Nextafter(f, math.Inf(side))
	}
	return min(1, max(0, f))
}

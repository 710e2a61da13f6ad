package decks

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"path/filepath"
	"time"

	"dovetail/exact/bound"
	"dovetail/exact/density"
	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm/elementary"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/search/anneal"
	"dovetail/search/deals"
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

// scatter is the standard deviation that the logarithm of a walk's estimate may have for the
// interval to be narrow enough. With infinitely many decks the ends are about half of its square
// apart. They are closer where decks are split, as then only decks near the threshold count.
//
// Where a test shows about how large the distance is, the length of walks follows that. These decks
// are other ones than those counted in the interval: the bet on the counts must be chosen before,
// and is made from walks of this length.
func (l *estimation) scatter(width float64) float64 {
	if l.pilotTest.Decks > 0 {
		return l.pilotTest.Scatter(width)
	}
	share := 0.5
	if l.spec.Test > 0 {
		share = 0.75
	}
	return math.Sqrt(min(0.25, max(0.002, share*width)))
}

func (l *estimation) question() densities.Question {
	return densities.Question{Alphabet: l.alphabet, Specs: []densities.Spec{l.spec}, Seed: uint64(l.Seed), Cache: l.cache}
}

// testResult is the result of the latest test.
func (l *estimation) testResult() densities.TestResult {
	return densities.TestResult{Accepted: l.accepted, Decks: l.r.Tested.Int64()}
}

// enclose narrows the interval. If ctx ends, it leaves the last complete one.
func (l *estimation) enclose(ctx context.Context, start time.Time) (results.TVD, error) {
	settled := func() bool { return l.Decks == 0 && l.Intervals == 0 && l.r.Upper-l.r.Lower <= l.Width }
	all, bounds := l.Seconds(), l.Pairs.Seconds()
	follows := func(spent, price float64) { l.o.Meter.Span((bounds+spent)/all, (bounds+spent+price)/all) }
	follows(-bounds, bounds)
	if err := l.prove(ctx); err != nil || l.r.Kind == results.Exact || settled() || l.Bounds {
		return l.r, err
	}
	follows(0, densities.TestSeconds*float64(l.testDecks()))
	if err := l.test(ctx, 1./4); err != nil || settled() || l.decks() == 0 && l.Time == 0 && l.Work == 0 {
		return l.r, err
	}
	j, unknown := l.question().Job()
	if unknown != nil {
		if part := l.part(); part != "" {
			return l.boundByFactor(ctx, start, part)
		}
		return l.r, nil // by the test alone
	}
	if l.Decks > 0 {
		follows(0, all)
		err := l.sample(ctx, 0, l.Decks)
		return l.r, err
	}
	known := l.r
	spent := float64(densities.TestSeconds * float64(l.r.Tested.Int64()))
	if (l.Time > 0 || l.Work > 0 || l.Estimate) && j.Methods[0].Closed == nil {
		var err error
		price := densities.PilotSeconds + l.price(j.Methods[0], estimateDecks, estimateSteps)
		follows(spent, price)
		if known, err = l.estimate(ctx); err != nil || l.Estimate {
			return known, err
		}
		spent += price
	}
	for k := 1; !settled() && (l.Intervals == 0 || k <= l.Intervals) && k <= maxIntervals; k++ {
		began, price := time.Now(), l.price(j.Methods[0], intervalDecks(k)-l.spec.To, l.sweeps())
		follows(spent, price)
		if spent += price; l.Work > 0 && l.Intervals == 0 && spent > time.Duration(l.Work).Seconds() {
			break
		}
		if err := l.sample(ctx, k, intervalDecks(k)); err != nil {
			return known, err
		}
		// The next interval has as many new decks as all intervals so far.
		if known = l.r; l.Time > 0 && time.Since(start)+2*time.Since(began) > l.Time {
			break
		}
	}
	return known, nil
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

// unsampled says why no deck was sampled, and the price of sampling where it is known.
func (l *estimation) unsampled(ctx context.Context, r *results.TVD, q Question) error {
	if r.Kind == results.Exact || r.LowerBy == "" || r.Decks.Sign() > 0 || r.Upper-r.Lower <= q.Width {
		return nil
	}
	r.Unsampled = results.NoTime
	j, unknown := l.question().Job()
	switch {
	case unknown != nil && l.part() == "" && r.Kind == results.Sampled:
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

// leastPart is the a of the smallest block whose upper end is worth walks. Smaller ones leave 52
// cards almost as far from fair as possible.
const leastPart = 32

// part is the part of the word with the largest block whose decks can be walked on, the shortest
// such part; none if none is useful.
func (l *estimation) part() (part string) {
	size := big.NewInt(leastPart - 1)
	for length := 1; length < len(l.word); length++ {
		for from := range len(l.word) - length + 1 {
			w, err := anneal.New(l.alphabet.Alphabet, l.word[from:from+length])
			if err == nil && w.Size().Cmp(size) > 0 {
				size, part = w.Size(), l.alphabet.Format(l.word[from:from+length])
			}
		}
	}
	return part
}

// boundByFactor takes the upper end of a part of the word: shuffles before or after it never take a
// deck farther from fair.
func (l *estimation) boundByFactor(ctx context.Context, start time.Time, part string) (results.TVD, error) {
	q := l.Question
	q.Word, q.Delta = part, l.delta
	if q.Work > 0 {
		q.Work = max(1, q.Work-number.Duration(densities.TestSeconds*float64(l.r.Tested.Int64())*float64(time.Second)))
	}
	w, err := l.alphabet.Parse(part)
	if err != nil {
		return l.r, err
	}
	inner := q.estimationOf(l.streams, l.alphabet, w, l.o.Part("part", part))
	known, err := inner.enclose(ctx, start)
	if r := &l.r; known.Decks.Sign() > 0 {
		r.Kind, r.Part, r.Look = results.Sampled, part, known.Look
		r.Decks, r.Dealt, r.Steps, r.Walks, r.Needs = known.Decks, known.Dealt, known.Steps, known.Walks, known.Needs
		improve(r, densities.Interval{Upper: known.Upper, UpperBy: known.UpperBy})
		l.estimates = densities.Interval{}
		if high := known.EstimateHigh; high != nil {
			l.estimates.High = densities.Estimate{Value: *high, SE: *known.EstimateHighSE, Known: true}
		}
		l.show()
	}
	return l.r, err
}

// prove finds what is known without sampling.
func (l *estimation) prove(ctx context.Context) error {
	l.r = results.TVD{
		Schema: results.TVDSchema, Kind: results.Bound, N: l.N,
		Word: l.Word, Models: l.alphabet.Definitions(), Delta: l.Delta, Seed: number.OfUint(uint64(l.Seed)),
		Tested: number.OfInt(0), Decks: number.OfInt(0), Dealt: number.OfInt(0),
	}
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

// usualTest is the number of decks of either kind in the usual test.
const usualTest = 2 * distinguish.FreshDecks

// testDecks is the number of decks of either kind in the test of a word. A narrow interval needs
// more, up to some seconds' work, as what the test leaves open falls with the root of their number.
// A closed density needs none.
func (l *estimation) testDecks() (decks int64) {
	if l.byStatistic || l.Decks > 0 || l.Width == 0 || density.Closed(l.alphabet.Alphabet, l.alphabet.Core(l.word)) != nil {
		return usualTest
	}
	width := usualWidth
	if j, err := l.question().Job(); err == nil && j.Methods[0].Target.Kind() == anneal.Both {
		width = jointWidth
	}
	decks = decksFor(l.Width, width)
	if l.Tested > 0 {
		decks = min(decks, l.Tested)
	}
	return decks
}

// paidTest is the most decks of the test where the work does not allow all that it would have: at
// least those of the usual test, which take about a second.
func (l *estimation) paidTest() int64 {
	if l.Work == 0 || l.decks() > 0 {
		return l.Tested
	}
	decks := l.testDecks()
	paid := decks
	for paid > usualTest && densities.TestSeconds*float64(paid) > time.Duration(l.Work).Seconds() {
		paid /= 2
	}
	if paid == decks {
		return l.Tested
	}
	return paid
}

// decksFor is the number for some width, if there are more decks from another width on.
func decksFor(width, from float64) (decks int64) {
	decks = usualTest
	for need := float64(decks) * elementary.Pow(from/max(width, 1e-3), 2); float64(decks) < need && decks < mostFresh; {
		decks *= 2
	}
	return decks
}

// runTest puts the word to a trained test with a number of decks of either kind, if its letters
// have laws of pairs. The test takes a share of the probability delta.
func (l *estimation) runTest(ctx context.Context, use string, decks int64, share float64) (able bool, err error) {
	if able, err = l.cache.Tests.Testable(ctx, l.alphabet); !able || err != nil {
		return false, err
	}
	j, err := l.submitTest(ctx, "test"+use, use, decks, share)
	if err != nil {
		return false, err
	}
	l.r.Kind, l.r.Tested = results.Sampled, number.OfInt(j.Fresh)
	l.accepted, _ = j.Accepted(0)
	improve(&l.r, densities.ByTestAlone(j.Lower(0)))
	return true, nil
}

// statistic is the question whose bound a statistic proves, with a share of the probability delta.
func (l *estimation) statistic(share float64) deals.Sampling {
	return deals.Sampling{N: l.N, Letters: l.Letters, Word: l.Word, Deals: 2 * usualTest, Seed: l.Seed,
		Delta: min(l.Delta, 1-l.Delta) * share}
}

// testStatistic tests a word by a statistic of its decks, such as how many cards still follow their neighbours.
func (l *estimation) testStatistic(ctx context.Context, share float64) error {
	lower, err := deals.LowerBound(ctx, l.o, l.statistic(share), l.streams)
	if err != nil {
		return err
	}
	l.r.Kind, l.r.Tested = results.Sampled, number.OfInt(usualTest)
	improve(&l.r, densities.ByTestAlone(lower))
	return nil
}

// test is the test of a word before walks.
func (l *estimation) test(ctx context.Context, share float64) error {
	if l.byStatistic {
		l.delta = l.Delta * (1 - share)
		return l.testStatistic(ctx, share)
	}
	if able, err := l.runTest(ctx, "", l.testDecks(), share); !able || err != nil {
		return err
	}
	l.delta = l.Delta * (1 - share)
	return l.split(ctx)
}

// split has decks split by the test of a word, where there are reverse walks.
func (l *estimation) split(ctx context.Context) error {
	if j, err := l.question().Job(); err == nil && j.Methods[0].Closed == nil {
		l.spec.Test = distinguish.TrainDecks
		narrow, labels := 0 < l.Width && l.Width <= narrowWidth, j.Methods[0].Target.Kind() == anneal.Labels
		if narrow && labels {
			l.spec.Sharp, l.spec.Miss = sharp(l.Width), mayMiss*l.Width
		}
		l.spec.Scatter = l.scatter(l.Width)
		// The test decides the length of walks where it is not given. It also decides the price of
		// a narrower interval, even where the question of a record gives their length.
		if l.Steps == 0 || l.Decks == 0 || narrow {
			pilotTest, err := l.submitTest(ctx, "rough", "rough", distinguish.TrainDecks, 1./4)
			if err != nil {
				return err
			}
			l.pilotTest.Accepted, _ = pilotTest.Accepted(0)
			l.pilotTest.Decks = pilotTest.Fresh
			l.spec.Scatter = l.scatter(l.Width)
		}
		l.spec.Both = narrow && !labels && l.pilotTest.MissesEnough()
	}
	return nil
}

// mayMiss is the part of a width that a test may miss. The rest is for the other errors.
const mayMiss = 0.6

// sharp is the standard deviation that ln w may have where walks narrow both ends. With the
// deviation v these are then about 0.6 v^2 apart, more below than above, as walks with an unknown
// bias do not overrule a test. A quarter of the width is for that.
func sharp(width float64) float64 { return math.Sqrt(0.45 * width) }

// submitTest puts the word to its test, with a number of decks of either kind that serve no other
// purpose.
func (l *estimation) submitTest(ctx context.Context, part, use string, decks int64, share float64) (*distinguish.Job, error) {
	t := distinguish.Tests{Alphabet: l.alphabet, Words: []string{l.Word}, Train: distinguish.TrainDecks, Fresh: decks,
		Purpose: l.streams, Seed: uint64(l.Seed), Delta: min(l.Delta, 1-l.Delta) * share, Use: use, Threads: l.o.Threads, Cache: l.cache.Tests}
	j, _, err := run.Run(ctx, t, l.o.Part(part, "test"))
	if err == nil {
		err = j.CheckTotal()
	}
	return j, err
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

// The time of an estimate in seconds, mostly for the pilot.
const (
	estimateDecks = 64
	estimateSteps = 500
)

// estimate is the answer where interval 1 is not reached in time: few decks and short walks, both
// given beforehand. Interval 1 begins with the same decks, so that its answer replaces the
// estimate.
func (of *estimation) estimate(ctx context.Context) (results.TVD, error) {
	l := *of
	if l.spec.Steps == 0 {
		l.spec.Steps = estimateSteps
	}
	if l.o.Dir != "" {
		l.o.Dir = filepath.Join(l.o.Dir, "estimate")
	}
	err := l.sample(ctx, 0, estimateDecks)
	of.way = l.way
	return l.r, err
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

package densities

import (
	"cmp"
	"context"
	"math"
	"sync"

	"dovetail/exact/density"
	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm/elementary"
	"dovetail/perm/pace"
	"dovetail/perm/shuffle/draw"
	"dovetail/search/anneal"
	"dovetail/search/distinguish"
)

// Method is how the densities of one word, that is of its core, are found.
type Method struct {
	spec   Spec
	a      *position.Laws
	core   word.Word
	seed   uint64
	Closed density.Form  // or nil
	Target anneal.Target // or nil

	cache *Cache

	mu         sync.Mutex
	ready      bool // the path is laid out, if there is one
	p          *anneal.Ladder
	stages     []anneal.Rung
	test       *distinguish.Test // by which decks are split, or nil
	both       bool              // whether walks narrow both ends
	guess      Params            // for the next interval
	template   *Method           // of the same word, whose test this one takes
	estimators sync.Pool
}

// New chooses how the densities of a word are computed: by a closed form where there is one,
// otherwise by annealed walks. It refuses words that have neither.
func New(a *position.Laws, w word.Word, spec Spec, seed uint64) (*Method, error) {
	_, core, _ := a.Split(w)
	m := &Method{spec: spec, a: a, core: core, seed: seed, cache: NewCache(new(pairs.Cache))}
	if m.Closed = density.Closed(a.Alphabet, core); m.Closed != nil {
		m.ready = true
		return m, nil
	}
	var err error
	if m.Target, err = anneal.New(a.Alphabet, w); err != nil {
		return nil, err
	}
	return m, nil
}

// counts are the numbers of decks of each kind for a number of uniform decks.
func (m *Method) counts() []func(decks int) int {
	uniform := func(decks int) int { return decks }
	switch {
	case m.Closed != nil:
		return []func(int) int{uniform}
	case m.spec.Test > 0:
		return []func(int) int{uniform, uniform}
	}
	return []func(int) int{uniform, func(decks int) int { return decks / DealtShare }}
}

// DealtShare is the number of uniform decks for each dealt one: the lower test leaves out so little
// that fewer dealt decks are enough.
const DealtShare = 4

// The methods behind sampled ends of intervals, as records name them.
const (
	ByClosed   = "closed density"
	ByAnnealed = "annealed density"
	ByTest     = "trained test"
)

// The time of a test for a deck of either kind, and of a pilot with what belongs to it, in seconds
// of one processor.
const (
	TestSeconds  = 8e-6
	PilotSeconds = 2
)

// ClosedSeconds is about the time of decks whose density is known.
func ClosedSeconds(n, decks int) float64 {
	return float64(float64(decks) * (1e-6 + float64(50e-9*float64(n*n))))
}

// name is the method's name in records.
func (m *Method) name() string {
	if m.Closed != nil {
		return ByClosed
	}
	return ByAnnealed
}

// decks counts the decks of a task.
func (m *Method) decks(ctx context.Context, t task, s *Sums) error {
	if m.Closed != nil {
		return m.Exact(ctx, t.From, t.To, s)
	}
	e, err := m.estimator(ctx)
	if err != nil {
		return err
	}
	defer m.estimators.Put(e)
	switch {
	case m.spec.Test > 0 && t.Kind == isUniform:
		return e.splitUniform(ctx, t.From, t.To, s)
	case m.spec.Test > 0:
		return e.splitDealt(ctx, t.From, t.To, s)
	}
	for d, n := t.From, 0; d < t.To; d += n {
		switch t.Kind {
		case isUniform:
			n = min(group, t.To-d)
			err = e.uniform(ctx, d, n, s)
		case isDealt:
			n = min(group*e.walks, t.To-d)
			err = e.dealt(ctx, d, n, s)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Exact counts decks whose density is known.
func (m *Method) Exact(ctx context.Context, from, to int, s *Sums) error {
	density := m.Closed.New()
	for d := from; d < to; d++ {
		pace.Yield()
		if err := ctx.Err(); err != nil {
			return err
		}
		far := max(0, 1-density(anneal.Uniform(m.a.N, draw.Keyed(m.seed, m.spec.streams()+" deck", d, 0)))) - centre
		s.uniform(far, far)
	}
	return nil
}

// estimator is an estimator for the caller alone, after the pilot.
func (m *Method) estimator(ctx context.Context) (*estimator, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.prepare(ctx); err != nil {
		return nil, err
	}
	if e, ok := m.estimators.Get().(*estimator); ok {
		return e, nil
	}
	return m.newEstimator(m.spec.streams()), nil
}

func (m *Method) newEstimator(purpose string) *estimator {
	e := newEstimator(m.Target, m.p, m.spec.Walks, m.seed, purpose)
	e.test, e.both = m.test, m.both
	if l := anneal.Length(m.stages); l > 0 {
		e.sure = elementary.Exp(min(surest, perScatter*l*l/float64(m.p.Steps())))
	}
	return e
}

// params says how decks are walked on. It is known after the first walk.
func (m *Method) params() Params {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.Closed != nil {
		return Params{}
	}
	return Params{m.p.Steps(), anneal.Length(m.stages), m.guess.Guess, m.guess.Lower}
}

// prepare lays out the path once. A block alone needs none.
func (m *Method) prepare(ctx context.Context) (err error) {
	if m.ready {
		return nil
	}
	p := m.Target.Ladder()
	if m.spec.Plain {
		p.Even(max(2, m.spec.Steps))
		m.p, m.ready = p, true
		return nil
	}
	if m.Target.Moves() > 0 {
		if m.stages, err = m.cache.Pilot(ctx, m); err != nil {
			return err
		}
	}
	scatter := m.spec.Scatter
	if m.spec.Test > 0 {
		if err := m.learn(ctx, p); err != nil {
			return err
		}
		if m.both {
			scatter = cmp.Or(m.spec.Sharp, scatter)
		}
	}
	if m.Target.Moves() > 0 {
		p.Divide(m.stages, cmp.Or(m.spec.Steps, m.sweeps(scatter)))
	}
	m.p = p
	if m.spec.Test > 0 {
		err = m.split(ctx)
	}
	if m.ready = err == nil; m.ready {
		m.template = nil // it keeps much that this one does not need
	}
	return err
}

// sweeps is the number of sweeps with which the logarithm of an estimate has the given scatter.
func (m *Method) sweeps(scatter float64) int {
	l := anneal.Length(m.stages) / scatter
	return max(2, int(math.Ceil(min(l*l, MaxSteps))))
}

// reuse is what the method takes over, if anything; a test and what it misses follow from word and seed.
func (m *Method) reuse() (test *distinguish.Test, both bool) {
	if m.template != nil && m.template.mu.TryLock() {
		test, both = m.template.test, m.template.both
		m.template.mu.Unlock()
	}
	return test, both
}

// split estimates the mean square of walked values from few decks.
func (m *Method) split(ctx context.Context) (err error) {
	e, s := m.newEstimator(m.spec.streams()+" fit"), Sums{}
	if err := e.splitUniform(ctx, 0, guessDecks, &s); err != nil {
		return err
	}
	if err := e.splitDealt(ctx, 0, guessDecks, &s); err != nil {
		return err
	}
	m.guess.Guess = max(leastSquare, float64(s.HighSquares+s.TailSquares)/unit/(2*guessDecks))
	if m.both {
		m.guess.Lower = max(leastSquare, float64(s.LowSquares+s.BackSquares)/unit/(2*guessDecks))
	}
	return nil
}

// Walks overrule a test if the logarithm of their estimate is off by more than perScatter times the
// square of its scatter, by the pilot, but never by more than surest. With a lower limit the errors
// of walks cost more than they gain.
const (
	perScatter = 5.0
	surest     = 1.5
)

// round leaves room for the rounding errors of the ends; docs/decks.md counts them.
func (m *Method) round(e Interval, sweeps int) Interval {
	lost := 0x1p-40
	if m.Closed != nil {
		lost += m.Closed.Error()
	} else {
		moves := float64(4*m.Target.Moves()*m.spec.Walks) + m.Target.Reach()
		lost += float64(float64(sweeps+1)*(moves+8)*0x1p-47) + m.Target.Inexact()
	}
	e.Lower, e.Upper = max(0, e.Lower-lost), min(1, e.Upper+lost)
	return e
}

// learn trains the test, and finds out whether walks must narrow the lower end too. If it is
// interrupted, other methods take nothing over from it.
func (m *Method) learn(ctx context.Context, p *anneal.Ladder) error {
	if m.test, m.both = m.reuse(); m.test != nil {
		return nil
	}
	test, err := m.cache.Tests.Train(ctx, m.a, m.core, m.spec.Test, m.spec.Purpose, m.seed, 1)
	if err != nil {
		return err
	}
	both := m.spec.Both
	if m.spec.Sharp > 0 {
		p.Divide(m.stages, m.sweeps(missScatter))
		e := newEstimator(m.Target, p, m.spec.Walks, m.seed, m.spec.streams()+" missed")
		e.test = test
		missed, err := e.misses(ctx)
		if err != nil {
			return err
		}
		both = missed > m.spec.Miss
	}
	m.test, m.both = test, both
	return nil
}

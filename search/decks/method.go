package decks

import (
	"cmp"
	"context"
	"math"
	"sync"

	"dovetail/exact/density"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm/elementary"
	"dovetail/perm/pace"
	"dovetail/search/anneal"
	"dovetail/search/distinguish"
)

// method is how the densities of one word are found, that is of its core.
type method struct {
	spec   spec
	a      *position.Laws
	core   word.Word
	seed   uint64
	closed density.Form  // or nil
	w      anneal.Target // or nil

	tests *distinguish.Cache

	mu         sync.Mutex
	ready      bool // the path is laid out, if there is one
	p          *anneal.Ladder
	stages     []anneal.Rung
	test       *distinguish.Test // where decks are split by one
	both       bool              // whether walks narrow both ends
	guess      params            // its guesses
	template   *method           // of the same word, whose pilot and test this one takes
	estimators sync.Pool
}

func newMethod(a *position.Laws, w word.Word, spec spec, seed uint64) (*method, error) {
	_, core, _ := a.Split(w)
	m := &method{spec: spec, a: a, core: core, seed: seed}
	if m.closed = density.Closed(a.Alphabet, core); m.closed != nil {
		m.ready = true
		return m, nil
	}
	var err error
	if m.w, err = anneal.New(a.Alphabet, w); err != nil {
		return nil, err
	}
	return m, nil
}

// counts are how many of each kind there are among so many decks.
func (m *method) counts() []func(decks int) int {
	uniform := func(decks int) int { return decks }
	switch {
	case m.closed != nil:
		return []func(int) int{uniform}
	case m.spec.Test > 0:
		return []func(int) int{uniform, uniform}
	}
	return []func(int) int{uniform, func(decks int) int { return decks / dealtShare }}
}

// dealtShare is how many uniform decks come on a dealt one: the lower test leaves so
// little out that fewer decks will do.
const dealtShare = 4

// Names of what sampled ends of intervals rest on, in records.
const (
	byClosed   = "closed density"
	byAnnealed = "annealed density"
	byTest     = "trained test"
)

// name is what records call the method.
func (m *method) name() string {
	if m.closed != nil {
		return byClosed
	}
	return byAnnealed
}

// decks counts the decks of a task.
func (m *method) decks(ctx context.Context, t task, s *sums) error {
	if m.closed != nil {
		return m.exact(ctx, t, s)
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

// exact counts decks whose density is known.
func (m *method) exact(ctx context.Context, t task, s *sums) error {
	density := m.closed.New()
	for d := t.From; d < t.To; d++ {
		pace.Yield()
		if err := ctx.Err(); err != nil {
			return err
		}
		far := max(0, 1-density(anneal.Uniform(m.a.N, anneal.Stream(m.seed, m.spec.Word+" deck", d, 0)))) - centre
		s.uniform(far, far)
	}
	return nil
}

// estimator is one that nobody else uses, after the pilot.
func (m *method) estimator(ctx context.Context) (*estimator, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.prepare(ctx); err != nil {
		return nil, err
	}
	if e, ok := m.estimators.Get().(*estimator); ok {
		return e, nil
	}
	return m.newEstimator(m.spec.Word), nil
}

func (m *method) newEstimator(purpose string) *estimator {
	e := newEstimator(m.w, m.p, m.spec.Walks, m.seed, purpose)
	e.test, e.both = m.test, m.both
	if l := anneal.Length(m.stages); l > 0 {
		e.sure = elementary.Exp(min(surest, perScatter*l*l/float64(m.p.Steps())))
	}
	return e
}

// params is how decks are walked, after somebody walked.
func (m *method) params() params {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed != nil {
		return params{}
	}
	return params{m.p.Steps(), anneal.Length(m.stages), m.guess.Guess, m.guess.Lower}
}

// prepare lays the path out, of which a block alone needs none, once.
func (m *method) prepare(ctx context.Context) (err error) {
	if m.ready {
		return nil
	}
	p := m.w.Ladder()
	if m.spec.Plain {
		p.Even(max(2, m.spec.Steps))
		m.p, m.ready = p, true
		return nil
	}
	if m.w.Moves() > 0 {
		m.stages = m.reuse().stages
		if len(m.stages) == 0 {
			if m.stages, err = anneal.Pilot(ctx, m.w, p, m.seed, m.spec.Word); err != nil {
				return err
			}
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
	if m.w.Moves() > 0 {
		p.Divide(m.stages, cmp.Or(m.spec.Steps, m.sweeps(scatter)))
	}
	m.p = p
	if m.spec.Test > 0 {
		err = m.split(ctx)
	}
	m.ready = err == nil
	return err
}

// sweeps are so many that the logarithm of an estimate scatters so much.
func (m *method) sweeps(scatter float64) int {
	l := anneal.Length(m.stages) / scatter
	return max(2, int(math.Ceil(min(l*l, MaxSteps))))
}

// reuse is what the method takes over, if anything; a pilot, a test and what it misses follow from word and seed.
func (m *method) reuse() (known struct {
	stages []anneal.Rung
	test   *distinguish.Test
	both   bool
}) {
	if m.template != nil && m.template.mu.TryLock() {
		known.stages, known.test, known.both = m.template.stages, m.template.test, m.template.both
		m.template.mu.Unlock()
	}
	return known
}

// split guesses the mean square of walked values from few decks.
func (m *method) split(ctx context.Context) (err error) {
	e, s := m.newEstimator(m.spec.Word+" fit"), sums{}
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

// Walks overrule a test if the logarithm of their estimate is off by more than so many times the square of its scatter,
// by the pilot, but never by more than surest: with less, what they are wrong about costs more than they gain.
const (
	perScatter = 5.0
	surest     = 1.5
)

// round leaves room for what double arithmetic does to ends; docs/decks.md counts its roundings.
func (m *method) round(e interval, sweeps int) interval {
	lost := 0x1p-40
	if m.closed != nil {
		lost += m.closed.Error()
	} else {
		moves := float64(4*m.w.Moves()*m.spec.Walks) + m.w.Reach()
		lost += float64(float64(sweeps+1)*(moves+8)*0x1p-47) + m.w.Inexact()
	}
	e.lower, e.upper = max(0, e.lower-lost), min(1, e.upper+lost)
	return e
}

// learn trains the test, and finds out whether walks are to narrow the lower end too. What is interrupted has learnt
// nothing, for those who take it over.
func (m *method) learn(ctx context.Context, p *anneal.Ladder) error {
	if known := m.reuse(); known.test != nil {
		m.test, m.both = known.test, known.both
		return nil
	}
	test, err := m.tests.Train(ctx, m.a, m.core, m.spec.Test, m.seed, 1)
	if err != nil {
		return err
	}
	both := m.spec.Both
	if m.spec.Sharp > 0 {
		p.Divide(m.stages, m.sweeps(missScatter))
		e := newEstimator(m.w, p, m.spec.Walks, m.seed, m.spec.Word+" missed")
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

package decks

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sync"

	"dovetail/exact/density"
	"dovetail/exact/word"
	"dovetail/search/run"
)

// Ask is how much is to be done for a word. Decks are numbered, so that two asks of the
// same word add up if one goes on where the other ends.
type Ask struct {
	Word     string
	From, To int     // uniform decks
	Steps    int     // of a walk; 0 for as many as the scatter takes
	Scatter  float64 // standard deviation wanted for the logarithm of a walk's estimate
	Most     int     // sweeps of a walk, whatever the scatter; 0 for MaxSteps
	Walks    int     // on each deck
}

// question is what the decks of words add up to.
type question struct {
	Alphabet *word.Alphabet
	Asks     []Ask
	Seed     uint64
}

// Name implements run.Question.
func (question) Name() string { return "decks/densities/1" }

// Job implements run.Question.
func (q question) Job() (*job, error) {
	j := &job{question: q, sums: make([]sums, len(q.Asks))}
	for _, a := range q.Asks {
		w, err := q.Alphabet.Parse(a.Word)
		if err != nil {
			return nil, err
		}
		m, err := newMethod(q, w, a)
		if err != nil {
			return nil, err
		}
		j.methods = append(j.methods, m)
	}
	return j, nil
}

// job is the job of package run. A task is a stretch of the decks of one ask.
type job struct {
	question
	methods []*method
	sums    []sums
}

// method is how the densities of one word are found.
type method struct {
	ask    Ask
	closed *density.Form // or nil
	w      *annealing
	n      int
	seed   uint64

	once       sync.Mutex
	p          *path
	stages     []stage
	estimators sync.Pool
}

func newMethod(q question, w word.Word, a Ask) (*method, error) {
	m := &method{ask: a, n: q.Alphabet.N, seed: q.Seed}
	if m.closed = density.Closed(q.Alphabet, w); m.closed != nil {
		return m, nil
	}
	var err error
	m.w, err = newAnnealing(q.Alphabet, w)
	return m, err
}

// task is so many decks of an ask from one on: uniform ones, or dealt ones.
type task struct {
	Ask, From, To int
	Dealt         bool
}

// taskDecks are the decks of a task: a few seconds of the longest walks.
const taskDecks = 16

// Roots implements run.Job.
func (j *job) Roots() (pieces []run.Piece, err error) {
	for i, a := range j.Asks {
		size, weight := taskDecks, float64(a.Walks)/max(a.Scatter*a.Scatter, 1e-6)
		if a.Steps > 0 {
			weight = float64(a.Walks * a.Steps)
		}
		if j.methods[i].closed != nil {
			size, weight = 64*taskDecks, 1
		}
		cut := func(from, to int, dealt bool) {
			for ; from < to; from += size {
				t := task{i, from, min(from+size, to), dealt}
				payload, _ := json.Marshal(t)
				pieces = append(pieces, run.Piece{Payload: payload, Weight: weight * float64(t.To-t.From)})
			}
		}
		cut(a.From, a.To, false)
		if j.methods[i].closed == nil {
			cut(a.From/dealtShare, a.To/dealtShare, true)
		}
	}
	return pieces, nil
}

// dealtShare is how many uniform decks come on a dealt one: the lower test leaves so
// little out that fewer decks will do.
const dealtShare = 4

// Check implements run.Job.
func (j *job) Check(payload []byte) error {
	_, err := j.task(payload)
	return err
}

func (j *job) task(payload []byte) (t task, err error) {
	if err := json.Unmarshal(payload, &t); err != nil {
		return t, fmt.Errorf("a task of decks: %w", err)
	}
	if t.Ask < 0 || t.Ask >= len(j.Asks) || t.From < 0 || t.From > t.To || t.To > j.Asks[t.Ask].To {
		return t, fmt.Errorf("%+v is no task of these decks", t)
	}
	return t, nil
}

// found is what one ask adds up to.
type found struct {
	Ask int
	sums
}

// Run implements run.Job.
func (j *job) Run(ctx context.Context, r run.Task) (run.Result, error) {
	t, err := j.task(r.Payload)
	if err != nil {
		return run.Result{}, err
	}
	f := found{Ask: t.Ask}
	if err := j.methods[t.Ask].decks(ctx, t, &f.sums); err != nil {
		return run.Result{}, err
	}
	b, err := json.Marshal([]found{f})
	return run.Result{Found: b}, err
}

// Merge implements run.Job.
func (j *job) Merge(result []byte) error {
	var all []found
	if err := json.Unmarshal(result, &all); err != nil {
		return fmt.Errorf("result of decks: %w", err)
	}
	next := slices.Clone(j.sums)
	for _, f := range all {
		if f.Ask < 0 || f.Ask >= len(next) {
			return fmt.Errorf("result of decks: no word %d", f.Ask)
		}
		a, s := j.Asks[f.Ask], &next[f.Ask]
		s.add(f.sums)
		if err := cmp.Or(f.possible(), s.possible()); err != nil {
			return err
		}
		if s.Decks > int64(a.To-a.From) || s.Dealt > int64(a.To/dealtShare-a.From/dealtShare) {
			return fmt.Errorf("result of decks: %d and %d decks of word %d", s.Decks, s.Dealt, f.Ask)
		}
	}
	j.sums = next
	return nil
}

// Total implements run.Job.
func (j *job) Total() ([]byte, error) {
	all := []found{}
	for i, s := range j.sums {
		if s != (sums{}) {
			all = append(all, found{i, s})
		}
	}
	return json.Marshal(all)
}

// name is what records call the method.
func (m *method) name() string {
	if m.closed != nil {
		return "closed density"
	}
	return "annealed density"
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
	for d := t.From; d < t.To; {
		if t.Dealt {
			n := min(len(e.v.chain), t.To-d)
			err = e.dealt(ctx, d, n, s)
			d += n
		} else {
			n := min(group, t.To-d)
			err = e.uniform(ctx, d, n, s)
			d += n
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
		if err := ctx.Err(); err != nil {
			return err
		}
		far := max(0, 1-density(uniform(m.n, stream(m.seed, m.ask.Word+" deck", d, 0))))
		s.uniform(far, far)
	}
	return nil
}

// estimator is one that nobody else uses, after the pilot.
func (m *method) estimator(ctx context.Context) (*estimator, error) {
	m.once.Lock()
	defer m.once.Unlock()
	if err := m.pilot(ctx); err != nil {
		return nil, err
	}
	if e, ok := m.estimators.Get().(*estimator); ok {
		return e, nil
	}
	return newEstimator(m.w, m.p, m.ask.Walks, m.seed, m.ask.Word), nil
}

// steps is how long the walks are, 0 if there are none. Decks that were counted elsewhere
// leave the path to be found.
func (m *method) steps(ctx context.Context) (int, error) {
	if m.closed != nil {
		return 0, nil
	}
	m.once.Lock()
	defer m.once.Unlock()
	if err := m.pilot(ctx); err != nil {
		return 0, err
	}
	return len(m.p.beta) - 1, nil
}

// pilot finds the path once.
func (m *method) pilot(ctx context.Context) (err error) {
	if m.p != nil {
		return nil
	}
	p := &path{}
	p.level, p.most = m.w.level()
	if m.stages, err = pilot(ctx, m.w, p, m.seed, m.ask.Word); err != nil {
		return err
	}
	steps := m.ask.Steps
	if steps == 0 {
		l := length(m.stages) / m.ask.Scatter
		steps = int(math.Ceil(min(l*l, float64(cmp.Or(m.ask.Most, MaxSteps)))))
	}
	p.divide(m.stages, max(2, steps))
	m.p = p
	return nil
}

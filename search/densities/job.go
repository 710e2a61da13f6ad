package densities

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/exact/tally"
	"dovetail/search/run"
)

// Question requests the sums over the decks of words.
type Question struct {
	Alphabet *position.Laws
	Specs    []Spec
	Seed     uint64
	Cache    *Cache `json:"-"` // without one the job has its own
}

func (Question) Name() string { return "decks/densities/14" }

func (q Question) Job() (*Job, error) {
	if q.Cache == nil {
		q.Cache = NewCache(new(pairs.Cache))
	}
	j := &Job{Question: q, Sums: make([]Sums, len(q.Specs)), Params: make([]Params, len(q.Specs))}
	j.Sum = run.Sum[task, partial]{
		Of: "decks", Tasks: j.tasks, Weight: j.weight, Do: j.decks, Order: func(a, b partial) int { return a.Spec - b.Spec },
		Valid: j.valid, Add: j.add, Parts: j.parts,
	}
	for _, a := range q.Specs {
		m, err := q.Cache.method(q.Alphabet, a, q.Seed)
		if err != nil {
			return nil, err
		}
		j.Methods = append(j.Methods, m)
	}
	return j, nil
}

// Bounds of specs.
const (
	MaxDecks = 1 << 30
	MaxSteps = 1e7
)

// Spec says how much is done for a word. Decks are numbered, so that two specs of the same word add
// up if one continues where the other ends.
type Spec struct {
	Word     string
	Purpose  string  // the decks of another purpose are other ones
	From, To int     // uniform decks
	Steps    int     // of a walk; 0 for as many as Scatter takes
	Scatter  float64 // standard deviation wanted for the logarithm of a walk's estimate
	Walks    int     // on each deck
	Test     int64   // decks of either kind that train the test by which decks are split; 0 for no split
	Both     bool    // whether walks narrow both ends where decks are split, or only the upper one
	Sharp    float64 // if above 0, walks narrow both ends if the test misses more than Miss, and scatter no more than this
	Miss     float64
	Plain    bool // whether steps have equal length, without a pilot, which takes seconds
}

// streams names the random streams of the spec.
func (a Spec) streams() string { return strings.TrimSpace(a.Purpose + " " + a.Word) }

// Params says how the decks of a spec are walked on.
type Params struct {
	Steps  int     // sweeps of a walk, 0 where the density is closed
	Length float64 // of the path
	Guess  float64 // approximate mean square of split values
	Lower  float64 `json:",omitempty"` // the same of values for the lower end
}

// Both reports whether walks narrow both ends where decks are split.
func (w Params) Both() bool { return w.Lower > 0 }

// validate refuses invalid parameters, and any others than the known ones.
func (w Params) validate(known Params) error {
	if w.Steps < 0 || w.Steps > MaxSteps || !(0 <= w.Length && w.Length < 1e9) || !(0 <= w.Guess && w.Guess <= 1) ||
		!(0 <= w.Lower && w.Lower <= 1) ||
		known != (Params{}) && w != known {
		return fmt.Errorf("%+v is not how the decks are walked", w)
	}
	return nil
}

// task is a number of decks of a spec from one on, of one kind.
type task struct {
	Spec, From, To int
	Kind           kind
}

// kind is the purpose of decks.
type kind byte

const (
	isUniform kind = iota // walked on
	isDealt               // dealt by the word, and walked on
)

func (k kind) String() string {
	return [...]string{"uniform decks", "dealt decks"}[k]
}

// taskDecks is the number of decks of a task, a few seconds of the longest walks.
const taskDecks = 16

// Job is the job of package run. A task is a stretch of the decks of one spec.
type Job struct {
	run.Sum[task, partial]
	Question
	Methods []*Method
	Sums    []Sums
	Params  []Params // by spec, once known
}

// size is the number of decks of a task of a spec.
func (j *Job) size(spec int) int {
	switch {
	case j.Methods[spec].Closed != nil:
		return 64 * taskDecks
	case j.Specs[spec].Test > 0:
		return splitTask
	}
	return taskDecks
}

func (j *Job) tasks() (all []task) {
	for i, a := range j.Specs {
		size := j.size(i)
		for k, count := range j.Methods[i].counts() {
			for from, to := count(a.From), count(a.To); from < to; from += size {
				all = append(all, task{i, from, min(from+size, to), kind(k)})
			}
		}
	}
	return all
}

// weight is the number of steps of a task, or what stands for it where that is not known yet.
func (j *Job) weight(t task) float64 {
	a, decks := j.Specs[t.Spec], float64(t.To-t.From)
	switch {
	case j.Methods[t.Spec].Closed != nil:
		return decks
	case a.Steps > 0:
		return decks * float64(a.Walks*a.Steps)
	}
	return decks * float64(a.Walks) / max(a.Scatter*a.Scatter, 1e-6)
}

// partial is the sums of one spec.
type partial struct {
	Spec int
	Way  Params
	Sums
}

// decks are the sums of a task.
func (j *Job) decks(ctx context.Context, t task) ([]partial, error) {
	m, f := j.Methods[t.Spec], partial{Spec: t.Spec}
	if err := m.decks(ctx, t, &f.Sums); err != nil {
		return nil, err
	}
	f.Way = m.params()
	return []partial{f}, nil
}

// valid refuses sums that no decks have.
func (j *Job) valid(f partial) error {
	if f.Spec < 0 || f.Spec >= len(j.Sums) {
		return fmt.Errorf("no word %d", f.Spec)
	}
	a, s := j.Specs[f.Spec], j.Sums[f.Spec]
	s.Add(f.Sums)
	if err := cmp.Or(f.validate(), s.validate(), f.Way.validate(j.Params[f.Spec])); err != nil {
		return err
	}
	for k, count := range j.Methods[f.Spec].counts() {
		if have := s.counts(); have[k] > int64(count(a.To)-count(a.From)) {
			return fmt.Errorf("%d are too many %s of word %s", have[k], kind(k), a.Word)
		}
	}
	return nil
}

func (j *Job) add(f partial) {
	j.Sums[f.Spec].Add(f.Sums)
	j.Params[f.Spec] = f.Way
}

// parts are the sums of the specs that have decks.
func (j *Job) parts() (all []partial) {
	for i, s := range j.Sums {
		if s != (Sums{}) {
			all = append(all, partial{i, j.Params[i], s})
		}
	}
	return all
}

// missing is the number of decks of a spec that are not counted, and their kind.
func (j *Job) missing(i int) (decks int64, of kind) {
	for k, count := range j.Methods[i].counts() {
		if m := int64(count(j.Specs[i].To)-count(j.Specs[i].From)) - j.Sums[i].counts()[k]; m != 0 {
			return m, kind(k)
		}
	}
	return 0, 0
}

// Complete reports whether all decks of a spec are counted.
func (j *Job) Complete(i int) bool {
	left, _ := j.missing(i)
	return left == 0
}

// CheckTotal checks the sums against the numbers of decks of each word.
func (j *Job) CheckTotal() error {
	for i := range j.Sums {
		if m, k := j.missing(i); m != 0 {
			return fmt.Errorf("word %s: the search counted other %s than there are, by %d", j.Specs[i].Word, k, m)
		}
	}
	return nil
}

// counts are the numbers of decks of each kind.
func (s *Sums) counts() []int64 { return []int64{s.Decks, s.Dealt} }

// Interval is the interval from a spec's sums, to which earlier sums of its word may have been
// added. Where decks are split it includes the result of a test.
func (j *Job) Interval(i int, s Sums, t TestResult, delta float64) Interval {
	m, p := j.Methods[i], j.Params[i]
	var e Interval
	if m.spec.Test > 0 {
		e = split{t, p}.interval(s, delta)
	} else {
		e = s.interval(delta)
	}
	e.LowerBy, e.UpperBy = m.name(), m.name()
	return m.round(e, p.Steps)
}

// Open predicts how far an end of an interval will be from its estimate, for a number of decks
// after those of the sums.
func (p Params) Open(s Sums, tested bool, t TestResult, delta float64) func(decks int64) float64 {
	if tested {
		p.Guess = s.square(p.Guess)
		return func(decks int64) float64 { return split{t, p}.open(decks, delta/5) }
	}
	_, square := moments(s.High, s.HighSquares, s.Decks, -1)
	return func(decks int64) float64 { return tally.BernsteinRadius(square, 1, 2, delta/5, decks) }
}

package decks

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"dovetail/exact/position"
	"dovetail/search/run"
)

// question is what the decks of words add up to.
type question struct {
	Alphabet *position.Laws
	Specs    []spec
	Seed     uint64
	Cache    *cache `json:"-"` // without one the job has its own
}

// Kinds are the questions that other machines can help with.
var Kinds = []run.Kind{run.KindOf[*job](question{})}

// Name implements run.Question.
func (question) Name() string { return "decks/densities/12" }

// Job implements run.Question.
func (q question) Job() (*job, error) {
	if q.Cache == nil {
		q.Cache = new(cache)
	}
	j := &job{question: q, sums: make([]sums, len(q.Specs)), params: make([]params, len(q.Specs))}
	for _, a := range q.Specs {
		m, err := q.Cache.method(q.Alphabet, a, q.Seed)
		if err != nil {
			return nil, err
		}
		j.methods = append(j.methods, m)
	}
	return j, nil
}

// job is the job of package run. A task is a stretch of the decks of one spec.
type job struct {
	question
	methods []*method
	sums    []sums
	params  []params // by spec, once somebody walked
}

// Roots implements run.Job.
func (j *job) Roots() (pieces []run.Piece, err error) {
	for i, a := range j.Specs {
		size, weight := taskDecks, float64(a.Walks)/max(a.Scatter*a.Scatter, 1e-6)
		if a.Steps > 0 {
			weight = float64(a.Walks * a.Steps)
		}
		switch {
		case j.methods[i].closed != nil:
			size, weight = 64*taskDecks, 1
		case a.Test > 0:
			size = splitTask
		}
		cut := func(k kind, from, to int) {
			for ; from < to; from += size {
				t := task{i, from, min(from+size, to), k}
				payload, _ := json.Marshal(t)
				pieces = append(pieces, run.Piece{Payload: payload, Weight: weight * float64(t.To-t.From)})
			}
		}
		for k, count := range j.methods[i].counts() {
			cut(kind(k), count(a.From), count(a.To))
		}
	}
	return pieces, nil
}

// Check implements run.Job.
func (j *job) Check(payload []byte) error {
	_, err := j.task(payload)
	return err
}

func (j *job) task(payload []byte) (t task, err error) {
	if err := json.Unmarshal(payload, &t); err != nil {
		return t, fmt.Errorf("a task of decks: %w", err)
	}
	if t.Ask < 0 || t.Ask >= len(j.Specs) {
		return t, fmt.Errorf("%+v is no task of these decks", t)
	}
	a, counts := j.Specs[t.Ask], j.methods[t.Ask].counts()
	if int(t.Kind) >= len(counts) || t.From < counts[t.Kind](a.From) || t.From > t.To || t.To > counts[t.Kind](a.To) {
		return t, fmt.Errorf("%+v is no task of these decks", t)
	}
	return t, nil
}

// partial is what one spec adds up to.
type partial struct {
	Ask int
	Way params
	sums
}

// Run implements run.Job.
func (j *job) Run(ctx context.Context, r run.Task) (run.Result, error) {
	t, err := j.task(r.Payload)
	if err != nil {
		return run.Result{}, err
	}
	f := partial{Ask: t.Ask}
	if err := j.methods[t.Ask].decks(ctx, t, &f.sums); err != nil {
		return run.Result{}, err
	}
	f.Way = j.methods[t.Ask].params()
	return run.Whole([]partial{f})
}

// Merge implements run.Job.
func (j *job) Merge(result []byte) error {
	var all []partial
	if err := json.Unmarshal(result, &all); err != nil {
		return fmt.Errorf("result of decks: %w", err)
	}
	next, known := slices.Clone(j.sums), slices.Clone(j.params)
	for _, f := range all {
		if f.Ask < 0 || f.Ask >= len(next) {
			return fmt.Errorf("result of decks: no word %d", f.Ask)
		}
		a, s := j.Specs[f.Ask], &next[f.Ask]
		s.add(f.sums)
		if err := cmp.Or(f.validate(), s.validate(), f.Way.validate(known[f.Ask])); err != nil {
			return err
		}
		known[f.Ask] = f.Way
		for k, count := range j.methods[f.Ask].counts() {
			if have := s.counts(); have[k] > int64(count(a.To)-count(a.From)) {
				return fmt.Errorf("result of decks: %d are too many %s of word %s", have[k], kind(k), a.Word)
			}
		}
	}
	j.sums, j.params = next, known
	return nil
}

// missing is how many decks of a spec are not counted, and of which kind.
func (j *job) missing(i int) (decks int64, of kind) {
	for k, count := range j.methods[i].counts() {
		if m := int64(count(j.Specs[i].To)-count(j.Specs[i].From)) - j.sums[i].counts()[k]; m != 0 {
			return m, kind(k)
		}
	}
	return 0, 0
}

// checkTotal checks the sums against the decks that there are of each word.
func (j *job) checkTotal() error {
	for i := range j.sums {
		if m, k := j.missing(i); m != 0 {
			return fmt.Errorf("word %s: the search counted other %s than there are, by %d", j.Specs[i].Word, k, m)
		}
	}
	return nil
}

// counts are how many decks there are of each kind.
func (s *sums) counts() []int64 { return []int64{s.Decks, s.Dealt} }

// interval is that of a spec's sums, to which earlier ones of its word may have been added, with what a test told where
// decks are split.
func (j *job) interval(i int, s sums, t testResult, delta float64) interval {
	m, p := j.methods[i], j.params[i]
	var e interval
	if m.spec.Test > 0 {
		e = split{t, p}.interval(s, delta)
	} else {
		e = s.interval(delta)
	}
	e.lowerBy, e.upperBy = m.name(), m.name()
	return m.round(e, p.Steps)
}

// Total implements run.Job.
func (j *job) Total() ([]byte, error) {
	all := []partial{}
	for i, s := range j.sums {
		if s != (sums{}) {
			all = append(all, partial{i, j.params[i], s})
		}
	}
	return json.Marshal(all)
}

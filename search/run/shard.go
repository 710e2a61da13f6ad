package run

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/cespare/xxhash/v2"
)

// plan is what a job and a shard determine before any task is done.
type plan struct {
	roots []Task
	mine  *roaring.Bitmap // the roots in the shard
	blank State           // nothing finished yet
}

// newPlan takes a fresh job.
func newPlan(params map[string]string, job Job, shard Shard) (*plan, error) {
	pieces, err := job.Roots()
	if err != nil {
		return nil, err
	}
	roots, err := rootTasks(pieces)
	if err != nil {
		return nil, err
	}
	total, err := job.Total()
	if err != nil {
		return nil, err
	}
	p := &plan{roots: roots, blank: State{
		Schema:   schema,
		Params:   params,
		Roots:    len(roots),
		RootHash: digest(roots),
		Finished: roaring.New(),
		Pending:  []Task{},
		Total:    total,
	}}
	return p.cut(shard), nil
}

// cut is the plan for another shard of the same job.
func (p *plan) cut(shard Shard) *plan {
	part := *p
	part.mine = shard.of(p.roots)
	part.blank.Shard = shard.String()
	return &part
}

// open lists the roots of the shard that a state has neither finished nor
// begun: those still to be done from their start.
func (p *plan) open(s *State) []Task {
	untouched := roaring.AndNot(p.mine, s.Finished)
	for _, t := range s.Pending {
		untouched.Remove(t.Root)
	}
	tasks := make([]Task, 0, untouched.GetCardinality())
	for r := range roaring.Values(untouched) {
		tasks = append(tasks, p.roots[r])
	}
	return tasks
}

// progress is the weight of the shard, and the weight that a state has done.
func (p *plan) progress(s *State) (all, done float64) {
	for r := range roaring.Values(p.mine) {
		all += p.roots[r].Weight
	}
	done = all
	for _, t := range append(p.open(s), s.Pending...) {
		done -= t.Weight
	}
	return all, max(done, 0)
}

// Shard is the part I of the work, 1 <= I <= N: the roots whose payload
// hashes to I-1 modulo N, with everything below them. The N parts are
// disjoint and cover the work. The zero Shard is the whole.
type Shard struct{ I, N uint32 }

// ParseShard reads "i/N"; the empty string is the whole.
func ParseShard(s string) (Shard, error) {
	if s == "" {
		return Shard{}, nil
	}
	i, n, _ := strings.Cut(s, "/")
	a, errI := strconv.ParseUint(i, 10, 32)
	b, errN := strconv.ParseUint(n, 10, 32)
	if errI != nil || errN != nil || a < 1 || a > b {
		return Shard{}, fmt.Errorf("shard=%q is not i/N with 1 <= i <= N, such as 2/3", s)
	}
	return Shard{uint32(a), uint32(b)}, nil
}

// String is "i/N"; for the whole it is "1/1".
func (s Shard) String() string {
	if s.N == 0 {
		return "1/1"
	}
	return fmt.Sprintf("%d/%d", s.I, s.N)
}

// MarshalText is String.
func (s Shard) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText is ParseShard.
func (s *Shard) UnmarshalText(text []byte) (err error) {
	*s, err = ParseShard(string(text))
	return err
}

// Has reports whether the root with a payload is in the shard.
func (s Shard) Has(payload []byte) bool {
	return s.N <= 1 || xxhash.Sum64(payload)%uint64(s.N) == uint64(s.I-1)
}

// of is the set of roots in the shard.
func (s Shard) of(roots []Task) *roaring.Bitmap {
	set := roaring.New()
	for i, t := range roots {
		if s.Has(t.Payload) {
			set.Add(uint32(i))
		}
	}
	set.RunOptimize()
	return set
}

// joined is the work behind the parts of a search.
func joined(parts []*State) *State {
	all := &State{Finished: roaring.New()}
	for _, s := range parts {
		all.Roots = s.Roots
		all.Finished.Or(s.Finished)
		all.Tasks += s.Tasks
		all.CPUSeconds += s.CPUSeconds
	}
	return all
}

// Combine adds up the complete states of the N parts of a search; the job that it returns holds the
// total. Each must have finished the very set of tasks of its part.
func Combine[J Job](q Question[J], parts ...*State) (job J, err error) {
	params, err := Params(q)
	if err != nil {
		return job, err
	}
	if job, err = q.Job(); err != nil {
		return job, err
	}
	fresh := func() (Job, error) { return q.Job() }
	return job, combine(params, job, fresh, parts)
}

func combine(params map[string]string, job Job, fresh func() (Job, error), parts []*State) error {
	whole, err := newPlan(params, job, Shard{})
	if err != nil {
		return err
	}
	if len(parts) == 0 {
		return errors.New("there are no parts")
	}
	there := make([]bool, len(parts))
	for _, s := range parts {
		shard, err := ParseShard(s.Shard)
		if err != nil {
			return err
		}
		if int(shard.N) != len(parts) || there[shard.I-1] {
			return fmt.Errorf("part %s is there twice, or not one of %d", s.Shard, len(parts))
		}
		there[shard.I-1] = true
		p := whole.cut(shard)
		if err := s.check(p); err != nil {
			return fmt.Errorf("part %s: %w", s.Shard, err)
		}
		if !s.Finished.Equals(p.mine) {
			return fmt.Errorf("part %s is unfinished: %d of %d tasks are done",
				s.Shard, s.Finished.GetCardinality(), p.mine.GetCardinality())
		}
		alone, err := fresh()
		if err == nil {
			err = resume(alone, s)
		}
		if err == nil {
			err = merge(job, s.Total)
		}
		if err != nil {
			return fmt.Errorf("part %s: %w", s.Shard, err)
		}
	}
	return nil
}

package run

import "github.com/RoaringBitmap/roaring/v2"

// plan is what a job and a shard fix before any task is done.
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
		Schema:   Schema,
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

package run

import (
	"slices"
	"strings"
)

// restore puts the queue where a state left off. It comes before any worker.
func (q *local) restore(p *plan, s *State) error {
	if err := merge(q.job, s.Total, q); err != nil {
		return err
	}
	q.finished = s.Finished.Clone()
	q.tasks = s.Tasks
	q.cpu = s.CPUSeconds
	if err := q.Submit(p.open(s)...); err != nil {
		return err
	}
	return q.Submit(s.Pending...)
}

// snapshot is the state now. A task that is being done counts as not begun.
func (q *local) snapshot(p *plan) (*State, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	total, err := q.job.Total()
	if err != nil {
		return nil, err
	}
	s := p.blank
	s.Finished = q.finished.Clone()
	s.Finished.RunOptimize()
	s.Pending = q.pending()
	s.Tasks = q.tasks
	s.CPUSeconds = q.cpu + (CPUTime() - q.begun).Seconds()
	s.Total = slices.Clone(total)
	return &s, nil
}

// pending lists the unfinished tasks below roots, by name. Roots need no
// listing: an unfinished root with nothing pending has not been begun.
func (q *local) pending() []Task {
	tasks := []Task{}
	for _, t := range q.ready {
		if !t.isRoot() {
			tasks = append(tasks, t)
		}
	}
	for _, l := range q.leased {
		if !l.task.isRoot() {
			tasks = append(tasks, l.task)
		}
	}
	slices.SortFunc(tasks, func(a, b Task) int { return strings.Compare(a.ID, b.ID) })
	return tasks
}

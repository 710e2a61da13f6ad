package run

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// takeUp gives a fresh job the total of a state, which must be as the job
// itself would write it, and has it check the pieces.
func takeUp(job Job, s *State, b Bound) error {
	for _, t := range s.Pending {
		if err := job.Check(t.Payload); err != nil {
			return fmt.Errorf("its task %s: %w", t.ID, err)
		}
	}
	if err := merge(job, s.Total, b); err != nil {
		return fmt.Errorf("its total: %w", err)
	}
	again, err := job.Total()
	if err == nil && !bytes.Equal(again, s.Total) {
		err = errors.New("its total is not as this program writes it")
	}
	return err
}

// restore puts the queue where a state left off. It comes before any worker.
func (q *local) restore(p *plan, s *State) error {
	if err := takeUp(q.job, s, q); err != nil {
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

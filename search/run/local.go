package run

import (
	"context"
	"sync"
	"time"

	"dovetail/search/run/progress"

	"github.com/RoaringBitmap/roaring/v2"
)

// local is the queue within one process, together with the job's total.
//
// Invariant, whenever mu is free: live[r] counts the tasks under root r in
// ready and leased; finished holds the roots that were submitted and are no
// longer live; the job's total is the sum of the results of finished tasks.
type local struct {
	maximum
	job   Job
	meter *progress.Meter

	mu       sync.Mutex
	changed  *sync.Cond
	ready    []Task // a stack: the next task is the last
	leased   map[string]lease
	live     map[uint32]int
	finished *roaring.Bitmap
	tasks    uint64        // finished, with those that left a rest
	cpu      float64       // seconds that former sessions took
	begun    time.Duration // CPUTime when this one began
}

type lease struct {
	task         Task
	since, until time.Time
}

func newLocal(job Job, meter *progress.Meter) *local {
	q := &local{
		job:      job,
		meter:    meter,
		leased:   map[string]lease{},
		live:     map[uint32]int{},
		finished: roaring.New(),
		begun:    CPUTime(),
	}
	q.v.Store(NoBound)
	q.changed = sync.NewCond(&q.mu)
	return q
}

// Submit implements Queue.
func (q *local) Submit(tasks ...Task) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.push(tasks)
	return nil
}

// push stacks the tasks so that the first of them comes next.
func (q *local) push(tasks []Task) {
	for i := len(tasks) - 1; i >= 0; i-- {
		q.ready = append(q.ready, tasks[i])
		q.live[tasks[i].Root]++
	}
	q.changed.Broadcast()
}

// Next implements Queue.
func (q *local) Next(ctx context.Context) (Task, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		if err := ctx.Err(); err != nil {
			return Task{}, err
		}
		if t, ok := q.free(); ok {
			now := time.Now()
			q.leased[t.ID] = lease{task: t, since: now, until: now.Add(Lease)}
			return t, nil
		}
		if len(q.leased) == 0 {
			return Task{}, ErrDrained
		}
		q.wait(ctx)
	}
}

// free is the top of the stack or, when that is empty, a task whose holder
// fell silent.
func (q *local) free() (Task, bool) {
	if k := len(q.ready) - 1; k >= 0 {
		t := q.ready[k]
		q.ready[k] = Task{}
		q.ready = q.ready[:k]
		return t, true
	}
	now := time.Now()
	for _, l := range q.leased {
		if now.After(l.until) {
			return l.task, true
		}
	}
	return Task{}, false
}

// wait returns when the queue changes, ctx ends, or a lease may have run out.
func (q *local) wait(ctx context.Context) {
	wake := func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.changed.Broadcast()
	}
	defer context.AfterFunc(ctx, wake)()
	defer time.AfterFunc(Lease, wake).Stop()
	q.changed.Wait()
}

// Heartbeat implements Queue.
func (q *local) Heartbeat(id string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	l, ok := q.leased[id]
	if ok {
		l.until = time.Now().Add(Lease)
		q.leased[id] = l
	}
	return ok
}

// Done implements Queue.
func (q *local) Done(id string, r Result) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	l, ok := q.leased[id]
	if !ok {
		return nil
	}
	t := l.task
	rest, err := t.split(r.Rest)
	if err != nil {
		return err
	}
	if err := merge(q.job, r.Found, q); err != nil {
		return err
	}
	delete(q.leased, id)
	q.push(rest)
	if q.live[t.Root]--; q.live[t.Root] == 0 {
		delete(q.live, t.Root)
		q.finished.Add(t.Root)
	}
	cost := time.Since(l.since)
	q.tasks++
	if len(rest) == 0 {
		q.meter.Done(t.Weight, cost)
	} else {
		q.meter.Done(0, cost)
	}
	return nil
}

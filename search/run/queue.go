package run

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"dovetail/perm/fault"
	"dovetail/perm/pace"
	"dovetail/search/run/progress"

	"github.com/RoaringBitmap/roaring/v2"
	"golang.org/x/sync/errgroup"
)

// ErrDrained is returned by [Queue.Next] when every task is finished.
var ErrDrained = errors.New("no task left")

// Lease is how long a task stays with a worker that shows no sign of life.
const Lease = time.Minute

// Queue is the interface between the tasks and the workers. The local queue is a stack
// under a mutex. The queue of workers on other machines is a stream of messages. It can
// replace the local one because workers share nothing else, a task is a small value, and
// everything may happen twice.
type Queue interface {
	// Next leases a task, waiting while none is free but some are leased
	// (they may leave pieces). Its errors are [ErrDrained] and ctx's.
	Next(ctx context.Context) (Task, error)

	// Heartbeat renews the lease on a task. It returns false when the task is finished,
	// and its holder may drop it.
	Heartbeat(id string) bool

	// Done merges the result, submits the rest and marks the task finished, in one step.
	// For a task that is not leased it does nothing: another worker was faster, and its
	// result is the same.
	Done(id string, r Result) error
}

// local is the queue within one process, together with the job's total.
//
// Invariant, whenever mu is free: live[r] counts the tasks under root r in
// ready and leased; finished holds the roots that were submitted and are no
// longer live; the job's total is the sum of the results of finished tasks.
type local struct {
	job   Job
	meter *progress.Meter

	mu       sync.Mutex
	changed  *sync.Cond
	ready    []Task // a stack: the next task is the last
	leased   map[string]lease
	live     map[uint32]int
	finished *roaring.Bitmap
	tasks    uint64        // finished, with those that left a rest
	weight   float64       // of the finished ones, since the queue was made
	cpu      float64       // seconds that former sessions took
	begun    time.Duration // CPUTime when this one began
	shown    time.Time     // when the results so far were shown last
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
	q.changed = sync.NewCond(&q.mu)
	return q
}

// submit adds tasks, to be handed out before those already there.
func (q *local) submit(tasks ...Task) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.push(tasks)
}

// push stacks the tasks so that the first of them comes next.
func (q *local) push(tasks []Task) {
	for i := len(tasks) - 1; i >= 0; i-- {
		q.ready = append(q.ready, tasks[i])
		q.live[tasks[i].Root]++
	}
	q.changed.Broadcast()
}

// Next implements [Queue].
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

// free is the top of the stack or, when that is empty, a task whose lease has run out.
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

// wait returns when the queue changes, ctx is cancelled, or a lease may have run out.
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

// Heartbeat implements [Queue].
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

// Done implements [Queue].
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
	if err := merge(q.job, r.Found); err != nil {
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
	weight := 0.0
	if len(rest) == 0 {
		weight = t.Weight
	}
	q.weight += weight
	q.meter.Done(weight, cost)
	q.show(time.Second)
	return nil
}

// show displays what the job has found, if it can and the last time is long enough ago.
func (q *local) show(age time.Duration) {
	if s, ok := q.job.(Reporter); ok && q.meter != nil && time.Since(q.shown) >= age {
		q.shown = time.Now()
		q.meter.Show(s.SoFar())
	}
}

// Work runs workers until the queue is empty. The first error stops them all.
func Work(ctx context.Context, q Queue, job Job, threads int, begin func(Task)) error {
	g, ctx := errgroup.WithContext(ctx)
	for range Threads(threads) {
		g.Go(func() error { return fault.Caught(func() error { return worker(ctx, q, job, begin) }) })
	}
	return g.Wait()
}

// worker does tasks until there are none. It needs only a queue and a job
// of the same question, so it may as well run on another machine.
func worker(ctx context.Context, q Queue, job Job, begin func(Task)) error {
	for {
		pace.Yield()
		t, err := q.Next(ctx)
		if errors.Is(err, ErrDrained) {
			return nil
		}
		if err != nil {
			return err
		}
		if begin != nil {
			begin(t)
		}
		if err := Do(ctx, q, job, t); err != nil {
			return err
		}
	}
}

// Do does a task that was leased.
func Do(ctx context.Context, q Queue, job Job, t Task) error {
	r, err := attend(ctx, q, job, t)
	if errors.Is(err, errTaken) {
		return nil
	}
	if err == nil {
		err = q.Done(t.ID, r)
	}
	if err != nil {
		return fmt.Errorf("task %s: %w", t.ID, err)
	}
	return nil
}

// errTaken ends a task that somebody else has finished.
var errTaken = errors.New("finished by another worker")

// attend does one task and keeps its lease alive meanwhile.
func attend(ctx context.Context, q Queue, job Job, t Task) (Result, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		beat := time.NewTicker(Lease / 3)
		defer beat.Stop()
		for {
			select {
			case <-beat.C:
				if !q.Heartbeat(t.ID) {
					cancel(errTaken)
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	r, err := job.Run(ctx, t)
	if err != nil && context.Cause(ctx) == errTaken {
		return Result{}, errTaken
	}
	return r, err
}

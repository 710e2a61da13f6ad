package run

import (
	"context"
	"fmt"
	"sync"
	"time"

	"dovetail/perm/fault"
	"dovetail/perm/pace"
	"dovetail/search/run/progress"

	"github.com/RoaringBitmap/roaring/v2"
	"golang.org/x/sync/errgroup"
)

// queue hands out the tasks of a run and adds up their results.
//
// Invariant, whenever mu is free: live[r] counts the tasks under root r in ready and busy; finished
// holds the roots that were submitted and are no longer live; the job's total is the sum of the
// results of finished tasks.
type queue struct {
	job   Job
	meter *progress.Meter

	mu       sync.Mutex
	changed  *sync.Cond
	ready    []Task // a stack: the next task is the last
	busy     map[string]Task
	live     map[uint32]int
	finished *roaring.Bitmap
	tasks    uint64        // finished, with those that left a rest
	cpu      float64       // seconds that former sessions took
	begun    time.Duration // CPUTime when this one began
	shown    time.Time     // when the results so far were shown last
}

func newQueue(job Job, meter *progress.Meter) *queue {
	q := &queue{
		job:      job,
		meter:    meter,
		busy:     map[string]Task{},
		live:     map[uint32]int{},
		finished: roaring.New(),
		begun:    CPUTime(),
	}
	q.changed = sync.NewCond(&q.mu)
	return q
}

// submit adds tasks, to be handed out before those already there.
func (q *queue) submit(tasks ...Task) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.push(tasks)
}

// push stacks the tasks so that the first of them comes next.
func (q *queue) push(tasks []Task) {
	for i := len(tasks) - 1; i >= 0; i-- {
		q.ready = append(q.ready, tasks[i])
		q.live[tasks[i].Root]++
	}
	q.changed.Broadcast()
}

// next is a task to do. While there is none it waits for those that are being done, as they may
// leave pieces; ok is false when all are finished, or ctx is done.
func (q *queue) next(ctx context.Context) (t Task, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for ctx.Err() == nil {
		if k := len(q.ready) - 1; k >= 0 {
			t = q.ready[k]
			q.ready[k] = Task{}
			q.ready = q.ready[:k]
			q.busy[t.ID] = t
			return t, true
		}
		if len(q.busy) == 0 {
			break
		}
		q.changed.Wait()
	}
	return Task{}, false
}

// wake has those who wait look again.
func (q *queue) wake() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.changed.Broadcast()
}

// done merges the result of a task, submits the rest and marks the task finished, in one step. The
// task took some time.
func (q *queue) done(t Task, r Result, took time.Duration) error {
	rest, err := t.split(r.Rest)
	if err != nil {
		return err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if err := merge(q.job, r.Found); err != nil {
		return err
	}
	delete(q.busy, t.ID)
	q.push(rest)
	if q.live[t.Root]--; q.live[t.Root] == 0 {
		delete(q.live, t.Root)
		q.finished.Add(t.Root)
	}
	q.tasks++
	weight := 0.0
	if len(rest) == 0 {
		weight = t.Weight
	}
	q.meter.Done(weight, took)
	q.show(time.Second)
	return nil
}

// show displays what the job has found, if it can and the last time is long enough ago.
func (q *queue) show(age time.Duration) {
	if s, ok := q.job.(Reporter); ok && q.meter != nil && time.Since(q.shown) >= age {
		q.shown = time.Now()
		q.meter.Show(s.SoFar())
	}
}

// work runs workers until the queue is empty or ctx is done. The first error stops them all.
func (q *queue) work(ctx context.Context, threads int, begin func(Task)) error {
	g, ctx := errgroup.WithContext(ctx)
	defer context.AfterFunc(ctx, q.wake)()
	for range Threads(threads) {
		g.Go(func() error { return fault.Caught(func() error { return q.worker(ctx, begin) }) })
	}
	return g.Wait()
}

// worker does tasks until there are none.
func (q *queue) worker(ctx context.Context, begin func(Task)) error {
	for {
		pace.Yield()
		t, ok := q.next(ctx)
		if !ok {
			return ctx.Err()
		}
		if begin != nil {
			begin(t)
		}
		start := time.Now()
		r, err := q.job.Run(ctx, t)
		if err == nil {
			err = q.done(t, r, time.Since(start))
		}
		if err != nil {
			return fmt.Errorf("task %s: %w", t.ID, err)
		}
	}
}

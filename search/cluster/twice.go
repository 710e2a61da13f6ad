package cluster

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"math/rand/v2"
	"slices"

	"dovetail/search/run"
)

// A machine may compute wrongly, and a worker may lie. So a share of the tasks is done twice, by
// two workers: all tasks of the first batch that each worker reports, and those of every later
// batch with this share as its probability. A worker cannot know which, because that is decided
// after its result has arrived. The result is held back until the second has come, and the task
// stays leased: no state contains a result that waits for a check. Results are functions of the
// task, so that a single different bit proves that one of them is wrong. Then this process does the
// task too, to see whom it agrees with, and the run ends.

// pendingCheck is a task whose first result waits for a second.
type pendingCheck struct {
	task          run.Task
	first, second run.Result
	by, other     string // the workers; other is empty while there is none
}

// checks counts the tasks of a worker that were done twice.
type checks struct {
	Worker string `json:"worker"`
	Twice  uint64 `json:"twice"`
	Differ uint64 `json:"differ"` // with different results
}

// doubtful reports whether the tasks that a worker reports must be done again; b.mu is held.
func (b *coordinator) doubtful(worker string) bool {
	if b.twice <= 0 {
		return false
	}
	if b.checked[worker] == nil {
		b.checked[worker] = &checks{Worker: worker}
		return true
	}
	return rand.Float64() < b.twice
}

// hold holds a result back, unless one of this task is held already.
func (b *coordinator) hold(t run.Task, o outcome, worker string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if o.Failed != "" || o.Of != t.Hash() || b.pending[t.ID] != nil {
		return false
	}
	b.pending[t.ID] = &pendingCheck{task: t, first: o.Result, by: worker}
	return true
}

// doAgain has tasks done again by another worker, or here if there is none.
func (b *coordinator) doAgain(ctx context.Context, worker string, tasks []run.Task) {
	if len(tasks) == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.others(worker) {
		if b.doHere(tasks...); !b.noted {
			b.noted = true
			b.note("there is no second worker to do tasks again; this process does them")
		}
		return
	}
	s := b.outgoing(tasks, worker)
	b.sends.Go(func() {
		if b.send(ctx, s) != nil {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.takeBack(ctx, nil, s)
		}
	})
}

// others reports whether another worker is alive; b.mu is held.
func (b *coordinator) others(worker string) bool {
	return slices.ContainsFunc(b.alive, func(w string) bool { return w != worker })
}

// settle returns an outcome that the queue may take. For a task that waits for a check this is the
// first, once the second is the same.
func (b *coordinator) settle(o outcome, worker string) (outcome, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	d := b.pending[o.ID]
	switch {
	case d == nil:
		return o, true
	case d.by == worker || d.other != "": // the same worker reported it twice, or there is a dispute already
	case o.Failed != "" || o.Of != d.first.Of:
		b.doHere(d.task)
	case same(d.first, o.Result):
		b.agreed(d, worker)
		return outcome{ID: o.ID, Result: d.first}, true
	default:
		d.second, d.other = o.Result, worker
		b.doHere(d.task)
	}
	return outcome{}, false
}

// agreed ends a pending check; b.mu is held.
func (b *coordinator) agreed(d *pendingCheck, with string) {
	delete(b.pending, d.task.ID)
	b.compared(d.by, 0)
	b.compared(with, 0)
}

// compared counts a task of a worker that was done twice; b.mu is held.
func (b *coordinator) compared(worker string, differ uint64) {
	if b.checked[worker] == nil {
		b.checked[worker] = &checks{Worker: worker}
	}
	b.checked[worker].Twice++
	b.checked[worker].Differ += differ
}

// same reports whether two results agree, with what they left.
func same(a, b run.Result) bool {
	return bytes.Equal(a.Found, b.Found) && slices.EqualFunc(a.Rest, b.Rest, func(p, q run.Piece) bool {
		return bytes.Equal(p.Payload, q.Payload) && p.Weight == q.Weight
	})
}

// doHere has this process do tasks that no worker may do; b.mu is held.
func (b *coordinator) doHere(tasks ...run.Task) {
	b.localTasks = append(b.localTasks, tasks...)
	poke(b.localReady)
}

// self does the tasks of doHere.
func (b *coordinator) self(ctx context.Context, q run.Queue, job run.Job) error {
	for {
		b.mu.Lock()
		tasks := b.localTasks
		b.localTasks = nil
		b.mu.Unlock()
		for _, t := range tasks {
			if err := b.do(ctx, q, job, t); err != nil {
				return err
			}
		}
		select {
		case <-b.localReady:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// do does a task without a result, or with one that waits for a check.
func (b *coordinator) do(ctx context.Context, q run.Queue, job run.Job, t run.Task) error {
	b.mu.Lock()
	d := b.pending[t.ID]
	b.mu.Unlock()
	if d == nil {
		return run.Do(ctx, q, job, t)
	}
	found, err := job.Run(ctx, t)
	if err = cmp.Or(ctx.Err(), err); err != nil {
		return err // an interrupted task may have found a part
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.pending[t.ID] != d:
		return nil // a second worker was faster
	case d.other == "" && same(d.first, found):
		b.agreed(d, thisProcess)
		return run.Deliver(q, job, t.ID, d.first)
	}
	return b.dispute(d, found)
}

// thisProcess names this process, which does tasks as workers do but is not counted as one.
const thisProcess = "this process"

// dispute ends the run; b.mu is held.
func (b *coordinator) dispute(d *pendingCheck, found run.Result) error {
	var here string
	switch {
	case d.other == "":
		d.other = thisProcess
	case same(d.first, found):
		here = "what the first found"
	case same(d.second, found):
		here = "what the second found"
	default:
		here = "something else again"
	}
	b.compared(d.by, 1)
	b.compared(d.other, 1)
	b.disputed = &run.Disputed{Task: d.task.ID, Workers: [2]string{b.named(d.by), b.named(d.other)}, Here: here}
	return b.disputed
}

// named is a worker with its machine; b.mu is held.
func (b *coordinator) named(worker string) string {
	if worker == thisProcess {
		return worker
	}
	return "worker " + worker + " on " + cmp.Or(b.hosts[worker], "an unknown machine")
}

// checksDone counts the tasks that were done twice; b.mu is held.
func (b *coordinator) checksDone() (all []checks) {
	for _, worker := range slices.Sorted(maps.Keys(b.checked)) {
		if c := b.checked[worker]; c.Twice > 0 {
			all = append(all, *c)
		}
	}
	return all
}

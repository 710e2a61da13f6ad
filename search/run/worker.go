package run

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"
)

// work lets some workers empty the queue. The first error stops them all.
func work(ctx context.Context, q Queue, job Job, threads int, begin func(Task)) error {
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	g, ctx := errgroup.WithContext(ctx)
	for range threads {
		g.Go(func() error { return worker(ctx, q, job, begin) })
	}
	return g.Wait()
}

// worker does tasks until there are none. It needs only a queue and a job
// of the same question, so it may as well run on another machine.
func worker(ctx context.Context, q Queue, job Job, begin func(Task)) error {
	for {
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
		r, err := attend(ctx, q, job, t)
		if errors.Is(err, errTaken) {
			continue
		}
		if err == nil {
			err = q.Done(t.ID, r)
		}
		if err != nil {
			return fmt.Errorf("task %s: %w", t.ID, err)
		}
	}
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
	r, err := job.Run(ctx, t, q)
	if err != nil && context.Cause(ctx) == errTaken {
		return Result{}, errTaken
	}
	return r, err
}

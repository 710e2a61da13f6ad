package run

import (
	"context"
	"errors"
	"time"
)

// ErrDrained is returned by [Queue.Next] when every task is finished.
var ErrDrained = errors.New("no task left")

// Lease is how long a task stays with a worker that shows no sign of life.
const Lease = time.Minute

// Queue stands between the tasks and those who do them. The local one is a
// stack under a mutex; a message queue can take its place, because workers
// share nothing else, a task is a small value, and everything is allowed to
// happen twice.
type Queue interface {
	// Submit adds tasks, to be handed out before those already there.
	Submit(tasks ...Task) error

	// Next leases a task, waiting while none is free but some are leased
	// (they may leave pieces). Its errors are [ErrDrained] and ctx's.
	Next(ctx context.Context) (Task, error)

	// Heartbeat renews the lease on a task. It is false when the task is
	// finished: its holder may drop it.
	Heartbeat(id string) bool

	// Done merges the result, submits the rest and marks the task finished,
	// in one step. For a task that is not leased it does nothing: somebody
	// else was faster, and their result says the same.
	Done(id string, r Result) error

	Bound
}

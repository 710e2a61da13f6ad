package run

import (
	"context"
	"errors"
	"time"
)

// A limit of time is for a whole answer: one context, which ends with the time as it does with a
// Ctrl-C, is handed down to all that leads to it. What is known by then is the answer.

// Within is a context that is cancelled after the limit; 0 is none.
func Within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	if limit <= 0 {
		return ctx, cancel
	}
	timer := time.AfterFunc(limit, cancel)
	return ctx, func() { timer.Stop(); cancel() }
}

// Over reports whether an error says no more than that its context has ended, and perhaps that
// the state is saved.
func Over(ctx context.Context, err error) bool {
	var stopped *Stopped
	return err != nil && ctx.Err() != nil && (errors.Is(err, ctx.Err()) || errors.As(err, &stopped))
}

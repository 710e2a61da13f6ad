// Package pace lets a long computation report its progress. The listener travels in the context, as
// in net/http/httptrace, so that engines need no parameter for it and do not depend on a display.
package pace

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// Listener receives the amount of work, in any unit, and the work done since the last call. Start
// may be called again, for another part of the work. Add may be called from any goroutine.
type Listener interface {
	Start(all, done float64)
	Add(done float64)
}

type key struct{}

// Listen returns a context whose computations report to l.
func Listen(ctx context.Context, l Listener) context.Context {
	return context.WithValue(ctx, key{}, l)
}

// Of is the listener of the context, or one that does nothing.
func Of(ctx context.Context) Listener {
	l, ok := ctx.Value(key{}).(Listener)
	if !ok {
		l = noop{}
	}
	if browser {
		l = yielding{l}
	}
	return l
}

type noop struct{}

func (noop) Start(float64, float64) {}

func (noop) Add(float64) {}

// Share distributes the tasks 0, 1, ..., count-1, in order, over a number of goroutines, or one for
// each task if there are fewer. worker makes, by the goroutine's number, the function that does one
// task after the other. The first error ends all, and so does ctx at the next task.
func Share(ctx context.Context, goroutines, count int,
	worker func(ctx context.Context, number int) func(task int) error) error {
	var next atomic.Int64
	g, ctx := errgroup.WithContext(ctx)
	for number := range min(goroutines, count) {
		g.Go(func() error {
			do := worker(ctx, number)
			for task := next.Add(1) - 1; task < int64(count); task = next.Add(1) - 1 {
				Yield()
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := do(int(task)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return g.Wait()
}

// browser reports whether all goroutines share one thread, as in a browser.
const browser = runtime.GOOS == "js"

// Yield lets the browser run from time to time: otherwise neither a timer nor a user's request to
// stop reaches a goroutine that computes. Elsewhere it does nothing.
func Yield() {
	if browser && time.Since(lastYield) > 50*time.Millisecond {
		time.Sleep(time.Millisecond)
		lastYield = time.Now()
	}
}

var lastYield time.Time

// yielding calls Yield at each report.
type yielding struct{ Listener }

func (b yielding) Add(done float64) {
	b.Listener.Add(done)
	Yield()
}

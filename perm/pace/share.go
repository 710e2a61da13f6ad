package pace

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Share hands the tasks 0, 1, ..., count-1 out, in order, to so many goroutines, or one for
// each task if there are fewer. A goroutine has what worker makes for it, by its number, do
// one task after the other. The first error ends all, and so does ctx at the next task.
func Share(ctx context.Context, goroutines, count int,
	worker func(ctx context.Context, number int) func(task int) error) error {
	var next atomic.Int64
	g, ctx := errgroup.WithContext(ctx)
	for number := range min(goroutines, count) {
		g.Go(func() error {
			do := worker(ctx, number)
			for task := next.Add(1) - 1; task < int64(count); task = next.Add(1) - 1 {
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

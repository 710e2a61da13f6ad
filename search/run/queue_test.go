package run

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// slow takes an hour for every task.
type slow struct{ *queens }

func (j slow) Run(ctx context.Context, t Task) (Result, error) {
	select {
	case <-time.After(time.Hour):
	case <-ctx.Done():
	}
	return j.queens.Run(ctx, t)
}

// A long task is done once, with idle workers beside it.
func TestLongTaskIsDoneOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := &queens{n: 6}
		if _, err := start(t.Context(), slow{j}, Options{Threads: 3}); err != nil {
			t.Fatal(err)
		}
		if n := j.started.Load(); n != 1 || j.total.Count != known[6] {
			t.Errorf("%d tasks started, %d placements", n, j.total.Count)
		}
	})
}

func TestIdleWorkersHearTheInterrupt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		_, err := start(ctx, slow{&queens{n: 6}}, Options{Threads: 3})
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
}

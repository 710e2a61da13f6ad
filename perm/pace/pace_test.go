package pace

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
)

type sheet struct{ all, done float64 }

func (s *sheet) Start(all, done float64) { s.all, s.done = all, done }
func (s *sheet) Add(done float64)        { s.done += done }

func TestListen(t *testing.T) {
	Of(t.Context()).Start(3, 0) // nobody listens
	Of(t.Context()).Add(1)
	s := &sheet{}
	ctx := Listen(t.Context(), s)
	Of(ctx).Start(3, 1)
	Of(ctx).Add(2)
	if *s != (sheet{3, 3}) {
		t.Errorf("%+v", *s)
	}
}

// Every task is done once, whatever the goroutines; the first error ends all.
func TestShare(t *testing.T) {
	for _, goroutines := range []int{1, 3, 100} {
		var done [20]atomic.Int32
		err := Share(t.Context(), goroutines, len(done), func(_ context.Context, number int) func(int) error {
			if number >= min(goroutines, len(done)) {
				t.Error(number)
			}
			return func(task int) error { done[task].Add(1); return nil }
		})
		for task := range done {
			if done[task].Load() != 1 {
				t.Errorf("%d goroutines: task %d %d times", goroutines, task, done[task].Load())
			}
		}
		wrong := errors.New("wrong")
		if got := Share(t.Context(), goroutines, 5, func(context.Context, int) func(int) error {
			return func(int) error { return wrong }
		}); err != nil || got != wrong {
			t.Error(err, got)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Share(ctx, 2, 2, func(context.Context, int) func(int) error { return nil }); err != context.Canceled {
		t.Error(err)
	}
}

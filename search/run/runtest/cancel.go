package runtest

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"dovetail/search/run"
)

// Cancelled starts f and cancels it once the process has computed for some time, measured in
// processor time. f must then return the error within a limit of processor time, and leave no
// goroutine that computes on.
func Cancelled(t *testing.T, after, most time.Duration, f func(ctx context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	before, start := runtime.NumGoroutine(), run.CPUTime()
	ended := make(chan error, 1)
	go func() { ended <- f(ctx) }()
	wait := func() { time.Sleep(time.Millisecond) }
	for ; run.CPUTime()-start < after; wait() {
		if len(ended) > 0 {
			t.Errorf("it ended by itself: %v", <-ended)
			return
		}
	}
	used := run.CPUTime()
	cancel()
	for ; runtime.NumGoroutine() > before; wait() {
		if work := run.CPUTime() - used; work > 10*time.Second {
			break
		}
	}
	work := run.CPUTime() - used
	err := <-ended
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled, it ends with %v", err)
	}
	if work > most {
		if work -= newMemory(); work > most {
			t.Errorf("cancelled, it computes for %v, and for new memory besides", work)
		}
	}
}

// newMemory is what half a gibibyte that the process did not have takes of the processors: the two matrices of a law of pairs of
// 104 cards, which cannot be interrupted. Some virtual machines take two seconds for it.
func newMemory() time.Duration {
	debug.FreeOSMemory()
	begun := run.CPUTime()
	memory := make([]byte, 1<<29)
	for i := 0; i < len(memory); i += 1 << 12 {
		memory[i] = 1
	}
	return run.CPUTime() - begun
}

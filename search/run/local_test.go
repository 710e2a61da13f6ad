package run

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// A worker that falls silent loses its task to another; its late result is
// dropped.
func TestSilentWorkerLosesItsLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := &queens{n: 6}
		q := newLocal(j, nil)
		q.submit(Task{ID: "0"})
		first, _ := q.Next(t.Context())
		r, err := j.Run(t.Context(), first)
		if err != nil {
			t.Fatal(err)
		}
		if !q.Heartbeat("0") {
			t.Error("the lease is gone at once")
		}
		second, err := q.Next(t.Context()) // waits for the lease to run out
		if err != nil || second.ID != "0" {
			t.Fatal(second, err)
		}
		for range 2 {
			if err := q.Done("0", r); err != nil {
				t.Fatal(err)
			}
		}
		if q.Heartbeat("0") {
			t.Error("a finished task is still leased")
		}
		if j.total.Count != known[6] {
			t.Errorf("%d placements, want %d", j.total.Count, known[6])
		}
		if _, err := q.Next(t.Context()); err != ErrDrained {
			t.Error(err)
		}
	})
}

// slow takes an hour for every task.
type slow struct{ *queens }

func (j slow) Run(ctx context.Context, t Task) (Result, error) {
	select {
	case <-time.After(time.Hour):
	case <-ctx.Done():
	}
	return j.queens.Run(ctx, t)
}

// A long task keeps its lease by heartbeats: it is run once, with idle workers
// waiting beside it.
func TestLongTaskKeepsItsLease(t *testing.T) {
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

// A worker whose task was finished elsewhere drops it and continues.
func TestTakenTaskIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := &queens{n: 6}
		q := newLocal(j, nil)
		q.submit(Task{ID: "0"})
		begin := time.Now()
		gone := make(chan error)
		go func() { gone <- worker(t.Context(), q, slow{j}, nil) }()
		synctest.Wait()
		q.Done("0", Result{})
		if err := <-gone; err != nil || time.Since(begin) > Lease {
			t.Errorf("error %v after %v", err, time.Since(begin))
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

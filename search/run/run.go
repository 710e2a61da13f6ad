package run

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"dovetail/search/run/progress"
)

// Options say how to run, never what: none of them but Shard changes the
// answer.
type Options struct {
	Threads  int             // workers; 0 for one a processor
	Dir      string          // where the state is kept and taken up again; none if empty
	Interval time.Duration   // between checkpoints; 0 for a minute
	Shard    Shard           // the part of the work to do; zero for all of it
	Meter    *progress.Meter // shows the progress; nil for silence
}

// Stopped is the error of a run that was interrupted and has its state saved.
type Stopped struct {
	Dir         string
	Done, Roots int // root tasks finished, and in all (of the shard)
}

// Error says how far the run came and where its state is.
func (e *Stopped) Error() string {
	return fmt.Sprintf("stopped with %d of %d tasks done; the state is saved in %s", e.Done, e.Roots, e.Dir)
}

// Run does the job, or goes on with it if o.Dir holds its checkpoint, and
// leaves the total in the job. The state returned with a nil error is complete.
//
// When ctx ends first, the error is [*Stopped] if there is a Dir, else ctx's.
// A checkpoint that is damaged or of another job is refused and left alone.
// When a task fails, the state without it is saved and its error returned.
func Run(ctx context.Context, job Job, o Options) (*State, error) {
	p, err := newPlan(job, o.Shard)
	if err != nil {
		return nil, err
	}
	dir, err := openStore(o.Dir)
	if err != nil {
		return nil, err
	}
	defer dir.close()
	start, err := dir.load(p)
	if err != nil {
		return nil, err
	}
	q := newLocal(job, o.Meter)
	if err := q.restore(p, start); err != nil {
		return nil, err
	}
	o.Meter.Start(p.progress(start))
	defer o.Meter.Stop()

	save := func() (*State, error) {
		s, err := q.snapshot(p)
		if err == nil {
			err = dir.save(s)
		}
		return s, err
	}
	if _, err := save(); err != nil { // rather now than after a day's work
		return nil, err
	}
	stop := every(o.Interval, func() {
		if _, err := save(); err != nil {
			slog.Warn("checkpoint not saved, will try again", "err", err)
		}
	})
	failed := work(ctx, q, job, o.Threads)
	stop()
	last, err := save()
	if failed == nil || err != nil {
		return last, errors.Join(failed, err)
	}
	if ctx.Err() == nil || !errors.Is(failed, ctx.Err()) {
		return last, failed
	}
	if dir == nil {
		return last, ctx.Err()
	}
	return last, &Stopped{o.Dir, int(last.Finished.GetCardinality()), int(p.mine.GetCardinality())}
}

// every calls f at the interval, until stop, which waits for a call in course.
func every(interval time.Duration, f func()) (stop func()) {
	if interval <= 0 {
		interval = time.Minute
	}
	quit, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		t := time.NewTicker(interval)
		defer t.Stop()
		for {
			select {
			case <-t.C:
				f()
			case <-quit:
				return
			}
		}
	}()
	return func() { close(quit); <-gone }
}

// Package run executes a search that is cut into tasks: it hands the tasks to workers, adds up
// their results, saves, resumes, and splits the work over machines. The searches over words, laws,
// decks, deals, topswops and orders are its jobs.
//
// # The model
//
// A [Job] lists its root tasks once and for all; root i is the i-th of them.
// A task either finishes with a result, or finishes with a result and the
// [Piece]s it left over, which become tasks of their own under the same root.
// Results are elements of a commutative monoid: [Job.Merge] adds one to the
// running total, in any order, and [Job.Total] is itself such an element. So
// a total is restored by merging it into a fresh job, and the totals of two
// shards are combined the same way. The answer is a function of the set of
// tasks alone, not of threads, schedule or interruptions.
//
// A root is named by its number and the j-th piece that task t left over by
// t.j, so a name ("17", "17.3", "17.3.0") says where a task came from and two
// tasks can never share one, as hashes could.
//
// # Why one file, rewritten whole
//
// The state of a run is small: the roaring bitmap of the finished roots (runs
// compress to a few bytes), the tasks under roots that are half done (their
// number is bounded by threads, depth and branching), and the total. It is
// copied under one lock, so the total holds exactly the results of the tasks
// that the state calls finished. It is written to a temporary file, synced,
// and renamed over the old one. At every moment the name leads to a complete
// state that was true when it was taken; whatever came later is done again.
// A page store such as bbolt would keep the same promise with more machinery
// and without a checksum over its pages, so a flipped bit in a result would
// pass; here the last line of the file is the xxhash of all that precedes.
package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"dovetail/exact/word"
	"dovetail/results"
	"dovetail/results/fileio"
	"dovetail/results/platform"
	"dovetail/search/run/progress"
)

// Options say how to answer a question or run a search, never what: none of them but Shard
// changes the answer.
type Options struct {
	Threads  int             // workers, as [Threads] reads it
	Memory   uint64          // bytes for laws and tables; 0 for any number
	Memo     *Memo           // what earlier questions have computed; nil for nothing
	Dir      string          // where the state is kept and resumed from; none if empty
	Interval time.Duration   // between checkpoints; 0 for a minute
	Shard    Shard           // the part of the search to do; zero for all of it
	Parts    []*State        // all parts of the search, to be added up; nil to search
	Meter    *progress.Meter // shows the progress; nil for silence

	// Saves is what the runs for one answer have in common. Where the last state of one could not
	// be saved, its answer is returned without an error, and the runs after it keep no state.
	// Without Saves the answer is returned with this error.
	Saves *Saves

	// Known is the recorded distances of words over an alphabet; nil for none.
	Known func(*word.Alphabet) func(word.Word) (results.OnRecord, bool)

	Begun func()     // called once the state exists, before the first task; may be nil
	Begin func(Task) // called with every task that a worker begins; may be nil
	disk  *disk      // nil for the system's
	held  *store     // the directory that is locked already; nil for none
}

// Threads is the number of workers for a requested number: the number itself, or one for each
// processor that the program may use where it is 0 or less.
func Threads(wanted int) int {
	if wanted > 0 {
		return wanted
	}
	return runtime.GOMAXPROCS(0)
}

// CPUTime is the processor time of the process so far.
func CPUTime() time.Duration { return platform.CPUTime() }

// Part returns the options of one of the runs of a search. The state of the run has its own
// directory in that of the whole, and its progress has a name. The run is not divided.
func (o Options) Part(name, label string) Options {
	o.Shard, o.Parts = Shard{}, nil
	if o.Dir != "" {
		o.Dir = filepath.Join(o.Dir, name)
	}
	o.Meter = o.Meter.For(label)
	return o
}

// Hold locks the directory of an answer that takes several runs, some of them in directories below
// it, until release. Without it two searches could resume there at once, and the later could refuse
// the earlier.
func (o Options) Hold() (whole Options, release func(), err error) {
	o.held, err = o.open()
	return o, o.held.close, err
}

// open locks the directory of a run, unless it is held. A run that goes on without a directory has
// none from here on.
func (o *Options) open() (*store, error) {
	if !o.Keeps() {
		o.Dir = ""
	}
	if o.held != nil && o.held.path == o.Dir {
		return &store{path: o.Dir, disk: o.held.disk}, nil
	}
	dir, err := openStore(o.Dir, o.disk)
	if err != nil {
		err = o.Saves.without(err)
		o.Dir = ""
	}
	return dir, err
}

// Stopped is the error of a run that was interrupted and has saved its state.
type Stopped struct {
	Dir         string
	Done, Roots int // root tasks finished, and in all (of the shard)
}

// Error says how far the run came and where its state is.
func (e *Stopped) Error() string {
	if e.Roots == 0 {
		return "stopped between two searches; what is done is saved in " + e.Dir
	}
	return fmt.Sprintf("stopped with %d of %d tasks done; the state is saved in %s", e.Done, e.Roots, e.Dir)
}

// Ended is the error of a run that was interrupted and has no saved state.
type Ended struct {
	Cause       error  // of its context
	During      string // which part of the answer was computed; "" for the whole
	Done, Roots int    // root tasks of that, as of Stopped
	Best        []string
	Stateless   bool // the state of this computation cannot be saved
}

// PartDone is the error of a run that has done its part of a divided search: there is no answer
// before all parts are done.
type PartDone struct {
	Shard      Shard
	Done       int      // root tasks of the part
	All        int      // root tasks of the search
	CPUSeconds float64  // over all sessions
	Best       []string // found in this part, the best first
}

func (e *PartDone) Error() string {
	return fmt.Sprintf("part %s of the search is done; the answer needs all parts", e.Shard)
}

// maxNamed is the most results that an error lists.
const maxNamed = 3

// Error says how far the run came and what it had found.
func (e *Ended) Error() string {
	s := "interrupted"
	if e.During != "" {
		s += " while " + e.During + " was computed"
	}
	if e.Roots > 0 {
		s += fmt.Sprintf(" with %d of %d tasks done", e.Done, e.Roots)
	}
	if len(e.Best) > 0 {
		s += "; the best so far: " + strings.Join(e.Best, "; ")
	}
	return s
}

// Unwrap is the error of the context.
func (e *Ended) Unwrap() error { return e.Cause }

// Unsaved is the error of a run that is complete and whose answer stands, but
// whose last state could not be saved.
type Unsaved struct{ Cause error }

// Error says that the answer is there and the state is not.
func (e *Unsaved) Error() string {
	return fmt.Sprintf("the answer is complete, but its state could not be saved: %v", e.Cause)
}

func (e *Unsaved) Unwrap() error { return e.Cause }

// Run finds the answer to a question, or resumes it if o.Dir holds its checkpoint, or adds up the
// parts of the options. The job that it returns holds the total. The state returned with a nil
// error, or with [*Unsaved], is complete; that of a part comes with [*PartDone].
//
// When ctx is cancelled first, the error is [*Stopped] if the state is kept in a Dir, else [*Ended],
// and the job holds what was merged. A checkpoint that is damaged or of another question is refused
// and not changed. When a task fails, the state without it is saved and its error returned.
func Run[J Job](ctx context.Context, q Question[J], o Options) (job J, s *State, err error) {
	params, err := Params(q)
	if err != nil {
		return job, nil, err
	}
	if o.Parts != nil {
		job, err = Combine(q, o.Parts...)
		return job, joined(o.Parts), err
	}
	if job, err = q.Job(); err != nil {
		return job, nil, err
	}
	s, err = runJob(ctx, params, job, o)
	if err == nil && o.Shard.N > 1 {
		done := &PartDone{Shard: o.Shard, Done: int(s.Finished.GetCardinality()), All: s.Roots, CPUSeconds: s.CPUSeconds}
		if r, ok := Job(job).(Reporter); ok {
			done.Best = r.SoFar()
		}
		err = done
	}
	return job, s, err
}

func runJob(ctx context.Context, params map[string]string, job Job, o Options) (*State, error) {
	p, err := newPlan(params, job, o.Shard)
	if err != nil {
		return nil, err
	}
	dir, err := o.open()
	if err != nil {
		return nil, err
	}
	defer dir.close()
	start, err := dir.load(p)
	if err != nil {
		return nil, err
	}
	q := newQueue(job, o.Meter)
	if err := q.restore(p, start); err != nil {
		return nil, fmt.Errorf("%s: %w", Checkpoint(o.Dir), err)
	}
	all, done := p.progress(start)
	o.Meter.Start(all, done)
	defer o.Meter.Stop()

	save := func() (*State, error) {
		s, err := q.snapshot(p)
		if err == nil {
			err = dir.save(s)
		}
		return s, err
	}
	_, err = save()
	switch {
	case err != nil && dir == nil:
		return nil, err
	case err != nil:
		if err = o.Saves.without(err); err != nil { // fail now rather than after a day's work
			return nil, err
		}
		o.Dir, dir = "", nil
	case dir != nil:
		o.Saves.begin()
		if o.Begun != nil {
			o.Begun()
		}
	}
	stop := every(o.Interval, func() {
		if _, err := save(); err != nil {
			platform.Warn("checkpoint not saved, will retry", "err", err)
		}
	})
	failed := q.work(ctx, o.Threads, o.Begin)
	stop()
	q.show(0)
	last, unsaved := save()
	interrupted := failed != nil && ctx.Err() != nil && errors.Is(failed, ctx.Err())
	switch {
	case failed == nil && unsaved == nil:
		return last, nil
	case failed == nil:
		return last, o.Saves.report(&Unsaved{unsaved})
	case interrupted && unsaved != nil:
		return last, fmt.Errorf("interrupted, and the state could not be saved: %w", unsaved)
	case unsaved != nil:
		return last, fmt.Errorf("%w; and the state could not be saved: %w", failed, unsaved)
	case interrupted && dir != nil:
		return last, &Stopped{o.Dir, int(last.Finished.GetCardinality()), int(p.mine.GetCardinality())}
	case interrupted:
		e := &Ended{Cause: ctx.Err(), Done: int(last.Finished.GetCardinality()),
			Roots: int(p.mine.GetCardinality())}
		if s, ok := job.(Reporter); ok {
			e.Best = s.SoFar()
			e.Best = e.Best[:min(maxNamed, len(e.Best))]
		}
		return last, e
	}
	return last, failed
}

// Saves records which states of the runs for one answer could be saved. A state that could not be
// saved does not spoil the answer: the runs after it keep none. The zero value is ready to use.
type Saves struct {
	mu    sync.Mutex
	begun bool     // a state was saved
	lost  *Unsaved // the first that was not
}

// Lost is the error of the first state that could not be saved; nil if there is none.
func (s *Saves) Lost() error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lost == nil {
		return nil
	}
	return s.lost
}

// Keeps reports whether runs with these options keep their states in a directory.
func (o Options) Keeps() bool { return o.Dir != "" && o.Saves.Lost() == nil }

func (s *Saves) begin() {
	if s != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.begun = true
	}
}

// report records a state that could not be saved, which is then no error.
func (s *Saves) report(e *Unsaved) error {
	if s == nil {
		return e
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lost = cmp.Or(s.lost, e)
	return nil
}

// without is the error of a run that cannot keep a state from its beginning. There is none if
// earlier runs did keep theirs, and the run goes on without. Before the first run there is no work
// that could be lost.
func (s *Saves) without(err error) error {
	if s == nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.begun || errors.Is(err, platform.Held) {
		return err
	}
	s.lost = cmp.Or(s.lost, &Unsaved{err})
	return nil
}

// every calls f at the interval, until stop is called. stop waits for a call in progress.
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

// Interruptible is a context that the first Ctrl-C, SIGTERM or SIGHUP cancels,
// so that a run can save its state; the second ends the process with code 130, whatever it does.
// A hangup that the process was started to ignore, as by nohup, stays ignored.
// stop gives the signals back.
func Interruptible(parent context.Context) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancel(parent)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if up := platform.Hangup; up != nil && !signal.Ignored(up) {
		signal.Notify(signals, up)
	}
	quit := make(chan struct{})
	go func() {
		for range 2 {
			select {
			case <-signals:
				if ctx.Err() != nil {
					time.AfterFunc(time.Second, func() { os.Exit(130) }) // a file system may not answer
					fileio.Abandon()
					os.Exit(130)
				}
				cancel()
			case <-quit:
				return
			}
		}
	}()
	return ctx, sync.OnceFunc(func() {
		signal.Stop(signals)
		close(quit)
		cancel()
	})
}

// A limit of time is for a whole answer. One context, which ends with the time as it does with a
// Ctrl-C, is passed to all computations that lead to it. What is known by then is the answer.

// Within is a context that is cancelled after the limit; 0 is none.
func Within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	if limit <= 0 {
		return ctx, cancel
	}
	timer := time.AfterFunc(limit, cancel)
	return ctx, func() { timer.Stop(); cancel() }
}

// Over reports whether an error only says that its context has ended, and perhaps that the state is
// saved.
func Over(ctx context.Context, err error) bool {
	var stopped *Stopped
	return err != nil && ctx.Err() != nil && (errors.Is(err, ctx.Err()) || errors.As(err, &stopped))
}

package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/stored"
	"dovetail/search/run"
	"dovetail/search/run/progress"
)

// Work does tasks of the open jobs. It returns when ctx is done, or when there have been no
// jobs for idle, if that is not 0. The tasks in hand are finished then, and delivered. Nothing
// is kept on this machine.
func (c *Cluster) Work(ctx context.Context, threads int, idle time.Duration, meter *progress.Meter) (stored.Work,
	error) {
	begun := time.Now()
	n, err := c.connect(ctx)
	if err != nil {
		return stored.Work{}, err
	}
	defer c.Close()
	host, _ := os.Hostname()
	w := &worker{
		network: n, name: nuid.Next(), host: host, threads: run.Threads(threads), idle: idle,
		kinds: c.Kinds, build: c.ownBuild(), say: meter.Say, refused: map[string]bool{}, news: make(chan struct{},
			1), wake: make(chan struct{}, 1),
	}
	var tired context.CancelFunc
	w.sending, tired = context.WithCancel(context.WithoutCancel(ctx))
	defer tired()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(n.lease, tired) })()
	live, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var gone sync.WaitGroup
	gone.Go(func() { w.live(live) })
	gone.Go(func() { w.watch(live) })
	for last := time.Now(); ctx.Err() == nil && (idle == 0 || time.Since(last) < idle); {
		if w.round(ctx) {
			last = time.Now()
			continue
		}
		w.say("no task")
		select {
		case <-w.wake:
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
	}
	cancel()
	gone.Wait()
	return stored.Work{
		Schema: results.WorkSchema, Kind: results.Exact,
		Tasks: w.count.Load(), Seconds: time.Since(begun).Seconds(), Threads: w.threads,
	}, nil
}

// worker is this process.
type worker struct {
	*network
	name, host string
	threads    int
	idle       time.Duration
	kinds      []run.Kind
	build      string
	say        func(string)
	refused    map[string]bool // jobs whose refusal was reported
	unread     string          // why jobs cannot be read, as reported last

	count   atomic.Uint64 // tasks done
	mu      sync.Mutex
	sending context.Context // ends a lease after the worker was interrupted
	accepts []string        // jobs that it helps with
	news    chan struct{}   // receives a value when they changed, or the first task is done

	wake    chan struct{} // receives a value when other jobs may be open
	changes atomic.Uint64 // how often it did
	last    string        // the job that was made last
	made    run.Job
}

// round works on every open job for as long as it has tasks, and reports whether one had any.
func (w *worker) round(ctx context.Context) (any bool) {
	jobs, err := w.list(ctx)
	if err != nil {
		if says := plain(err).Error(); says != w.unread {
			w.unread = says
			slog.Warn("the jobs cannot be read, retrying", "err", says)
		}
		return false
	}
	w.unread = ""
	var names []string
	jobs = slices.DeleteFunc(jobs, func(j *listed) bool {
		err := w.accept(j)
		switch {
		case j.Done:
		case err == nil:
			names = append(names, j.Name)
		case !w.refused[j.Name]:
			w.refused[j.Name] = true
			slog.Warn("job rejected", "job", j.Name, "question", j.Params["job"], "err", err)
		}
		return j.Done || err != nil
	})
	w.accepted(names)
	turn := time.Duration(math.MaxInt64)
	if len(jobs) > 1 {
		turn = w.lease
	}
	for _, j := range jobs {
		if w.serve(ctx, j, turn) {
			any = true
		}
	}
	return any
}

// accepted publishes at once which jobs the worker will help with.
func (w *worker) accepted(names []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if slices.Equal(names, w.accepts) {
		return
	}
	w.accepts = names
	poke(w.news)
}

// poke wakes the worker if it waits.
func poke(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// watch receives notice of jobs that open and close. Without it the worker polls every second.
func (w *worker) watch(ctx context.Context) {
	for ctx.Err() == nil {
		if updates, err := w.jobs.Watch(ctx, "job.*", jetstream.UpdatesOnly()); err == nil {
			w.receive(ctx, updates.Updates())
			updates.Stop()
		}
		sleep(ctx, w.lease/6)
	}
}

// receive does this until the server ends it.
func (w *worker) receive(ctx context.Context, updates <-chan jetstream.KeyValueEntry) {
	for {
		select {
		case _, open := <-updates:
			if !open {
				return
			}
			w.changes.Add(1)
			poke(w.wake)
		case <-ctx.Done():
			return
		}
	}
}

// accept refuses jobs that this program may count differently from their owner.
func (w *worker) accept(j *listed) error {
	if j.Build != w.build {
		return fmt.Errorf("it was started by build %s, but this program is build %s; use the same build on all machines",
			j.Build, w.build)
	}
	if j.Seal != w.sealing(j.Name, j.posted) {
		return errors.New("it was started with other credentials")
	}
	_, err := kindOf(w.kinds, j.Posted)
	return err
}

// job makes the job of a question, or returns the last one if it is the same, with the tables
// that it made.
func (w *worker) job(j *listed) (run.Job, error) {
	if w.last == j.Name {
		return w.made, nil
	}
	kind, err := kindOf(w.kinds, j.Posted)
	if err != nil {
		return nil, err
	}
	job, err := kind.Job(j.Posted)
	if err == nil {
		w.last, w.made = j.Name, job
	}
	return job, err
}

// serve does tasks of a job until there are none, or ctx is done.
func (w *worker) serve(ctx context.Context, j *listed, turn time.Duration) (any bool) {
	name := j.Name
	consumer, err := w.tasks.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: name, FilterSubject: taskSubject(name, ">"),
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: w.lease, InactiveThreshold: retention,
		MaxAckPending: -1, MaxWaiting: 1 << 16, // whatever the number of workers
	})
	if err != nil {
		slog.Warn("the tasks cannot be read, retrying", "err", plain(err))
		return false
	}
	job, err := w.job(j)
	if err != nil {
		slog.Warn("the parameters of a job cannot be read", "job", name, "err", err)
		return false
	}
	q := newRemote(w, name, consumer)
	stop := q.begin(ctx, turn)
	work := context.WithoutCancel(ctx) // on the first interrupt tasks in hand are finished
	if err := run.Work(work, q, &reporting{job, q}, w.threads, nil); err != nil {
		slog.Warn("no more work on this job", "job", name, "err", err)
	}
	return stop()
}

// live sends heartbeats.
func (w *worker) live(ctx context.Context) {
	tick := time.NewTicker(w.lease / 6)
	defer tick.Stop()
	var before uint64
	since := time.Now()
	for {
		tasks := w.count.Load()
		w.mu.Lock()
		s := heartbeat{w.host, w.threads, w.accepts, tasks, float64(tasks-before) / time.Since(since).Seconds()}
		w.mu.Unlock()
		before, since = tasks, time.Now()
		text, _ := json.Marshal(s)
		if _, err := w.workers.Put(ctx, w.name, text); err != nil {
			slog.Debug("no heartbeat sent", "err", err)
		}
		if s.Rate > 0 {
			w.say(fmt.Sprintf("%s, %.1f a second", number.Count(s.Tasks, "task"), s.Rate))
		}
		select {
		case <-tick.C:
		case <-w.news:
		case <-ctx.Done():
			bye, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			w.workers.Purge(bye, w.name)
			return
		}
	}
}

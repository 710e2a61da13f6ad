package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"dovetail/search/run"
)

// Work does tasks of whatever jobs are open, until ctx is done: then the tasks in hand are
// finished and delivered. Nothing is kept on this machine.
func (c *Cluster) Work(ctx context.Context, threads int, tell func(string)) (tasks uint64, err error) {
	n, err := c.connect(ctx)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	host, _ := os.Hostname()
	w := &worker{network: n, name: nuid.Next(), host: host, threads: run.Threads(threads), kinds: c.kinds, build: c.ownBuild(), tell: tell, refused: map[string]bool{}}
	live, cancel := context.WithCancel(context.WithoutCancel(ctx))
	gone := make(chan struct{})
	go func() { defer close(gone); w.live(live) }()
	defer func() { cancel(); <-gone }()
	for ctx.Err() == nil {
		if !w.round(ctx) {
			w.tell("no task, waiting")
			sleep(ctx, time.Second)
		}
	}
	return w.count.Load(), nil
}

// worker is this process.
type worker struct {
	*network
	name, host string
	threads    int
	kinds      []run.Kind
	build      string
	tell       func(string)
	refused    map[string]bool // jobs, which were told

	count atomic.Uint64 // tasks done
	mu    sync.Mutex
	jobs  []string // accepted
	last  string   // the job that was made last
	made  run.Job
}

// round works on every open job for as long as it has tasks, and reports whether one had.
func (w *worker) round(ctx context.Context) (any bool) {
	jobs, err := w.all(ctx)
	if err != nil {
		slog.Warn("the jobs cannot be read, trying again", "err", err)
		return false
	}
	var names []string
	jobs = slices.DeleteFunc(jobs, func(j *Listed) bool {
		err := w.accept(j)
		switch {
		case j.Done:
		case err == nil:
			names = append(names, j.Name)
		case !w.refused[j.Name]:
			w.refused[j.Name] = true
			slog.Warn("a job is refused", "job", j.Name, "question", j.Params["job"], "err", err)
		}
		return j.Done || err != nil
	})
	w.mu.Lock()
	w.jobs = names
	w.mu.Unlock()
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

// accept refuses jobs of which this program may count something else than their owner.
func (w *worker) accept(j *Listed) error {
	if j.Build != w.build {
		return fmt.Errorf("it is of build %s, this program is %s: use the same on all machines", j.Build, w.build)
	}
	_, err := kindOf(w.kinds, j.Posted)
	return err
}

// job makes the job of a question, or has it from the last time, with the tables that it made.
func (w *worker) job(j *Listed) (run.Job, error) {
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
func (w *worker) serve(ctx context.Context, j *Listed, turn time.Duration) (any bool) {
	name := j.Name
	consumer, err := w.tasks.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: name, FilterSubject: taskSubject(name, ">"),
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: w.lease, MaxAckPending: -1,
	})
	if err != nil {
		slog.Warn("the tasks cannot be read, trying again", "err", err)
		return false
	}
	job, err := w.job(j)
	if err != nil {
		slog.Warn("the question of a job cannot be read", "job", name, "err", err)
		return false
	}
	q := newRemote(w, name, consumer)
	stop := q.begin(ctx, turn)
	work := context.WithoutCancel(ctx) // on the first interrupt tasks in hand are finished
	if err := run.Work(work, q, &reporting{job, q}, w.threads, nil); err != nil {
		slog.Warn("the job is left", "job", name, "err", err)
	}
	return stop()
}

// live gives signs of life.
func (w *worker) live(ctx context.Context) {
	tick := time.NewTicker(w.lease / 6)
	defer tick.Stop()
	var before uint64
	since := time.Now()
	for {
		tasks := w.count.Load()
		w.mu.Lock()
		s := sign{w.host, w.threads, w.jobs, tasks, float64(tasks-before) / time.Since(since).Seconds()}
		w.mu.Unlock()
		before, since = tasks, time.Now()
		text, _ := json.Marshal(s)
		if _, err := w.workers.Put(ctx, w.name, text); err != nil {
			slog.Debug("no sign of life", "err", err)
		}
		if s.Rate > 0 {
			w.tell(fmt.Sprintf("%d tasks, %.1f a second", s.Tasks, s.Rate))
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			bye, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			w.workers.Purge(bye, w.name)
			return
		}
	}
}

// Listed is a job on the servers.
type Listed struct {
	Name string
	posted
	state
	Owner string  // its machine; empty if there is none
	Rate  float64 // tasks a second of its workers
}

// all lists the jobs, the oldest first.
func (n *network) all(ctx context.Context) (jobs []*Listed, err error) {
	list, err := entries(ctx, n.jobs, "*.*")
	if err != nil {
		return nil, err
	}
	byName := map[string]*Listed{}
	for _, e := range list {
		if name, ok := strings.CutPrefix(e.Key(), "job."); ok {
			j := &Listed{Name: name}
			if json.Unmarshal(e.Value(), &j.posted) == nil {
				byName[name] = j
				jobs = append(jobs, j)
			}
		}
	}
	for _, e := range list {
		what, name, _ := strings.Cut(e.Key(), ".")
		switch j := byName[name]; {
		case j == nil:
		case what == "state":
			json.Unmarshal(e.Value(), &j.state)
		case what == "owner":
			var c claim
			json.Unmarshal(e.Value(), &c)
			j.Owner = cmp.Or(c.Host, "unknown")
		}
	}
	slices.SortFunc(jobs, func(a, b *Listed) int { return cmp.Or(a.Opened.Compare(b.Opened), cmp.Compare(a.Name, b.Name)) })
	return jobs, nil
}

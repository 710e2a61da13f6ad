package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"dovetail/perm/number"
	"dovetail/search/run"
)

// Serve implements [run.Coordinator]. To the queue the cluster is one worker with many threads.
// Serve takes as many tasks in advance as the workers' threads can use soon, keeps the leases on
// them, and delivers their results.
func (b *coordinator) Serve(ctx context.Context, q run.Source, job run.Job, at func() run.Progress,
	say func(string)) error {
	defer b.over.Store(true)
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return b.feed(ctx, q) })
	g.Go(func() error { return b.listen(ctx, q, job) })
	g.Go(func() error { return b.beat(ctx, q, at, say) })
	g.Go(func() error { return b.self(ctx, q, job) })
	defer b.sends.Wait() // nothing reaches the servers after they were cleared
	if err := g.Wait(); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// target is how much work a batch holds: enough that messages cost little beside it, but not so
// much that workers wait for it at the end.
const (
	target    = 2 * time.Second
	mostTasks = 256
)

// feed sends batches while there is room for them. When the servers accept none, because their disk
// is full perhaps, the tasks are done here before it tries again.
func (b *coordinator) feed(ctx context.Context, q run.Source) error {
	for {
		for !b.hasRoom() {
			select {
			case <-b.change:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		s, err := b.gather(ctx, q)
		if errors.Is(err, run.ErrDrained) {
			return nil
		}
		if err != nil {
			return err
		}
		if s == nil {
			continue
		}
		if err := b.send(ctx, s); err != nil && ctx.Err() == nil {
			slog.Warn("tasks cannot be sent; they are done by this process until the servers answer", "err", plain(err))
			b.mu.Lock()
			b.takeBack(ctx, q, s)
			b.resting()
			b.mu.Unlock()
		}
	}
}

// hasRoom reports whether workers have less than two batches a thread.
func (b *coordinator) hasRoom() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.outbox) < 2*b.threads && time.Now().After(b.pausedUntil)
}

// resting sends nothing for a while, in which the tasks at hand are done here; b.mu is held.
func (b *coordinator) resting() { b.pausedUntil = time.Now().Add(4 * b.lease) }

func (b *coordinator) changed() { poke(b.change) }

// outgoing is a new batch of tasks. If a worker is named, only other workers may do it. b.mu is
// held.
func (b *coordinator) outgoing(tasks []run.Task, not string) *outgoing {
	b.batches++
	s := &outgoing{batch: batch{Name: fmt.Sprintf("%s-%d", b.owner, b.batches), Tasks: tasks, Not: not}, since: time.Now()}
	b.outbox[s.Name] = s
	return s
}

// gather takes the next batch from the queue. It waits for the first task only. It returns nothing
// when there is no more room.
func (b *coordinator) gather(ctx context.Context, q run.Source) (*outgoing, error) {
	b.mu.Lock()
	size := 1
	if b.cost > 0 {
		size = int(min(max(target.Seconds()/b.cost, 1), mostTasks))
	}
	b.mu.Unlock()
	var tasks []run.Task
	wait := ctx
	for len(tasks) < size {
		t, err := q.Next(wait)
		if err != nil && len(tasks) == 0 {
			return nil, err
		}
		if err != nil {
			break
		}
		if tasks = append(tasks, t); len(tasks) == 1 {
			if !b.hasRoom() {
				q.Return(t.ID)
				return nil, nil
			}
			var cancel context.CancelFunc
			wait, cancel = context.WithTimeout(ctx, 10*time.Millisecond)
			defer cancel()
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.outgoing(tasks, ""), nil
}

// send may send a batch twice, when it has no answer: its name is an id by which the servers drop
// repetitions for a while, and a result counts once.
func (b *coordinator) send(ctx context.Context, s *outgoing) error {
	m, err := b.pack(ctx, taskSubject(b.job, s.Name), b.job, s.batch)
	if err == nil {
		_, err = b.js.PublishMsg(ctx, m, jetstream.WithMsgID(s.Name))
	}
	return err
}

// listen delivers results in the order of their arrival.
func (b *coordinator) listen(ctx context.Context, q run.Source, job run.Job) error {
	return b.retry(ctx, "reading results", func(ctx context.Context) error {
		err := b.read(ctx, func(_ uint64, r report) bool {
			b.deliver(ctx, q, job, r)
			return true
		})
		b.recreate(ctx)
		return err
	})
}

// deliver passes results on, except for those that wait for a check. A task that failed, or whose
// result the job refuses, is done here: if that fails too, the run fails. Tasks that the worker
// left go back.
func (b *coordinator) deliver(ctx context.Context, q run.Source, job run.Job, r report) {
	b.mu.Lock()
	s := b.outbox[r.Batch]
	delete(b.outbox, r.Batch)
	doubtful := s != nil && s.Not == "" && b.doubtful(r.Worker)
	b.mu.Unlock()
	defer b.changed()
	left := map[string]run.Task{}
	if s != nil {
		for _, t := range s.Tasks {
			left[t.ID] = t
		}
	}
	var again []run.Task
	for _, o := range r.Done {
		t, ok := left[o.ID]
		delete(left, o.ID)
		if ok && doubtful && b.hold(t, o, r.Worker) {
			again = append(again, t)
			continue
		}
		o, settled := b.settle(o, r.Worker)
		if !settled {
			continue
		}
		err := error(nil)
		if o.Failed != "" {
			err = errors.New(o.Failed)
		} else {
			err = run.Deliver(q, job, o.ID, o.Result)
		}
		if ok && err != nil {
			slog.Warn("the result of another machine was rejected; this process does the task", "task", o.ID, "worker", r.Worker,
				"err", err)
			b.mu.Lock()
			b.doHere(t)
			b.mu.Unlock()
		}
	}
	b.doAgain(ctx, r.Worker, again)
	b.mu.Lock()
	defer b.mu.Unlock()
	for id, t := range left {
		b.leave(q, s, id, t)
	}
	for _, o := range r.Done {
		const memory = 0.1 // weight of the last task in the mean
		if b.cost == 0 {
			b.cost = o.Took.Seconds()
		}
		b.cost += float64(memory * (o.Took.Seconds() - b.cost))
	}
}

// leave gives back a task of a batch that nobody works on; b.mu is held.
func (b *coordinator) leave(q run.Source, s *outgoing, id string, t run.Task) {
	if s.Not != "" {
		b.doHere(t)
	} else {
		q.Return(id)
	}
}

// beat sends heartbeats, counts workers, and sweeps.
func (b *coordinator) beat(ctx context.Context, q run.Source, at func() run.Progress, say func(string)) error {
	tick := time.NewTicker(b.lease / 30)
	defer tick.Stop()
	for n := 0; ; n++ {
		b.count(ctx, q)
		if n%5 == 0 {
			b.renewLeases(q)
			if err := b.renew(ctx); err != nil {
				return err
			}
		}
		if _, err := b.jobs.Get(ctx, "stop."+b.job); err == nil {
			return run.ErrRequested
		}
		b.report(ctx, at(), say)
		if n%15 == 14 {
			b.sweep(ctx, q)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// renewLeases renews the leases of the local queue for tasks on other machines.
func (b *coordinator) renewLeases(q run.Source) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.outbox {
		for _, t := range s.Tasks {
			q.Heartbeat(t.ID)
		}
	}
	for id := range b.pending {
		q.Heartbeat(id)
	}
}

// count counts the live workers. If there are none, or the servers have not answered for a lease,
// it takes back what was sent.
func (b *coordinator) count(ctx context.Context, q run.Source) {
	heartbeats, err := entries(ctx, b.network.workers, "*")
	if err != nil && time.Since(b.counted) < b.lease {
		return // as many as before, as far as is known
	}
	if err == nil {
		b.counted = time.Now()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.workers, b.threads, b.alive = 0, 0, nil
	for _, e := range heartbeats {
		var w heartbeat
		if json.Unmarshal(e.Value(), &w) == nil && slices.Contains(w.Jobs, b.job) {
			b.workers, b.threads = b.workers+1, b.threads+max(0, w.Threads)
			b.alive = append(b.alive, e.Key())
			b.hosts[e.Key()] = w.Host
		}
	}
	for _, s := range b.outbox {
		if !b.others(s.Not) {
			b.takeBack(ctx, q, s)
		}
	}
	b.changed()
}

// takeBack has the tasks of a batch done by others, or here; b.mu is held.
func (b *coordinator) takeBack(ctx context.Context, q run.Source, s *outgoing) {
	if b.outbox[s.Name] != s {
		return // its result has arrived
	}
	delete(b.outbox, s.Name)
	for _, t := range s.Tasks {
		b.leave(q, s, t.ID, t)
	}
	go b.tasks.Purge(ctx, jetstream.WithPurgeSubject(taskSubject(b.job, s.Name)))
}

// sweep takes back batches that the servers no longer have and whose result has not come. A batch
// must be missing in two sweeps, as its result would have arrived in between. It also takes back a
// batch that is there for far too long: its worker may be unable to send the result.
func (b *coordinator) sweep(ctx context.Context, q run.Source) {
	info, err := b.tasks.Info(ctx, jetstream.WithSubjectFilter(taskSubject(b.job, ">")))
	if err != nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for name, s := range b.outbox {
		if _, there := info.State.Subjects[taskSubject(b.job, name)]; there {
			s.missed = 0
		} else {
			s.missed++
		}
		long := time.Since(s.since).Seconds() > float64(4*b.lease.Seconds())+float64(5*b.cost*float64(len(s.Tasks)))
		if long && s.Not == "" {
			slog.Warn("no answer from other machines about tasks; they are done by this process", "batch", name)
			b.resting()
		}
		if long || s.missed == 2 {
			b.takeBack(ctx, q, s)
		}
	}
	b.changed()
}

// report publishes the progress of the job, on the servers and to its callback.
func (b *coordinator) report(ctx context.Context, p run.Progress, say func(string)) {
	b.mu.Lock()
	s := state{Progress: p, Left: -1, Workers: b.workers, Threads: b.threads, Checked: b.checksDone()}
	b.mu.Unlock()
	if took := time.Since(b.began).Seconds(); p.Fresh > 0 {
		s.Left = took / p.Fresh * max(0, 1-p.Share)
		s.Rate = float64(p.Tasks-b.first) / took
	} else {
		b.first = p.Tasks
	}
	say(fmt.Sprintf("%s with %s, %.3g tasks a second", number.Count(s.Workers, "worker"),
		number.Count(s.Threads, "thread"), s.Rate))
	b.publish(ctx, s)
}

func (b *coordinator) publish(ctx context.Context, s state) {
	text, err := json.Marshal(s)
	if err == nil {
		b.jobs.Put(ctx, "state."+b.job, text)
	}
}

// forget deletes all data of a job on the servers. The keys are deleted first: a worker whose
// results come later sees by this that it must delete them itself.
func (n *network) forget(ctx context.Context, job string) (err error) {
	for _, key := range []string{"job.", "owner.", "state.", "stop."} {
		err = errors.Join(err, n.jobs.Purge(ctx, key+job))
	}
	err = errors.Join(err,
		n.tasks.Purge(ctx, jetstream.WithPurgeSubject(taskSubject(job, ">"))),
		n.results.Purge(ctx, jetstream.WithPurgeSubject(resultSubject(job))),
		n.deleteConsumer(ctx, job),
	)
	objects, e := n.objects.List(ctx)
	if e != nil && !errors.Is(e, jetstream.ErrNoObjectsFound) {
		err = errors.Join(err, e)
	}
	for _, o := range objects {
		if strings.HasPrefix(o.Name, job+".") {
			err = errors.Join(err, n.objects.Delete(ctx, o.Name))
		}
	}
	return err
}

func (n *network) deleteConsumer(ctx context.Context, job string) error {
	err := n.tasks.DeleteConsumer(ctx, job)
	if errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, nats.ErrConsumerNotFound) {
		return nil
	}
	return err
}

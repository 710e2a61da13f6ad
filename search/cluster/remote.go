package cluster

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dovetail/search/run"
)

// remote is the queue of a job whose owner is elsewhere. It implements [run.Queue]. Tasks come in
// batches, from which all threads draw. When the last task of a batch is done its results are sent
// together, and the batch is acknowledged once they have arrived.
type remote struct {
	*worker
	job      string
	consumer jetstream.Consumer

	mu       sync.Mutex
	changed  *sync.Cond
	ready    []run.Task
	inFlight map[string]*inFlight // by task: the batch that it came in
	failed   map[string]string
	over     bool // no more tasks will come
	stopped  bool // no more tasks are begun
	any      bool // there was at least one task
	off      sync.WaitGroup
}

// inFlight is a batch whose tasks are being done.
type inFlight struct {
	batch
	message jetstream.Msg
	done    []outcome
	left    int // tasks not done
}

func newRemote(w *worker, job string, consumer jetstream.Consumer) *remote {
	q := &remote{worker: w, job: job, consumer: consumer, inFlight: map[string]*inFlight{}, failed: map[string]string{}}
	q.changed = sync.NewCond(&q.mu)
	return q
}

// begin fetches batches, until there are none, a turn is over or ctx is done. stop gives back the
// tasks that were not done, also those of a batch that was still arriving, waits until all results
// have arrived, and reports whether there were tasks.
func (q *remote) begin(ctx context.Context, turn time.Duration) (stop func() bool) {
	fetching, cancel := context.WithCancel(ctx)
	beating, still := context.WithCancel(context.WithoutCancel(ctx))
	context.AfterFunc(fetching, func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.over, q.stopped = true, true
		q.changed.Broadcast()
	})
	var fetched, gone sync.WaitGroup
	fetched.Go(func() { q.fetch(fetching, turn) })
	gone.Go(func() { q.beat(beating) })
	return func() bool {
		cancel()
		fetched.Wait()
		q.giveBack()
		q.off.Wait()
		still()
		gone.Wait()
		return q.any
	}
}

// fetch keeps a task ready for every thread. It leaves a job that has had no tasks for a while, or
// that has none while other jobs open, so that another job gets a turn.
func (q *remote) fetch(ctx context.Context, turn time.Duration) {
	begun, changes := time.Now(), q.changes.Load()
	defer func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.over = true
		q.changed.Broadcast()
	}()
	for empty := 0; ctx.Err() == nil && time.Since(begun) < turn; {
		q.mu.Lock()
		for len(q.ready) >= q.threads && !q.over {
			q.changed.Wait()
		}
		want, idle, over := q.threads-len(q.ready), len(q.inFlight) == 0, q.over
		q.mu.Unlock()
		if over {
			return
		}
		got, err := q.take(want)
		switch {
		case got > 0:
			empty = 0
		case err != nil && !errors.Is(err, context.Canceled):
			slog.Debug("no tasks", "err", err)
			sleep(ctx, time.Second)
			fallthrough
		default:
			if empty++; idle && (empty > 1 || q.changes.Load() != changes) {
				return
			}
		}
	}
}

// take fetches up to a number of batches, and waits a moment for the first.
func (q *remote) take(most int) (got int, err error) {
	messages, err := q.consumer.Fetch(most, jetstream.FetchMaxWait(time.Second/2))
	if err != nil {
		return 0, err
	}
	for m := range messages.Messages() {
		h := &inFlight{message: m}
		if err := q.unpack(q.sending, m.Subject(), m.Headers(), m.Data(), &h.batch); err != nil {
			slog.Warn("tasks rejected", "err", err)
			m.Term() // the owner notices that they are missing, and sends them again
			continue
		}
		if h.Not == q.name {
			m.NakWithDelay(q.lease / 30)
			continue
		}
		got++
		q.mu.Lock()
		h.left = len(h.Tasks)
		for _, t := range h.Tasks {
			if q.inFlight[t.ID] == nil { // otherwise it was sent again while it is here
				q.inFlight[t.ID] = h
				q.ready = append(q.ready, t)
			} else {
				h.left--
			}
		}
		q.any = true
		q.changed.Broadcast()
		q.mu.Unlock()
	}
	return got, messages.Error()
}

// Next implements [run.Queue].
func (q *remote) Next(context.Context) (run.Task, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		if len(q.ready) > 0 && !q.stopped {
			t := q.ready[0]
			q.ready = q.ready[1:]
			q.changed.Broadcast()
			return t, nil
		}
		if q.over {
			return run.Task{}, run.ErrDrained
		}
		q.changed.Wait()
	}
}

// Heartbeat implements [run.Queue]. beat renews the batches in hand.
func (q *remote) Heartbeat(string) bool { return true }

// Done implements [run.Queue].
func (q *remote) Done(id string, r run.Result) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	h := q.inFlight[id]
	delete(q.inFlight, id)
	h.done = append(h.done, outcome{id, r, q.failed[id]})
	if q.count.Add(1) == 1 {
		poke(q.news) // so that others see at once that it works
	}
	if h.left--; h.left == 0 {
		q.off.Go(func() { q.deliver(h) })
	}
	return nil
}

// deliver sends results, and acknowledges the tasks after that. If a worker dies in between, work
// is only repeated.
func (q *remote) deliver(h *inFlight) {
	ctx := q.sending
	if q.idle > 0 { // after a lease others do the tasks
		var tired context.CancelFunc
		ctx, tired = context.WithTimeout(ctx, max(q.idle, q.lease))
		defer tired()
	}
	var sent *jetstream.PubAck
	var m *nats.Msg
	err := q.retry(ctx, "sending results", func(ctx context.Context) (err error) {
		if m, err = q.pack(ctx, resultSubject(q.job), q.job, report{h.Name, q.name, h.done}); err == nil {
			sent, err = q.js.PublishMsg(ctx, m)
		}
		return err
	})
	if err != nil {
		return // others will do the tasks
	}
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	if err := h.message.DoubleAck(ctx); err != nil {
		slog.Debug("tasks could not be acknowledged, and will be sent again", "err", err)
	}
	q.discard(ctx, h.message.Headers())
	// If a job was deleted meanwhile, nobody else would remove results that came late. Their keys
	// begin with this prefix.
	if _, err := q.jobs.Get(ctx, "job."+q.job); errors.Is(err, jetstream.ErrKeyNotFound) {
		q.results.DeleteMsg(ctx, sent.Sequence)
		q.discard(ctx, m.Header)
	}
}

// giveBack delivers the batches that were begun without their other tasks, which the owner then
// hands out again. It returns all other batches whole.
func (q *remote) giveBack() {
	q.mu.Lock()
	defer q.mu.Unlock()
	back := map[*inFlight]bool{}
	for _, h := range q.inFlight {
		back[h] = true
	}
	clear(q.inFlight)
	for h := range back {
		q.off.Go(func() { q.deliver(h) })
	}
}

// beat renews the leases of the batches in hand.
func (q *remote) beat(ctx context.Context) {
	for sleep(ctx, q.lease/3) == nil {
		q.mu.Lock()
		hands := map[*inFlight]bool{}
		for _, h := range q.inFlight {
			hands[h] = true
		}
		q.mu.Unlock()
		for h := range hands {
			h.message.InProgress()
		}
	}
}

// reporting is a job whose failures and times are results.
type reporting struct {
	run.Job
	q *remote
}

// Run implements [run.Job].
func (j *reporting) Run(ctx context.Context, t run.Task) (run.Result, error) {
	begun := time.Now()
	err := j.Check(t.Payload)
	var r run.Result
	if err == nil {
		r, err = j.Job.Run(ctx, t)
	}
	if err != nil {
		j.q.mu.Lock()
		defer j.q.mu.Unlock()
		j.q.failed[t.ID] = err.Error()
		r = run.Result{}
	}
	r.Took, r.Of = max(time.Since(begun), 1), t.Hash()
	return r, nil
}

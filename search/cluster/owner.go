package cluster

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"dovetail/search/run"
)

// coordinator is one job of this process on the servers. It implements [run.Coordinator].
type coordinator struct {
	*network
	run.Posted
	job   string // its name
	build string // of this process
	own   bool   // the servers live and die with this process
	began time.Time
	first uint64 // tasks done before this process began

	owner   string // of this process
	renewed uint64 // revision of the claim

	made    time.Time     // when the stream of results was
	arrived atomic.Uint64 // number of the last result that the queue has got
	over    atomic.Bool   // whether the owner ends
	saved   uint64        // results up to this one are deleted
	large   []object      // objects with results, until these are deleted

	counted time.Time // when the workers were counted

	mu          sync.Mutex
	outbox      map[string]*outgoing // batches that were sent, by name
	batches     int
	workers     int
	threads     int
	pausedUntil time.Time     // nothing is sent until then
	cost        float64       // recent seconds a task; 0 while unknown
	change      chan struct{} // receives a value when there may be room for a batch

	twice      float64                  // the share of tasks that are done twice
	note       func(string)             // receives messages for the user
	noted      bool                     // the user knows that there is one worker only
	alive      []string                 // workers
	hosts      map[string]string        // of all workers that were ever alive
	pending    map[string]*pendingCheck // by task
	checked    map[string]*checks       // by worker
	localTasks []run.Task               // tasks that no worker may do
	localReady chan struct{}            // receives a value when there are some
	disputed   *run.Disputed
	sends      sync.WaitGroup // of repeated tasks
}

// outgoing is a batch that was sent. If it must not reach a worker, it holds tasks that this worker
// did.
type outgoing struct {
	batch
	since  time.Time
	missed int // sweeps that did not find it
}

// object is the location of a large result.
type object struct {
	number uint64
	name   string
}

// ownership is the record by which an owner claims a job.
type ownership struct {
	Owner string `json:"owner"`
	Host  string `json:"host"`
	Beat  uint64 `json:"beat"`
}

// post posts a question and claims it.
func post(ctx context.Context, n *network, p run.Posted, build string, own bool) (*coordinator, error) {
	b := &coordinator{
		network: n, Posted: p, job: name(p), build: build, own: own, began: time.Now(), counted: time.Now(),
		owner: nuid.Next(), outbox: map[string]*outgoing{}, change: make(chan struct{}, 1),
		note: func(string) {}, hosts: map[string]string{}, pending: map[string]*pendingCheck{}, checked: map[string]*checks{},
		localReady: make(chan struct{}, 1),
	}
	err := b.take(ctx)
	if err == nil {
		err = b.putUp(ctx)
	}
	if err == nil {
		n.jobs.Delete(ctx, "stop."+b.job)
		// What an earlier owner has sent is sent again, as the queue has it.
		err = n.tasks.Purge(ctx, jetstream.WithPurgeSubject(taskSubject(b.job, ">")))
	}
	return b, err
}

// putUp publishes the question to workers.
func (b *coordinator) putUp(ctx context.Context) error {
	p := posted{Posted: b.Posted, Build: b.build, Opened: b.began.Round(0)}
	p.Seal = b.sealing(b.job, p)
	text, err := json.Marshal(p)
	if err == nil {
		_, err = b.jobs.Put(ctx, "job."+b.job, text)
	}
	return err
}

// take claims the job by compare-and-swap. A claim that its owner does not renew for a lease is
// void. Each process measures this by its own clock, so that clocks are not compared.
func (b *coordinator) take(ctx context.Context) (err error) {
	var seen uint64
	var since time.Time
	for {
		e, err := b.jobs.Get(ctx, "owner."+b.job)
		switch {
		case errors.Is(err, jetstream.ErrKeyNotFound):
			b.renewed, err = b.jobs.Create(ctx, "owner."+b.job, b.ownership())
		case err == nil && seen == 0 && !b.own:
			seen, since = e.Revision(), time.Now()
		case err == nil && seen != 0 && e.Revision() != seen:
			var c ownership
			json.Unmarshal(e.Value(), &c)
			return fmt.Errorf("another process on %s already runs this search", c.Host)
		case err == nil && (b.own || time.Since(since) > b.lease):
			b.renewed, err = b.jobs.Update(ctx, "owner."+b.job, b.ownership(), e.Revision())
		}
		if err != nil && !errors.Is(err, jetstream.ErrKeyExists) && !errors.Is(err, jetstream.ErrKeyRevisionMismatch) {
			return err
		}
		if b.renewed != 0 {
			return nil
		}
		if err := sleep(ctx, b.lease/10); err != nil {
			return err
		}
	}
}

func (b *coordinator) ownership() []byte {
	host, _ := os.Hostname()
	text, _ := json.Marshal(ownership{b.owner, host, b.renewed})
	return text
}

// renew renews the claim, and posts again what the servers have lost. It fails only if there is
// another owner: it waits for servers that do not answer.
func (b *coordinator) renew(ctx context.Context) error {
	revision, err := b.jobs.Update(ctx, "owner."+b.job, b.ownership(), b.renewed)
	if err == nil {
		b.renewed = revision
		return nil
	}
	e, err := b.jobs.Get(ctx, "owner."+b.job)
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound):
		if b.putUp(ctx) == nil {
			if revision, err := b.jobs.Create(ctx, "owner."+b.job, b.ownership()); err == nil {
				b.renewed = revision
			}
		}
		return nil
	case err != nil:
		b.recreate(ctx)
		return nil
	}
	var c ownership
	if json.Unmarshal(e.Value(), &c); c.Owner != b.owner {
		return fmt.Errorf("a process on %s has taken over the search", c.Host)
	}
	b.renewed = e.Revision() // an answer to an earlier update was lost
	return nil
}

// Load implements [run.Coordinator].
func (b *coordinator) Load(ctx context.Context) (checkpoint []byte, since map[string]run.Result, err error) {
	checkpoint, err = b.objects.GetBytes(ctx, b.checkpoint())
	if err == nil {
		var seal []byte
		seal, checkpoint, _ = bytes.Cut(checkpoint, []byte("\n"))
		err = b.sealed(string(seal), b.checkpoint(), checkpoint)
	}
	if err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil, nil, err
	}
	last, err := b.results.GetLastMsgForSubject(ctx, resultSubject(b.job))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return checkpoint, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	since = map[string]run.Result{}
	by := map[string]string{}
	var disputed error
	err = b.read(ctx, func(number uint64, r report) bool {
		for _, o := range r.Done {
			before, twice := since[o.ID]
			switch {
			case o.Failed != "":
				continue
			case twice && before.Of == o.Of && !same(before, o.Result):
				disputed = &run.Disputed{Task: o.ID, Workers: [2]string{by[o.ID], r.Worker}}
			}
			since[o.ID], by[o.ID] = o.Result, r.Worker
		}
		return number < last.Sequence
	})
	return checkpoint, since, cmp.Or(err, disputed)
}

func (b *coordinator) checkpoint() string { return b.job + ".checkpoint" }

// read passes on the reports after the last that arrived, in their order, until f has enough. A
// message with a wrong seal is left out. It ends with an error when the stream or its consumer is
// gone, or when a message was lost on the way. Reading again then misses nothing.
func (b *coordinator) read(ctx context.Context, f func(number uint64, r report) bool) error {
	info, err := b.results.Info(ctx)
	if err != nil {
		return err
	}
	if !info.Created.Equal(b.made) { // a new stream, which counts from 1
		b.made = info.Created
		b.arrived.Store(0)
	}
	consumer, err := b.results.CreateConsumer(ctx, jetstream.ConsumerConfig{
		FilterSubject: resultSubject(b.job), AckPolicy: jetstream.AckNonePolicy, MemoryStorage: true, Replicas: 1,
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: b.arrived.Load() +
			1, InactiveThreshold: 4 * requestTimeout,
	})
	if err != nil {
		return err
	}
	for read := uint64(0); ; {
		before := read
		more, err := some(ctx, consumer, func(m jetstream.Msg, at jetstream.SequencePair) (more bool, err error) {
			if read++; at.Consumer != read {
				return false, fmt.Errorf("received message %d instead of %d", at.Consumer, read)
			}
			more = f(at.Stream, b.open(ctx, m, at.Stream))
			b.arrived.Store(at.Stream)
			return more, nil
		})
		if err == nil && read == before {
			var now *jetstream.ConsumerInfo
			if now, err = consumer.Info(ctx); err == nil && now.Delivered.Consumer != read {
				err = fmt.Errorf("received only %d of %d messages", read, now.Delivered.Consumer)
			}
		}
		if err != nil || !more {
			return err
		}
	}
}

// some passes on the messages that come within a short time, until f has enough.
func some(ctx context.Context, from jetstream.Consumer,
	f func(m jetstream.Msg, at jetstream.SequencePair) (bool, error)) (bool, error) {
	wait, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	messages, err := from.Fetch(100, jetstream.FetchContext(wait))
	if err != nil {
		return false, err
	}
	for m := range messages.Messages() {
		meta, err := m.Metadata()
		if err != nil {
			return false, err
		}
		if more, err := f(m, meta.Sequence); err != nil || !more {
			return false, err
		}
	}
	if err := messages.Error(); err != nil && (!errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil) {
		return false, err
	}
	return true, nil
}

// open is the report in a message. It is empty if the seal is wrong.
func (b *coordinator) open(ctx context.Context, m jetstream.Msg, number uint64) (r report) {
	if err := b.unpack(ctx, m.Subject(), m.Headers(), m.Data(), &r); err != nil {
		slog.Warn("result rejected", "err", err)
		r = report{}
	}
	if name := m.Headers().Get(objectHeader); name != "" {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.large = append(b.large, object{number, name})
	}
	return r
}

// Arrived implements [run.Coordinator].
func (b *coordinator) Arrived() uint64 { return b.arrived.Load() }

// Save implements [run.Coordinator]. The servers of this process keep no copy if the state is also
// kept elsewhere. If it is kept nowhere else, Save waits for servers that do not answer.
func (b *coordinator) Save(s *run.State, upTo uint64) error {
	if b.Kept && !b.nc.IsConnected() {
		return nats.ErrConnectionReconnecting
	}
	wait := 6 * requestTimeout
	if b.own || b.Kept && b.over.Load() {
		wait = closeTimeout
	}
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	if !b.own {
		text, err := s.Encode()
		if err != nil {
			return err
		}
		put := func(ctx context.Context) error {
			_, err := b.objects.PutBytes(ctx, b.checkpoint(), slices.Concat([]byte(b.seal(b.checkpoint(), text)+"\n"), text))
			if err != nil {
				b.recreate(ctx)
			}
			return err
		}
		if b.Kept {
			err = put(ctx)
		} else {
			err = b.retry(ctx, "saving the state", put)
		}
		if err != nil {
			return err
		}
	}
	if upTo == b.saved {
		return nil
	}
	err := b.results.Purge(ctx, jetstream.WithPurgeSubject(resultSubject(b.job)), jetstream.WithPurgeSequence(upTo+1))
	if err != nil {
		return err
	}
	b.saved = upTo
	b.mu.Lock()
	defer b.mu.Unlock()
	b.large = slices.DeleteFunc(b.large, func(o object) bool {
		return o.number <= upTo && b.objects.Delete(ctx, o.name) == nil
	})
	return nil
}

// closeTimeout is how long an owner that ends waits for servers. They may hang, with a disk that is
// full, and need not be informed.
const closeTimeout = time.Second / 2

// Close implements [run.Coordinator]. If a search is complete and no directory keeps its
// checkpoint, the checkpoint stays, because it is the answer. Workers must learn that a search is
// complete, or that results differ.
func (b *coordinator) Close(complete bool) {
	if !b.nc.IsConnected() {
		return // the claim expires by itself
	}
	b.mu.Lock()
	s := state{Done: complete, Checked: b.checksDone()}
	if b.disputed != nil {
		s.Disputed = b.disputed.Error()
	}
	b.mu.Unlock()
	wait := closeTimeout
	if complete || s.Disputed != "" {
		wait = requestTimeout
	}
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	if complete && (b.own || b.Kept) {
		b.forget(ctx, b.job)
		return
	}
	b.publish(ctx, s)
	b.tasks.Purge(ctx, jetstream.WithPurgeSubject(taskSubject(b.job, ">")))
	b.jobs.Delete(ctx, "owner."+b.job, jetstream.LastRevision(b.renewed))
}

package cluster

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"dovetail/search/run"
)

// slow is a queue whose one task comes after a while, in which something happens.
type slow struct {
	run.Source
	meanwhile func()
	came      time.Time
	returned  []string
}

func (q *slow) Next(ctx context.Context) (run.Task, error) {
	if !q.came.IsZero() {
		return run.Task{}, run.ErrDrained
	}
	q.meanwhile()
	q.came = time.Now()
	return run.Task{ID: "1"}, nil
}

func (q *slow) Return(id string) { q.returned = append(q.returned, id) }

// The time in which a batch must be answered begins with the batch, not when the owner began to wait for its
// first task: at the end of a search, where all tasks may be in hand for long, a batch was taken back at once,
// and nothing was sent for four leases.
func TestBatchIsAsOldAsItsTasks(t *testing.T) {
	q := &slow{meanwhile: func() { time.Sleep(20 * time.Millisecond) }}
	b := &coordinator{outbox: map[string]*outgoing{}, threads: 1}
	s, err := b.gather(t.Context(), q)
	if err != nil || len(s.Tasks) != 1 || b.outbox[s.Name] != s {
		t.Fatalf("%+v, %v", s, err)
	}
	if s.since.Before(q.came) {
		t.Errorf("a batch counts as sent %v before its first task came", q.came.Sub(s.since))
	}
}

// Tasks that the owner took back, as the server took no results, are for the owner: a batch that was about to be
// filled took them all again, and again, and the search did not end.
func TestNoBatchWhileResting(t *testing.T) {
	b := &coordinator{network: &network{lease: time.Hour}, outbox: map[string]*outgoing{}, threads: 1}
	q := &slow{meanwhile: b.resting}
	s, err := b.gather(t.Context(), q)
	if s != nil || err != nil || len(b.outbox) > 0 || len(q.returned) != 1 {
		t.Errorf("%+v, %v, %d on their way, returned %q", s, err, len(b.outbox), q.returned)
	}
}

// A batch that reaches a worker while it ends is given back, and does not wait for the end of a lease.
func TestBatchForEndingWorker(t *testing.T) {
	t.Parallel()
	c := owner(t, t.TempDir())
	n, err := c.connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b, err := post(t.Context(), n, run.Posted{Kept: true}, "test", true)
	if err != nil {
		t.Fatal(err)
	}
	consumer, err := n.tasks.CreateConsumer(t.Context(), jetstream.ConsumerConfig{
		Durable: b.job, FilterSubject: taskSubject(b.job, ">"), AckPolicy: jetstream.AckExplicitPolicy, AckWait: time.Hour,
	})
	if err != nil {
		t.Fatal(err)
	}
	q := newRemote(&worker{network: n, name: "worker", threads: 1, sending: t.Context()}, b.job, consumer)
	ctx, interrupt := context.WithCancel(t.Context())
	stop := q.begin(ctx, time.Hour)
	info, err := consumer.Info(t.Context())
	for ; err == nil && info.NumWaiting == 0; info, err = consumer.Info(t.Context()) {
		time.Sleep(time.Millisecond)
	}
	interrupt()
	stopped := make(chan bool)
	go func() { stopped <- stop() }()
	time.Sleep(20 * time.Millisecond)
	if err := b.send(t.Context(), b.outgoing([]run.Task{{ID: "1"}}, "")); err != nil {
		t.Fatal(err)
	}
	came := <-stopped
	if info, err = consumer.Info(t.Context()); err != nil || info.NumAckPending > 0 {
		t.Errorf("%d batches wait for a worker that has ended, %v", info.NumAckPending, err)
	}
	if !came {
		return // the worker was through before
	}
	m, err := n.results.GetLastMsgForSubject(t.Context(), resultSubject(b.job))
	if err != nil {
		t.Fatal(err)
	}
	var r report
	if err := json.Unmarshal(m.Data, &r); err != nil || len(r.Done) > 0 {
		t.Errorf("%s, %v", m.Data, err)
	}
}

package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dovetail/search/run"
)

// asked is a question with its answer on a cluster with a server of its own, where something
// is done while it is searched: the thread of the owner waits for that.
func asked(t *testing.T, q primes, workers int, meanwhile func(c *Cluster, n *network)) {
	t.Helper()
	c := owner(t, t.TempDir())
	n, err := c.connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	fire := hire(t, c, workers)
	ready := make(chan struct{})
	go func() {
		defer close(ready)
		meanwhile(c, n)
	}()
	got := answer(t, q, run.Options{
		Threads: 1, Dir: t.TempDir(), Interval: 100 * time.Millisecond, Cluster: c, Begin: func(run.Task) { <-ready },
	})
	fire()
	q.Pause = 0
	if want := answer(t, q, run.Options{}); !bytes.Equal(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
}

// Everything that is sent is sent again, up to three times and in another order.
func TestRepeatedAndReordered(t *testing.T) {
	t.Parallel()
	asked(t, primes{N: 2000, Piece: 10, Pause: 5 * time.Millisecond}, 2, func(_ *Cluster, n *network) {
		_, err := n.nc.Subscribe("dovetail.*.>", func(m *nats.Msg) {
			if m.Header.Get("Again") != "" {
				return
			}
			for range rand.IntN(3) {
				time.AfterFunc(time.Duration(rand.IntN(500))*time.Millisecond, func() {
					again := nats.NewMsg(m.Subject)
					again.Data = m.Data
					again.Header.Set(sealHeader, m.Header.Get(sealHeader))
					again.Header.Set("Again", "1")
					n.nc.PublishMsg(again)
				})
			}
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// Results that are not as they were sent, that nobody can have found, and failures that only
// others have.
func TestWrongResults(t *testing.T) {
	t.Parallel()
	q := primes{N: 600, Piece: 10, Pause: 5 * time.Millisecond}
	wrong := map[string]func(h nats.Header, r *report){
		"seal":           func(h nats.Header, _ *report) { h.Set(sealHeader, "0123456789abcdef") },
		"no seal":        func(h nats.Header, _ *report) { h.Del(sealHeader) },
		"another task":   func(_ nats.Header, r *report) { r.Done[0].Of++ },
		"no such object": func(h nats.Header, _ *report) { h.Set(objectHeader, "x") },
		"found":          func(_ nats.Header, r *report) { r.Done[0].Found = []byte("[-1]") },
		"text":           func(_ nats.Header, r *report) { r.Done[0].Found = []byte("{") },
		"piece":          func(_ nats.Header, r *report) { r.Done[0].Rest = []run.Piece{{Payload: []byte("[5,-1]")}} },
		"weight":         func(_ nats.Header, r *report) { r.Done[0].Rest = []run.Piece{{Payload: []byte("[1,2]"), Weight: -1}} },
		"failed":         func(_ nats.Header, r *report) { r.Done[0].Failed = "out of luck" },
		"left out":       func(_ nats.Header, r *report) { r.Done = nil },
	}
	for name, spoil := range wrong {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			spoilt := make(chan bool, 1)
			asked(t, q, 0, func(c *Cluster, n *network) {
				spoilt <- cheat(t, n, name == "left out", spoil)
			})
			if !<-spoilt {
				t.Error("nothing was spoilt")
			}
		})
	}
}

// cheat is a worker that only corrupts results. There are three results, and then it ends.
func cheat(t *testing.T, n *network, late bool, spoil func(nats.Header, *report)) (done bool) {
	ctx, cancel := context.WithTimeout(context.Background(), generous)
	defer cancel()
	var jobs []*listed
	for len(jobs) == 0 && ctx.Err() == nil {
		jobs, _ = n.list(ctx)
	}
	if len(jobs) == 0 {
		return false
	}
	text, _ := json.Marshal(heartbeat{"cheat", 1, []string{jobs[0].Name}, 0, 0})
	var alive sync.WaitGroup
	alive.Go(func() {
		for n.workers.Put(ctx, "cheat", text); sleep(ctx, n.lease/6) == nil; {
			n.workers.Put(ctx, "cheat", text)
		}
		n.workers.Purge(context.Background(), "cheat")
	})
	defer alive.Wait()
	defer cancel()
	consumer, err := n.tasks.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: jobs[0].Name, FilterSubject: taskSubject(jobs[0].Name, ">"), AckPolicy: jetstream.AckExplicitPolicy,
	})
	if err != nil {
		t.Error(err)
		return false
	}
	for count := 0; count < 3; {
		m, err := consumer.Next(jetstream.FetchMaxWait(time.Second))
		if err != nil && count == 0 && ctx.Err() == nil {
			continue
		}
		if err != nil {
			return count > 0
		}
		var b batch
		if err := n.unpack(ctx, m.Subject(), m.Headers(), m.Data(), &b); err != nil {
			t.Error(err)
			return false
		}
		r := report{Batch: b.Name, Worker: "cheat"}
		for _, task := range b.Tasks {
			r.Done = append(r.Done, outcome{ID: task.ID, Result: run.Result{Found: []byte("[]"), Took: time.Millisecond, Of: task.Hash()}})
		}
		r.Done = r.Done[:1] // but one are left out
		subject := resultSubject(jobs[0].Name)
		first, err := n.pack(ctx, subject, jobs[0].Name, r)
		if err == nil {
			spoil(first.Header, &r)
			second, _ := n.pack(ctx, subject, jobs[0].Name, r)
			if !bytes.Equal(second.Data, first.Data) {
				first = second
			}
			_, err = n.js.PublishMsg(ctx, first)
		}
		if err != nil {
			t.Error(err)
			return false
		}
		m.Ack()
		count++
	}
	return true
}

// A worker of another build does nothing, and says why; one of this build does.
func TestOtherBuild(t *testing.T) {
	c := owner(t, t.TempDir())
	n, err := c.connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b, err := post(t.Context(), n, run.Posted{Params: map[string]string{"job": "primes/1"}}, "another", true)
	if err != nil {
		t.Fatal(err)
	}
	w := &worker{network: n, kinds: testKinds, build: "test"}
	jobs, err := n.list(t.Context())
	if err != nil || len(jobs) != 1 || jobs[0].Name != b.job {
		t.Fatal(jobs, err)
	}
	if err := w.accept(jobs[0]); err == nil || !strings.Contains(err.Error(), "build another, but this program is build test") {
		t.Error(err)
	}
	w.build = "another"
	if err := w.accept(jobs[0]); err != nil {
		t.Error(err)
	}
	jobs[0].Params["job"] = "primes/2"
	if err := w.accept(jobs[0]); err == nil {
		t.Error("a question of another format is accepted")
	}
	jobs[0].Params["job"] = "primes/1"
	jobs[0].Question = json.RawMessage(`{"N":7,"Piece":1,"Pause":0}`)
	if _, err := w.job(jobs[0]); err == nil || !strings.Contains(err.Error(), "n is absent in the state") {
		t.Error(err)
	}
}

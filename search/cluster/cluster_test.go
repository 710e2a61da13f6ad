package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dovetail/search/questions"
	"dovetail/search/run"
	"dovetail/search/run/runtest"
)

// primes requests the primes below N, as a job that leaves pieces. It quickly says how many tasks
// it has and how long they take.
type primes struct {
	N, Piece int
	Pause    time.Duration // of a task
	Blanks   int           // behind every payload and result
}

func (primes) Name() string { return "primes/1" }

func (q primes) Job() (*sieve, error) { return &sieve{primes: q, found: map[int]int{}}, nil }

type sieve struct {
	primes
	found map[int]int // how often
}

func (j *sieve) Roots() (pieces []run.Piece, err error) {
	for from := 0; from < j.N; from += 8 * j.Piece {
		pieces = append(pieces, run.Piece{Payload: j.text([2]int{from, min(from+8*j.Piece, j.N)})})
	}
	return pieces, nil
}

func (j *sieve) Check(payload []byte) error {
	var p [2]int
	if err := json.Unmarshal(payload, &p); err != nil || p[0] < 0 || p[0] >= p[1] || p[1] > j.N {
		return fmt.Errorf("%s is no stretch", payload)
	}
	return nil
}

func (j *sieve) Run(ctx context.Context, t run.Task) (r run.Result, err error) {
	var p [2]int
	if err := json.Unmarshal(t.Payload, &p); err != nil {
		return r, err
	}
	select {
	case <-time.After(j.Pause):
	case <-ctx.Done():
		return r, ctx.Err()
	}
	found := []int{}
	for x := p[0]; x < min(p[0]+j.Piece, p[1]); x++ {
		prime := x > 1
		for d := 2; d*d <= x; d++ {
			prime = prime && x%d != 0
		}
		if prime {
			found = append(found, x)
		}
	}
	if half := (p[0] + j.Piece + p[1]) / 2; p[0]+j.Piece < p[1] {
		for _, q := range [][2]int{{p[0] + j.Piece, half}, {half, p[1]}} {
			if q[0] < q[1] {
				r.Rest = append(r.Rest, run.Piece{Payload: j.text(q)})
			}
		}
	}
	r.Found = j.text(found)
	return r, nil
}

func (j *sieve) text(v any) []byte {
	b, _ := json.Marshal(v)
	return append(b, bytes.Repeat([]byte(" "), j.Blanks)...)
}

func (j *sieve) Merge(result []byte) error {
	var found []int
	if err := json.Unmarshal(result, &found); err != nil {
		return err
	}
	for _, x := range found {
		if x < 0 || x >= j.N {
			return fmt.Errorf("%d is not below %d", x, j.N)
		}
	}
	for _, x := range found {
		j.found[x]++
	}
	return nil
}

func (j *sieve) Total() ([]byte, error) {
	all := []int{}
	for x := range j.N {
		for range j.found[x] {
			all = append(all, x)
		}
	}
	return json.Marshal(all)
}

var testKinds = append([]run.Kind{run.KindOf[*sieve](primes{})}, questions.Kinds...)

// testLease is short, so that what dies is missed soon.
var testLease = 1500 * time.Millisecond

// owner is a cluster with a server of its own.
func owner(t testing.TB, dir string) *Cluster {
	c := New(Options{Dir: dir, Listen: runtest.Address(t), lease: testLease, build: "test", Kinds: testKinds})
	t.Cleanup(c.Close)
	return c
}

// helping are the options of a worker.
func helping(of *Cluster) Options {
	o := Options{URL: of.URL, Credentials: of.Credentials, lease: testLease, build: "test", Kinds: testKinds}
	if o.URL == "" {
		o.URL = "nats://" + of.Listen
	}
	return o
}

// hire starts workers, and returns what lets them go and says how many tasks they did.
func hire(t testing.TB, of *Cluster, count int) (fire func() (tasks uint64)) {
	ctx, cancel := context.WithCancel(context.Background())
	o := helping(of)
	var all sync.WaitGroup
	var mu sync.Mutex
	var sum uint64
	for range count {
		all.Go(func() {
			tasks, err := New(o).Work(ctx, 1, 0, nil)
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			sum += tasks.Tasks
		})
	}
	return func() uint64 {
		cancel()
		all.Wait()
		return sum
	}
}

// helped answers a question with workers, for whose help the owner waits: on a busy machine it may
// be through before anybody else has come.
func helped(t testing.TB, q primes, c *Cluster, workers int) (total []byte, tasks uint64) {
	t.Helper()
	o := run.Options{Threads: 1, Dir: t.TempDir(), Cluster: c}
	if workers > 0 {
		o.Begin = afterHelp(c.net, 2)
	}
	fire := hire(t, c, workers)
	total = answer(t, q, o)
	return total, fire()
}

func answer[J run.Job](t testing.TB, q run.Question[J], o run.Options) []byte {
	t.Helper()
	j, _, err := run.Run(t.Context(), q, o)
	if err != nil {
		t.Fatal(err)
	}
	total, err := j.Total()
	if err != nil {
		t.Fatal(err)
	}
	return total
}

// afterHelp has a thread of the owner wait, with one of its tasks in hand, until a result has come
// from others. There must be other tasks then: the first may be all that there is of a part of a search.
func afterHelp(n *network, with int) func(run.Task) {
	before, begun := arrivals(n), 0
	return func(run.Task) {
		if begun++; begun == with {
			for deadline := time.Now().Add(generous); arrivals(n) == before && time.Now().Before(deadline); {
				time.Sleep(5 * time.Millisecond)
			}
		}
	}
}

// generous is when a test gives up what takes a second, on a machine that does much besides.
const generous = 5 * time.Minute

// soon is the time after which a test gives up an owner that should end at once: half of the time
// that saving a state may wait for servers.
const soon = 3 * requestTimeout

// Workers change nothing but the time.
func TestSameAnswer(t *testing.T) {
	t.Parallel()
	q := primes{N: 1000, Piece: 10, Pause: 2 * time.Millisecond}
	want := answer(t, q, run.Options{Threads: 1})
	for _, workers := range []int{0, 1, 5} {
		c := owner(t, t.TempDir())
		if _, err := c.connect(t.Context()); err != nil {
			t.Fatal(err)
		}
		got, tasks := helped(t, q, c, workers)
		if !bytes.Equal(got, want) {
			t.Errorf("%d workers: %.100s, want %.100s", workers, got, want)
		}
		if (tasks > 0) != (workers > 0) {
			t.Errorf("%d workers did %d tasks", workers, tasks)
		}
		t.Logf("%d workers did %d tasks", workers, tasks)
	}
}

// What is too large for a message travels as an object, and nothing is left of it.
func TestLargeResults(t *testing.T) {
	t.Parallel()
	q := primes{N: 160, Piece: 10, Pause: 5 * time.Millisecond, Blanks: largest}
	c := owner(t, t.TempDir())
	n, err := c.connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, tasks := helped(t, q, c, 1); tasks == 0 {
		t.Error("nobody helped")
	}
	if objects, err := n.objects.List(t.Context()); !errors.Is(err, jetstream.ErrNoObjectsFound) {
		t.Errorf("%d objects are left, %v", len(objects), err)
	}
}

// acknowledged is the message of a batch.
type acknowledged struct{ jetstream.Msg }

func (acknowledged) DoubleAck(context.Context) error { return nil }

func (acknowledged) Headers() nats.Header { return nil }

// Results that come after their job was deleted go too: its owner did not wait for a worker that was slow.
func TestLateResults(t *testing.T) {
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
	q := newRemote(&worker{network: n, sending: t.Context()}, b.job, nil)
	for _, open := range []bool{true, false} {
		if !open {
			b.Close(true)
		}
		for _, size := range []int{1, largest} {
			found, _ := json.Marshal(strings.Repeat("a", size))
			q.deliver(&inFlight{message: acknowledged{}, done: []outcome{{ID: "1", Result: run.Result{Found: found}}}})
		}
		objects, _ := n.objects.List(t.Context())
		info, err := n.results.Info(t.Context())
		if err != nil || (info.State.Msgs == 2) != open || (len(objects) == 1) != open {
			t.Errorf("open %v: %d objects and %d results, %v", open, len(objects), info.State.Msgs, err)
		}
	}
}

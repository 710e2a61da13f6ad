package cluster

import (
	"bytes"
	"context"
	"errors"
	"net"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"dovetail/search/run"
)

// lies are the primes as a machine finds them that computes wrongly once its memory is broken.
type lies struct{ primes }

type lying struct{ *sieve }

var broken atomic.Bool

func (q lies) Job() (*lying, error) {
	j, err := q.primes.Job()
	return &lying{j}, err
}

// Run leaves out the last prime of every task.
func (j *lying) Run(ctx context.Context, t run.Task) (run.Result, error) {
	r, err := j.sieve.Run(ctx, t)
	if at := bytes.LastIndexByte(r.Found, ','); broken.Load() && at > 0 {
		r.Found = append(r.Found[:at:at], ']')
	}
	return r, err
}

var liars = []run.Kind{run.KindOf[*lying](lies{})}

// hireOf starts a worker of one thread, which makes jobs as these kinds do.
func hireOf(t *testing.T, of *Cluster, kinds []run.Kind) (fire func()) {
	ctx, cancel := context.WithCancel(context.Background())
	o := helping(of)
	o.Kinds = kinds
	var gone sync.WaitGroup
	gone.Go(func() {
		if _, err := New(o).Work(ctx, 1, 0, nil); err != nil {
			t.Error(err)
		}
	})
	return sync.OnceFunc(func() { cancel(); gone.Wait() })
}

// watched is a cluster that shows how it coordinates its last question.
type watched struct {
	*Cluster
	b *coordinator
}

func (w *watched) Post(ctx context.Context, p run.Posted) (run.Coordinator, error) {
	c, err := w.Cluster.Post(ctx, p)
	w.b, _ = c.(*coordinator)
	return c, err
}

// Whatever share of the tasks is done twice, by whom ever, the answer is the same, and all agree.
func TestTwice(t *testing.T) {
	t.Parallel()
	q := primes{N: 1000, Piece: 10, Pause: 2 * time.Millisecond}
	want := answer(t, q, run.Options{Threads: 1})
	for _, x := range []struct {
		workers int
		share   float64
	}{{1, 1}, {1, 0.1}, {2, 1}, {4, 0.3}} {
		c := owner(t, t.TempDir())
		var notes []string
		c.Twice, c.Note = x.share, func(text string) { notes = append(notes, text) }
		n, err := c.connect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		w := &watched{Cluster: c}
		fire := hire(t, c, x.workers)
		got := answer(t, q, run.Options{Threads: 1, Dir: t.TempDir(), Cluster: w, Begin: afterHelp(n, 2)})
		fire()
		if !bytes.Equal(got, want) {
			t.Errorf("%+v: %.100s, want %.100s", x, got, want)
		}
		var twice uint64
		for _, c := range w.b.checksDone() {
			twice += c.Twice
			if c.Differ > 0 {
				t.Errorf("%+v: %+v", x, c)
			}
		}
		if twice == 0 || len(w.b.pending) > 0 {
			t.Errorf("%+v: %d tasks were done twice, %d wait for a check", x, twice, len(w.b.pending))
		}
		if alone := strings.Contains(strings.Join(notes, "\n"), "no second worker"); x.workers == 1 && !alone {
			t.Errorf("%+v: %q", x, notes)
		}
	}
}

// A worker that lies is found out by another, or by the owner if there is no other. The search ends
// with a line that names both and the task, and its state cannot be resumed.
func TestLyingWorker(t *testing.T) {
	t.Parallel()
	for name, kinds := range map[string][][]run.Kind{"two workers": {liars, testKinds}, "one worker": {liars}} {
		t.Run(name, func(t *testing.T) {
			for range 5 {
				if foundOut(t, kinds) {
					return
				}
			}
			t.Error("the second worker always came later than the owner")
		})
	}
}

// foundOut has workers of these kinds search, of whom the first lies. It is false if a second worker was
// too slow, so that the owner did its part and says so.
func foundOut(t *testing.T, kinds [][]run.Kind) bool {
	broken.Store(false)
	c := owner(t, t.TempDir())
	c.Twice = 1
	w := &watched{Cluster: c}
	if _, err := c.connect(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, k := range kinds {
		defer hireOf(t, c, k)()
	}
	dir := t.TempDir()
	q := primes{N: 100_000, Piece: 10, Pause: 5 * time.Millisecond}
	_, s, err := run.Run(t.Context(), q, run.Options{Threads: 1, Dir: dir, Cluster: w, Begin: func(run.Task) {
		w.b.mu.Lock()
		defer w.b.mu.Unlock()
		if len(w.b.alive) == len(kinds) && len(w.b.checksDone()) >= len(kinds) {
			broken.Store(true)
		}
	}})
	var d *run.Disputed
	if !errors.As(err, &d) {
		t.Fatal(err)
	}
	byTwo := regexp.MustCompile(`^worker \w{22} on \S+ and worker \w{22} on \S+ found different results for task [\d.]+; ` +
		`this process found what the (first|second) found$`).MatchString(err.Error())
	byOwner := regexp.MustCompile(`^worker \w{22} on \S+ and this process found different results for task [\d.]+$`).
		MatchString(err.Error())
	if !byTwo && !byOwner || byTwo && len(kinds) == 1 || s.Disputed != err.Error() {
		t.Errorf("%v; the state says %q", err, s.Disputed)
	}
	r, err := New(helping(c)).Jobs(t.Context(), "", "")
	if err != nil || len(r.Jobs) != 1 || r.Jobs[0].State != "disputed" || r.Jobs[0].Disputed != s.Disputed {
		t.Errorf("%+v, %v", r, err)
	}
	for _, w := range r.Workers {
		if byTwo && w.Differ != 1 || w.Twice < 1 && (byTwo || len(kinds) == 1) {
			t.Errorf("%+v", w)
		}
	}
	if len(r.Workers) != len(kinds) && byTwo {
		t.Error(r.Workers)
	}
	_, _, err = run.Run(t.Context(), q, run.Options{Threads: 1, Dir: dir})
	if err == nil || !strings.Contains(err.Error(), "begin anew") || !strings.Contains(err.Error(), d.Workers[0]) {
		t.Error(err)
	}
	return byTwo || len(kinds) == 1
}

// Two results that differ are found by the next owner too, when the one before did not live to see it.
func TestDisputeOutlivesOwner(t *testing.T) {
	t.Parallel()
	c := owner(t, t.TempDir())
	n, err := c.connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name, second := range map[string]string{"same": "[2,3]", "other": "[2]"} {
		b, err := post(t.Context(), n, run.Posted{Params: map[string]string{"job": name}}, "test", true)
		if err != nil {
			t.Fatal(err)
		}
		for worker, found := range map[string]string{"A": "[2,3]", "B": second} {
			r := report{Worker: worker, Done: []outcome{{ID: "7", Result: run.Result{Found: []byte(found), Took: 1, Of: 1}}}}
			m, err := n.pack(t.Context(), resultSubject(b.job), b.job, r)
			if err == nil {
				_, err = n.js.PublishMsg(t.Context(), m)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		_, _, err = b.Load(t.Context())
		if d := new(run.Disputed); errors.As(err, &d) != (name == "other") || name == "same" && err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// slowly is a connection to servers that have much else to do.
type slowly struct {
	net.Conn
	by *atomic.Int64
}

func (c slowly) Write(b []byte) (int, error) {
	time.Sleep(time.Duration(c.by.Load()))
	return c.Conn.Write(b)
}

type slowDialer struct{ by atomic.Int64 }

func (d *slowDialer) Dial(network, address string) (net.Conn, error) {
	c, err := net.Dial(network, address)
	return slowly{c, &d.by}, err
}

// Others learn that results differ though the servers are slow.
func TestDisputeOnSlowServers(t *testing.T) {
	t.Parallel()
	c := owner(t, t.TempDir())
	if _, err := c.connect(t.Context()); err != nil {
		t.Fatal(err)
	}
	o := helping(c)
	who, err := identify(o.URL, o.Credentials)
	if err != nil {
		t.Fatal(err)
	}
	d := new(slowDialer)
	n, err := dial(t.Context(), o.URL, who, testLease, nats.SetCustomDialer(d))
	if err != nil {
		t.Fatal(err)
	}
	defer n.nc.Close()
	b, err := post(t.Context(), n, run.Posted{Params: map[string]string{"job": "slow"}}, "test", true)
	if err != nil {
		t.Fatal(err)
	}
	b.disputed = &run.Disputed{Task: "7", Workers: [2]string{"A", "B"}}
	d.by.Store(int64(closeTimeout))
	b.Close(false)
	r, err := New(o).Jobs(t.Context(), "", "")
	if err != nil || len(r.Jobs) != 1 || r.Jobs[0].State != "disputed" {
		t.Errorf("%+v, %v", r, err)
	}
}

package cluster

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"dovetail/search/run"
	"dovetail/search/run/runtest"
)

// A worker that is stopped in the midst of its tasks loses them to others, and may go on when
// they are done.
func TestHangingWorker(t *testing.T) {
	t.Parallel()
	s := newStage(t, 1)
	s.start("server", "URL="+s.value("SERVERS"), "K=0")
	s.start("worker")
	done := s.start("owner", "N=2000")
	c := New(Options{URL: s.value("SERVERS"), lease: testLease, build: "test", Kinds: testKinds})
	defer c.Close()
	for n := s.reached(c); arrivals(n) == 0; {
		time.Sleep(10 * time.Millisecond)
	}
	s.signal("worker", syscall.SIGSTOP)
	s.start("worker")
	select {
	case <-done:
	case <-time.After(generous):
		t.Fatal("it waits for a worker that hangs")
	}
	for range 2 {
		s.signal("worker", syscall.SIGCONT)
	}
	got, err := os.ReadFile(s.value("OUT"))
	if err != nil {
		t.Fatal(err)
	}
	q := question(2000)
	q.Pause = 0
	if want := answer(t, q, run.Options{}); !bytes.Equal(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
}

// reached connects to servers that start.
func (s *stage) reached(c *Cluster) *network {
	for {
		n, err := c.connect(s.t.Context())
		if err == nil {
			return n
		}
		if sleep(s.t.Context(), 50*time.Millisecond) != nil {
			s.t.Fatal(err)
		}
	}
}

// signal sends a signal to all processes of a role.
func (s *stage) signal(role string, sig syscall.Signal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.alive[role] {
		p.Signal(sig)
	}
}

// A server whose disk is full takes nothing more; the owner finishes by itself.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	s := newStage(t, 1)
	s.start("server", "URL="+s.value("SERVERS"), "K=0", "STORAGE=30000")
	s.start("worker")
	state := filepath.Join(t.TempDir(), "state")
	c := New(Options{URL: s.value("SERVERS"), lease: testLease, build: "test", Kinds: testKinds})
	defer c.Close()
	s.reached(c)
	q := primes{N: 4000, Piece: 10, Pause: 5 * time.Millisecond}
	got := answer(t, q, run.Options{Threads: 2, Dir: state, Interval: time.Hour, Cluster: c})
	q.Pause = 0
	if want := answer(t, q, run.Options{}); !bytes.Equal(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
}

// A worker that is asked to end when the servers are gone waits for them no longer than a lease.
func TestWorkerWithoutServers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := owner(t, dir)
	n, err := c.connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	fire := hire(t, c, 2)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, _, err := run.Run(ctx, primes{N: 100_000, Piece: 10, Pause: 50 * time.Millisecond}, run.Options{Threads: 1, Dir: dir, Cluster: c})
		ended <- err
	}()
	for n.nc.IsConnected() {
		if info, err := n.results.Info(ctx); err != nil || info.State.LastSeq > 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	cancel()
	if err := <-ended; !errors.As(err, new(*run.Stopped)) {
		t.Error(err)
	}
	c.Close()
	begun := time.Now()
	if tasks := fire(); tasks == 0 {
		t.Error("nothing was done")
	}
	if took := time.Since(begun); took > generous {
		t.Errorf("the workers go on for %v", took)
	}
}

// A worker that ends when it is idle does so too when the servers are gone, and what it has found
// cannot be sent.
func TestIdleWithoutServers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := owner(t, dir)
	n, err := c.connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	worker := New(helping(c))
	ended := make(chan error, 1)
	go func() {
		_, err := worker.Work(t.Context(), 1, testLease/2, nil)
		ended <- err
	}()
	ctx, cancel := context.WithCancel(t.Context())
	var owning sync.WaitGroup
	owning.Go(func() {
		run.Run(ctx, primes{N: 100_000, Piece: 10, Pause: 50 * time.Millisecond}, run.Options{Threads: 1, Dir: dir, Cluster: c})
	})
	defer owning.Wait()
	defer cancel()
	for {
		if info, err := n.results.Info(ctx); err != nil || info.State.LastSeq > 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	c.stop()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(generous):
		t.Error("the worker goes on")
	}
}

// notes are what was logged up to now; connections log at any time.
type notes struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (n *notes) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.Write(p)
}

func (n *notes) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.String()
}

// That servers are gone is logged once, not with every try.
func TestGoneIsToldOnce(t *testing.T) {
	var logged notes
	usual := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&logged, nil)))
	defer slog.SetDefault(usual)
	c := owner(t, t.TempDir())
	n, err := c.connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c.stop()
	for end := time.Now().Add(time.Minute); n.nc.IsConnected() && time.Now().Before(end); { // what is sent before is logged otherwise
		time.Sleep(time.Millisecond)
	}
	w := &worker{network: n, refused: map[string]bool{}}
	for range 3 {
		w.round(t.Context())
	}
	if says := logged.String(); strings.Count(says, "the jobs cannot be read") != 1 {
		t.Error(says)
	}
}

// What cannot be reached, or listened at, is reported in words.
func TestWithoutServers(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close() // and does not answer connections
	at := taken.Addr().String()
	for _, x := range []struct {
		Options
		want string
	}{
		{Options{Listen: at, Dir: t.TempDir()}, "cannot listen at " + at + ": address already in use"},
		{Options{Listen: runtest.Address(t), Dir: "/dev/null"}, "cannot make the folder /dev/null/cluster: not a directory"},
		{Options{URL: "nats://" + at}, "cannot reach nats://" + at + ": no answer in time"},
		{Options{URL: "nats://" + at, Credentials: "missing"}, "cannot read missing: no such file or directory"},
		{Options{URL: "nats://user:secret@127.0.0.1:1,nats://user:p@127.0.0.1:2"}, "cannot reach nats://...@127.0.0.1:2: no NATS server answers there"},
		{Options{URL: "nats://127.0.0.1:1"}, "cannot reach nats://127.0.0.1:1: no NATS server answers there"},
	} {
		if _, err := New(x.Options).connect(t.Context()); err == nil || err.Error() != x.want {
			t.Errorf("%v, want %s", err, x.want)
		}
	}
}

// An interrupt does not wait for what ignores it: credentials that come by a pipe, or a server
// that does not answer.
func TestInterruptedBefore(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "credentials")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	for _, o := range []Options{{URL: "nats://127.0.0.1:1", Credentials: pipe}, {URL: "nats://" + silent.Addr().String()}} {
		ctx, interrupt := context.WithCancel(t.Context())
		time.AfterFunc(50*time.Millisecond, interrupt)
		begun := time.Now()
		if _, err := New(o).Work(ctx, 1, 0, nil); !errors.Is(err, context.Canceled) || time.Since(begun) >= requestTimeout {
			t.Errorf("%v: %v after %v", o, err, time.Since(begun))
		}
	}
}

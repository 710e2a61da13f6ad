package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
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

// cheat is a worker who does nothing but spoil results; there are three, and it goes.
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

// A listener shows a certificate and wants a token, on the own machine too, where others live.
func TestSecurity(t *testing.T) {
	for _, host := range []string{"0.0.0.0", "127.0.0.1"} {
		t.Run(host, func(t *testing.T) { secure(t, host) })
	}
}

func secure(t *testing.T, host string) {
	dir := t.TempDir()
	_, port, _ := strings.Cut(address(t), ":")
	c := New(Options{Dir: dir, Listen: host + ":" + port, build: "test", Kinds: testKinds})
	defer c.Close()
	var note string
	c.Note = func(text string) { note = text }
	if _, err := c.connect(t.Context()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "cluster", "worker.credentials")
	if !strings.HasSuffix(note, " --credentials "+file) {
		t.Error(note)
	}
	for _, name := range []string{file, filepath.Join(dir, "cluster", "server.pem")} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	certificate, token, _ := bytes.Cut(good, []byte("-----BEGIN DOVETAIL"))
	token = append([]byte("-----BEGIN DOVETAIL"), token...)
	other, err := keep(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	otherText, err := os.ReadFile(other.file)
	if err != nil {
		t.Fatal(err)
	}
	otherCertificate, otherToken, _ := bytes.Cut(otherText, []byte("-----BEGIN DOVETAIL"))
	for _, x := range []struct {
		name, want string
		text       []byte
	}{
		{"right", "", good},
		{"another's token", "it does not accept these --credentials", append(bytes.Clone(certificate), append([]byte("-----BEGIN DOVETAIL"), otherToken...)...)},
		{"no token", "it does not accept these --credentials", certificate},
		{"another's certificate", "certificate", append(bytes.Clone(otherCertificate), token...)},
		{"nothing", "neither a certificate nor a token", nil},
		{"no file", "its certificate is not known; give its --credentials", nil},
	} {
		o := Options{URL: "nats://127.0.0.1:" + port, Credentials: filepath.Join(t.TempDir(), "credentials")}
		if err := os.WriteFile(o.Credentials, x.text, 0o600); err != nil {
			t.Fatal(err)
		}
		if x.name == "no file" {
			o.Credentials = ""
		}
		c := New(o)
		_, err := c.connect(t.Context())
		if x.want == "" && err != nil || x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)) {
			t.Errorf("%s: %v, want %q", x.name, err, x.want)
		}
		c.Close()
	}
}

// What is to be secret is written to files of nobody else, and not taken from those that others
// may have read or written.
func TestOthersFiles(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "worker.credentials")
	if err := errors.Join(os.WriteFile(file, nil, 0o666), os.Chmod(file, 0o666)); err != nil {
		t.Fatal(err)
	}
	if _, err := keep(dir); err != nil {
		t.Fatal(err)
	}
	for name, mode := range map[string]os.FileMode{file: 0o600, filepath.Join(dir, "server.pem"): 0o600, dir: 0o755} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != mode && name != dir {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
		if err := os.Chmod(name, 0o666); err != nil {
			t.Fatal(err)
		}
		if name == dir {
			os.Chmod(name, 0o777)
		}
		if _, err := keep(dir); err == nil || !strings.Contains(err.Error(), "other users can read or write "+name) {
			t.Errorf("%s: %v", name, err)
		}
		os.Chmod(name, mode)
	}
	if _, err := keep(dir); err != nil {
		t.Error(err)
	}
}

// Who does not have the token can neither change a message nor put it in another's place.
func TestSeal(t *testing.T) {
	n, other := &network{token: []byte("a")}, &network{token: []byte("b")}
	seal := n.seal("result.1", []byte("text"))
	for _, x := range []struct {
		n             *network
		purpose, text string
		ok            bool
	}{{n, "result.1", "text", true}, {n, "result.2", "text", false}, {n, "result.1", "tex", false}, {other, "result.1", "text", false}, {n, "result.1text", "", false}} {
		if err := x.n.sealed(seal, x.purpose, []byte(x.text)); (err == nil) != x.ok {
			t.Errorf("%+v: %v", x, err)
		}
	}
}

// To a server without TLS on another machine nothing is said.
func TestNothingIsSaidInTheClear(t *testing.T) {
	who, err := identify("nats://192.0.2.1:4222", "")
	if err != nil {
		t.Fatal(err)
	}
	var o nats.Options
	for _, f := range who.options {
		f(&o)
	}
	if !o.Secure {
		t.Error("another machine is talked to without TLS")
	}
	for text, want := range map[string]bool{
		"nats://127.0.0.1:4222": true, "nats://localhost": true, "nats://[::1]:4222": true, "127.0.0.1:4222": true,
		"0.0.0.0:4222": false, ":4222": false, "nats://127.0.0.1,nats://192.0.2.1": false, "nats://localhost.example": false,
	} {
		if got := loopback(text); got != want {
			t.Errorf("%s: %v", text, got)
		}
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

// What cannot be reached, or listened at, is told in words.
func TestWithoutServers(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close() // and says nothing to those who call
	at := taken.Addr().String()
	for _, x := range []struct {
		Options
		want string
	}{
		{Options{Listen: at, Dir: t.TempDir()}, "cannot listen at " + at + ": address already in use"},
		{Options{Listen: address(t), Dir: "/dev/null"}, "cannot make the folder /dev/null/cluster: not a directory"},
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

// Who is interrupted does not wait for what takes no notice: credentials that come by a pipe, or a
// server that says nothing.
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

// No error and no list of what is on record says by which password servers are asked.
func TestHidden(t *testing.T) {
	for text, want := range map[string]string{
		"nats://host:4222": "nats://host:4222",
		"dovetail rank --cluster=nats://user:secret@a,nats://user:sec@ret@b --model H=x@y": "dovetail rank --cluster=nats://...@b --model H=x@y",
		"tls://secret@a": "tls://...@a",
	} {
		if got := Hidden(text); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for _, text := range []string{"user:secret@host", "http://user:secret@host", "nats://user:secret@host/path", "nats://user:sec ret@host"} {
		if _, err := Servers(text); err == nil || strings.Contains(err.Error(), "sec") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dovetail/perm/longtest"
	"dovetail/results/stored"
	"dovetail/search/cluster"
	"dovetail/search/run"
	"dovetail/search/run/runtest"
)

// searched starts a search of one thread with a server in it and a worker, and waits until the
// worker has done tasks, or the search is over. Its state is in the folder of the credentials.
func searched(t *testing.T, search string) (owner, worker *exec.Cmd, at cluster.Options, wait func() error) {
	t.Helper()
	address, dir := runtest.Address(t), t.TempDir()
	at = cluster.Options{URL: "nats://" + address, Dir: dir, Credentials: filepath.Join(dir, "cluster", "worker.credentials")}
	owner = program(append(strings.Fields(search), "--threads", "1", "--cluster", "--listen", address, "--resume", dir)...)
	worker = program("work", at.URL, "--credentials", at.Credentials, "--threads", "1", "--format", "json")
	owner.Stdout, owner.Stderr = new(bytes.Buffer), new(bytes.Buffer)
	worker.Stdout, worker.Stderr = new(bytes.Buffer), new(bytes.Buffer)
	if err := owner.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { owner.Process.Kill() })
	over := make(chan error, 1)
	go func() { over <- owner.Wait() }()
	wait = func() error { return <-over }
	for len(over) == 0 {
		time.Sleep(50 * time.Millisecond)
		r, err := cluster.New(at).Jobs(t.Context(), "", "")
		switch {
		case err != nil || len(r.Jobs) == 0:
		case worker.Process == nil:
			if err := worker.Start(); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { worker.Process.Kill() })
		case len(r.Workers) > 0 && r.Workers[0].Tasks > 0:
			return owner, worker, at, wait
		}
	}
	return owner, worker, at, wait
}

// leave interrupts a worker after at least a number of tasks.
func leave(t *testing.T, worker *exec.Cmd, least uint64) {
	t.Helper()
	worker.Process.Signal(os.Interrupt)
	if err := worker.Wait(); err != nil {
		t.Error(err, worker.Stderr)
	}
	var work stored.Work
	if err := json.Unmarshal(worker.Stdout.(*bytes.Buffer).Bytes(), &work); err != nil || work.Tasks < least || work.Threads != 1 {
		t.Errorf("%s: %v", worker.Stdout, err)
	}
}

// A search on two processes says what it does on one.
func TestCluster(t *testing.T) {
	search := "topswops max " + longtest.Of("14", "15") + " --assume-known --format csv"
	want, err := program(strings.Fields(search)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	owner, worker, at, wait := searched(t, search)
	if err := wait(); err != nil {
		t.Error(err, owner.Stderr)
	}
	if worker.Process != nil { // else the search was over before
		leave(t, worker, 0)
	}
	if got := owner.Stdout.(*bytes.Buffer).Bytes(); !bytes.Equal(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
	if note := "on other machines: dovetail work " + at.URL + " --credentials " + at.Credentials; !strings.Contains(owner.Stderr.(*bytes.Buffer).String(), note) {
		t.Errorf("%s, want %s", owner.Stderr, note)
	}
}

// A worker ends in peace at the first interrupt, an owner when it is asked to from elsewhere,
// with its state saved.
func TestClusterStops(t *testing.T) {
	owner, worker, at, wait := searched(t, "topswops census 14")
	leave(t, worker, 1)
	out, err := program("jobs", at.URL, "--credentials", at.Credentials, "--format", "json").Output()
	var all stored.Jobs
	if err == nil {
		err = json.Unmarshal(out, &all)
	}
	if err != nil || len(all.Jobs) != 1 || all.Jobs[0].State != "running" || all.Jobs[0].Engine != "topswops-census/2" {
		t.Fatalf("%v, %s", err, out)
	}
	if out, err := program("jobs", at.URL, "--credentials", at.Credentials, "--forget", all.Jobs[0].Job).CombinedOutput(); err == nil || !strings.Contains(string(out), "stop it first") {
		t.Errorf("%v, %s", err, out)
	}
	if out, err := program("jobs", at.URL, "--credentials", at.Credentials, "--stop", all.Jobs[0].Job).CombinedOutput(); err != nil {
		t.Errorf("%v, %s", err, out)
	}
	wait()
	if code := owner.ProcessState.ExitCode(); code != exitStopped || !strings.Contains(owner.Stderr.(*bytes.Buffer).String(), "resume with: ") {
		t.Errorf("exit code %d, %s", code, owner.Stderr)
	}
	if s, err := run.Load(run.Checkpoint(at.Dir)); err != nil || s.Tasks == 0 {
		t.Errorf("%+v, %v", s, err)
	}
}

// A search leaves nobody listening when it is over.
func TestListenerCloses(t *testing.T) {
	address := runtest.Address(t)
	root := newRoot()
	root.SetArgs([]string{"topswops", "census", "7", "--quiet", "--out", os.DevNull, "--cluster", "--listen", address, "--resume", t.TempDir()})
	if err := root.ExecuteContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal("somebody listens still: ", err)
	}
	l.Close()
}

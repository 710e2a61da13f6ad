//go:build unix

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"dovetail/search/run"
)

// cpu is what this process has used of its processors.
func cpu(t *testing.T) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// A page that goes away in the middle of a ranking frees the processors within a second.
func TestPageGoesAway(t *testing.T) {
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	p := visitorAt(t, explored(t))
	a := p.begin(ctx, "/words/rank", "n=120&m=12&by=maxerror")
	defer a.Body.Close()
	lines := bufio.NewScanner(a.Body)
	for lines.Scan() && lines.Text() != "event: progress" {
	}
	begun, used := time.Now(), cpu(t)
	for busy := time.Duration(0); busy < 50*time.Millisecond; busy = cpu(t) - used {
		if time.Sleep(50 * time.Millisecond); time.Since(begun) > 5*time.Second {
			t.Fatalf("used %v in %v, so the ranking was over", busy, time.Since(begun))
		}
	}
	leave()
	time.Sleep(900 * time.Millisecond)
	used = cpu(t)
	time.Sleep(300 * time.Millisecond)
	if busy := cpu(t) - used; busy > 60*time.Millisecond {
		t.Errorf("a second after the page went away %v of 300 ms are used", busy)
	}
	var all struct{ Runs []struct{ State string } }
	if err := json.Unmarshal([]byte(p.get("/runs/list")), &all); err != nil || len(all.Runs) != 1 || all.Runs[0].State != "stopped" {
		t.Error(all, err)
	}
}

// A search that is stopped frees the processors within a second, with its state saved.
func TestSearchStops(t *testing.T) {
	dir := t.TempDir()
	p := visitorAt(t, exploredIn(t, dir))
	p.post("/runs/start", "search=rank&m=22&by=worst")
	p.search("it computes", func(s listedSearch) bool { return s.Share > 0 })
	used := cpu(t)
	for deadline := time.Now().Add(patience); cpu(t)-used < 20*time.Millisecond; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("used %v, so it was over", cpu(t)-used)
		}
	}
	p.post("/runs/stop", "name=rank-by-worst-m-22")
	time.Sleep(900 * time.Millisecond)
	used = cpu(t)
	time.Sleep(300 * time.Millisecond)
	if busy := cpu(t) - used; busy > 60*time.Millisecond {
		t.Errorf("a second after it was stopped %v of 300 ms are used", busy)
	}
	s := p.search("it is stopped", inState("stopped"))
	if state, err := run.Load(run.Checkpoint(filepath.Join(dir, "runs", s.Name))); err != nil || state.Tasks == 0 {
		t.Errorf("%+v, %v", state, err)
	}
}

// The searches of a cluster are listed with their workers, and stopped from the page.
func TestExplorerCluster(t *testing.T) {
	owner, _, at, wait := searched(t, "topswops census 14")
	f := &exploreFlags{Options: at, runs: t.TempDir()}
	p := visitorAt(t, serving(t, f))
	s := p.search("it is listed", func(s listedSearch) bool {
		return s.Of == "cluster" && s.State == "runs" && strings.Contains(s.Says, "1 workers") && len(s.Best) > 0
	})
	if !strings.HasPrefix(s.Line, "topswops-census/2") || !strings.Contains(s.Best[0], "moves") {
		t.Errorf("%+v", s)
	}
	p.post("/runs/stop", "of=cluster&name="+s.Name)
	wait()
	if code := owner.ProcessState.ExitCode(); code != exitStopped {
		t.Errorf("exit code %d, %s", code, owner.Stderr)
	}
	if state, err := run.Load(run.Checkpoint(at.Dir)); err != nil || state.Tasks == 0 {
		t.Errorf("%+v, %v", state, err)
	}
}

//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"dovetail/results"
	onedeck "dovetail/search/faro"
	"dovetail/search/run"
)

// deafest are command lines that take long in a single call of something.
var deafest = []string{
	"orders with 137", "score HDHRDHH -n 1000", "rank --by c -n 1000", "orders decks 1e7 --times 1 --format json",
	"verify testdata/records/census16.json --full", "sample RT -n 1e7 --threads 1 --decks DIR/decks --yes",
}

// Every command ends within a second of the first signal: the test allows three on a
// busy machine.
func TestInterrupt(t *testing.T) {
	for _, line := range deafest {
		interrupt(t, 300*time.Millisecond, line)
	}
}

// interrupt sends SIGTERM to a command once it has run so long, and looks how it ends.
func interrupt(t *testing.T, after time.Duration, line string) {
	t.Helper()
	want, dir := exitInterrupted, t.TempDir()
	args := append(strings.Fields(strings.ReplaceAll(line, "DIR", dir)), "--quiet")
	if strings.Contains(line, "--resume") {
		want = exitStopped
	}
	var stdout, stderr bytes.Buffer
	cmd := program(args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { cmd.Wait(); close(ended) }()
	select {
	case <-ended:
		t.Errorf("%s: ended by itself with %d: %s", line, cmd.ProcessState.ExitCode(), stderr.Bytes())
		return
	case <-time.After(after):
	}
	begun := time.Now()
	cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		cmd.Process.Kill()
		<-ended
	}
	took := time.Since(begun)
	if code := cmd.ProcessState.ExitCode(); code != want || took > 3*time.Second || bytes.Count(stderr.Bytes(), []byte("\n")) != 1 {
		t.Errorf("%s: exit code %d after %v, want %d: %s", line, code, took, want, stderr.Bytes())
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); want == exitInterrupted && len(left) > 0 {
		t.Errorf("%s left %s", line, left)
	}
}

// An interrupt during one of several questions keeps the answers before it.
func TestInterruptedLater(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var f questionFlags
	asked := 0
	spec := commandSpec{answer: func(ctx context.Context, q results.Question, o run.Options) (results.Record, error) {
		if asked++; asked == 3 {
			cancel()
			return nil, ctx.Err()
		}
		return run.Answer(ctx, q, o)
	}}
	qs := []results.Question{onedeck.Deck{N: 50}, onedeck.Deck{N: 52}, onedeck.Deck{N: 54}}
	if _, err := f.all(ctx, spec, run.Options{}, qs, make([]results.Record, 3)); !errors.Is(err, context.Canceled) || len(results.Known(err)) != 2 {
		t.Errorf("%d answers are known: %v", len(results.Known(err)), err)
	}
}

func TestFinish(t *testing.T) {
	failure := errors.New("failed")
	over, cancel := context.WithCancel(t.Context())
	if err := finish(over, func() error { return failure }); err != failure {
		t.Error(err)
	}
	cancel()
	if err := finish(over, func() error { time.Sleep(endTimeout / 10); return failure }); err != failure {
		t.Errorf("what ends soon by itself was left: %v", err)
	}
	if err := finish(over, func() error { select {} }); err != context.Canceled {
		t.Error(err)
	}
}

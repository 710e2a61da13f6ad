//go:build linux

package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sys/unix"

	"dovetail/perm/topswops"
	"dovetail/results"
	onedeck "dovetail/search/faro"
	"dovetail/search/run"
)

// deafest are command lines that take long in a single call of something.
var deafest = []string{
	"orders with 137", "score HDHRDHH -n 1000", "rank --by c -n 1000", "orders decks 1e7 --times 1 --format json",
	"verify testdata/records/census16.json --full", "sample RT -n 1e7 --threads 1 --decks DIR/decks --yes",
	"topswops max 18 --fresh --yes", "topswops max 18 --resume DIR --yes",
	"topswops max 16 --at-least 20 --yes", "topswops max 18 --sorted --yes", "topswops table 1..18 --yes", "topswops census 14 --fresh --yes",
	"topswops bounds 2500 --yes", "topswops play --file DIR/deck",
}

// Every command ends soon after the first signal.
func TestInterrupt(t *testing.T) {
	for _, line := range deafest {
		interrupt(t, 300*time.Millisecond, line)
	}
}

// interrupt sends SIGTERM to a command once it has used so much of the processors, and has a state if it keeps one, and looks
// how it ends: within a second of the processors, and with nothing left but that state.
func interrupt(t *testing.T, after time.Duration, line string) {
	t.Helper()
	want, dir := exitInterrupted, t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "deck"), []byte(longGame(topswops.MaxDeck)), 0o666); err != nil {
		t.Fatal(err)
	}
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
	for used(cmd) < after || want == exitStopped && !saved(dir) {
		select {
		case <-ended:
			t.Errorf("%s: ended by itself with %d: %s", line, cmd.ProcessState.ExitCode(), stderr.Bytes())
			return
		case <-time.After(time.Millisecond):
		}
	}
	before := used(cmd)
	cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-ended:
	case <-time.After(patience):
		cmd.Process.Kill()
		<-ended
	}
	took := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime() - before
	if code := cmd.ProcessState.ExitCode(); code != want || took > time.Second || bytes.Count(stderr.Bytes(), []byte("\n")) != 1 {
		t.Errorf("%s: exit code %d after %v of the processors, want %d: %s", line, code, took, want, stderr.Bytes())
	}
	t.Logf("%s: %v", line, took)
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); want == exitInterrupted && len(left) > 1 {
		t.Errorf("%s left %s", line, left)
	}
}

// used is what a process that was not waited for has used of the processors so far.
func used(cmd *exec.Cmd) time.Duration {
	var spent unix.Timespec
	unix.ClockGettime(int32(^cmd.Process.Pid<<3|2), &spent) // its CPUCLOCK_SCHED
	return time.Duration(spent.Nano())
}

// saved reports whether the search in dir has a state, of smaller decks perhaps.
func saved(dir string) bool {
	below, _ := filepath.Glob(filepath.Join(dir, "*", "checkpoint"))
	own, _ := filepath.Glob(filepath.Join(dir, "checkpoint"))
	return len(below)+len(own) > 0
}

// longGame is a deck whose game takes some ten seconds: a chain of the rounds of docs/topswops.md.
func longGame(n int) string {
	deck := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}
	for len(deck)+8 <= n {
		k := len(deck)
		deck[slices.Index(deck, 1)] = k + 8
		deck = append(deck, k+6, k+2, k+3, k+5, 1, k+1, k+7, k+4)
	}
	for len(deck) < n {
		deck = append(deck, len(deck)+1)
	}
	return strings.Trim(fmt.Sprint(deck), "[]")
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

// An error beside the records of what is known names nothing as the best so far.
func TestInterruptedWithRecords(t *testing.T) {
	for _, known := range []bool{false, true} {
		var f questionFlags
		spec := commandSpec{answer: func(ctx context.Context, q results.Question, o run.Options) (results.Record, error) {
			err := error(&run.Ended{Cause: context.Canceled, Best: []string{"97 cards, 0 moves"}})
			if known {
				r, failed := run.Answer(ctx, q, o)
				err = results.Unfinished(cmp.Or(failed, err), []results.Record{r})
			}
			return nil, err
		}}
		_, err := f.all(t.Context(), spec, run.Options{}, []results.Question{onedeck.Deck{N: 50}}, make([]results.Record, 1))
		if err == nil || len(results.Known(err)) > 0 != known || strings.Contains(err.Error(), "best so far") == known {
			t.Errorf("%d records are known: %v", len(results.Known(err)), err)
		}
	}
}

func TestFinish(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		failure := errors.New("failed")
		over, cancel := context.WithCancel(t.Context())
		if err := finish(over, func() error { return failure }); err != failure {
			t.Error(err)
		}
		cancel()
		if err := finish(over, func() error { time.Sleep(endTimeout / 10); return failure }); err != failure {
			t.Errorf("what ends soon by itself was left: %v", err)
		}
		if err := finish(over, func() error { time.Sleep(2 * endTimeout); return failure }); err != context.Canceled {
			t.Error(err)
		}
		time.Sleep(endTimeout) // until what was left is over
	})
}

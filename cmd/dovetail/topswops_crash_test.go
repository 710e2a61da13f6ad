//go:build unix

package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/search/run"
)

// launch runs the program as a process of its own, which is killed when ctx
// ends.
func launch(ctx context.Context, t *testing.T, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	var out, complaint strings.Builder
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestTopswopsProcess$")
	cmd.Env = append(os.Environ(), "DOVETAIL_TEST_ARGS="+strings.Join(args, " "), "GORACE=atexit_sleep_ms=0")
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err = cmd.Run()
	return out.String(), complaint.String(), err
}

// The test binary, started again with this variable, is the program.
func TestTopswopsProcess(*testing.T) {
	if args := os.Getenv("DOVETAIL_TEST_ARGS"); args != "" {
		os.Args = append([]string{"dovetail"}, strings.Fields(args)...)
		os.Exit(execute())
	}
}

// A search killed at random moments, and resumed with more or fewer workers,
// finds the decks and counts the work of one that runs through.
func TestTopswopsKilledAndResumed(t *testing.T) {
	args := []string{"topswops", "max", "12", "--at-least", "52", "--format", "json", "--quiet"}
	answer := func(record string) string { return record[:strings.Index(record, `"cpu_seconds"`)] }
	want, complaint, err := launch(t.Context(), t, args...)
	if err != nil {
		t.Fatal(err, complaint)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	dir := t.TempDir()
	kills := 0
	for round := 1; ; round++ {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(50+rng.IntN(40*round))*time.Millisecond)
		threads := []string{"1", "2", "8"}[round%3]
		got, complaint, err := launch(ctx, t, append(args, "--resume", dir, "--checkpoint-interval", "3ms", "--threads", threads)...)
		cancel()
		if exit := new(exec.ExitError); errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signaled() && round < 200 {
			kills++
			continue
		}
		if errors.Is(err, context.DeadlineExceeded) && round < 200 { // it ended as it was to be killed
			continue
		}
		if err != nil {
			t.Fatal(err, complaint)
		}
		if answer(got) != answer(want) {
			t.Errorf("after %d kills:\n%s\nwant\n%s", kills, got, want)
		}
		break
	}
	if t.Logf("%d kills", kills); kills == 0 {
		t.Error("never killed")
	}
}

// A kill costs what was done since the last checkpoint and nothing else: each
// run goes on where the one before was killed, in the lengths of smaller decks
// too, which a run that knows them does not compute again.
func TestTopswopsKillsCostTheLastMoments(t *testing.T) {
	dir := t.TempDir()
	args := []string{"topswops", "max", "14", "--quiet", "--resume", dir, "--checkpoint-interval", "2ms"}
	beyond := 0 // the kills after the lengths of smaller decks
	for kills, before, over := 0, uint64(0), false; beyond < longtest.Of(2, 3) && !over; kills++ {
		cmd := program(args...)
		must.Do(t, cmd.Start())
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		for start := time.Now(); !over; {
			now := recorded(t, dir)
			if now < before || time.Since(start) > patience {
				t.Fatalf("after %d kills %d tasks are recorded, %d before", kills, now, before)
			}
			if now > before {
				cmd.Process.Kill()
				<-ended
				break
			}
			select {
			case err := <-ended: // it was quicker than this test
				if over = true; err != nil {
					t.Fatal(err)
				}
			default:
			}
		}
		before = recorded(t, dir)
		if _, err := os.Stat(run.Checkpoint(dir)); err == nil && !over {
			beyond++
		}
	}
	if beyond == 0 {
		t.Fatal("never killed in the search itself")
	}
	args = append(args, "--format", "csv")
	want, complaint, err := launch(t.Context(), t, args...)
	if err != nil || strings.Count(want, "\n") != 1+4 {
		t.Fatal(err, complaint, want)
	}
	smaller, err := filepath.Glob(filepath.Join(dir, "f*"))
	if err != nil || len(smaller) != 2 {
		t.Fatal(smaller, err)
	}
	for _, d := range smaller {
		os.RemoveAll(d)
	}
	got, complaint, err := launch(t.Context(), t, args...)
	if err != nil || got != want {
		t.Errorf("%v: %s\n%s\nwant\n%s", err, complaint, got, want)
	}
	for _, d := range smaller {
		if _, err := os.Stat(d); err == nil {
			t.Error("the lengths of smaller decks are computed again: ", d)
		}
	}
}

// recorded is the number of tasks that the checkpoints of a search have.
func recorded(t *testing.T, dir string) (tasks uint64) {
	below, _ := filepath.Glob(filepath.Join(dir, "f*"))
	for _, d := range append(below, dir) {
		s, err := run.Load(run.Checkpoint(d))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		tasks += s.Tasks
	}
	return tasks
}

// A checkpoint with any byte changed, cut short, or of another search is
// refused by one line, and left as it is.
func TestTopswopsDamagedCheckpoint(t *testing.T) {
	dir := t.TempDir()
	args := []string{"topswops", "max", "9", "--quiet", "--resume", dir}
	if _, complaint, err := launch(t.Context(), t, args...); err != nil {
		t.Fatal(err, complaint)
	}
	file := filepath.Join(dir, "checkpoint")
	good := must.Have(os.ReadFile(file))(t)
	refused := func(what string, code int, bad []byte, args ...string) {
		must.Do(t, os.WriteFile(file, bad, 0o666))
		out, complaint, err := launch(t.Context(), t, args...)
		exit := new(exec.ExitError)
		if !errors.As(err, &exit) || exit.ExitCode() != code || out != "" || strings.Count(complaint, "\n") != 1 {
			t.Errorf("%s: %v, %q, %q", what, err, out, complaint)
		}
		if after, _ := os.ReadFile(file); string(after) != string(bad) {
			t.Errorf("%s: the checkpoint was changed", what)
		}
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for range 5 {
		bad := []byte(string(good))
		bad[rng.IntN(len(bad))] ^= 1 << rng.IntN(8)
		refused("a bit changed", exitFailed, bad, args...)
	}
	refused("cut short", exitFailed, good[:rng.IntN(len(good))], args...)
	refused("empty", exitFailed, nil, args...)
	refused("different search", exitUsage, good, "topswops", "max", "10", "--quiet", "--resume", dir)
}

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

// A checkpoint with any byte changed, cut short, or of another search is
// refused by one line, and left as it is.
func TestTopswopsDamagedCheckpoint(t *testing.T) {
	dir := t.TempDir()
	args := []string{"topswops", "max", "9", "--quiet", "--resume", dir}
	if _, complaint, err := launch(t.Context(), t, args...); err != nil {
		t.Fatal(err, complaint)
	}
	file := filepath.Join(dir, "checkpoint")
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(what string, bad []byte, args ...string) {
		if err := os.WriteFile(file, bad, 0o666); err != nil {
			t.Fatal(err)
		}
		out, complaint, err := launch(t.Context(), t, args...)
		exit := new(exec.ExitError)
		if !errors.As(err, &exit) || exit.ExitCode() != exitFailed || out != "" || strings.Count(complaint, "\n") != 1 {
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
		refused("a bit changed", bad, args...)
	}
	refused("cut short", good[:rng.IntN(len(good))], args...)
	refused("empty", nil, args...)
	refused("another search", good, "topswops", "max", "10", "--quiet", "--resume", dir)
}

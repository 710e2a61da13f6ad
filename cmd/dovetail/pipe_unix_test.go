//go:build unix

package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A state that is a pipe, from which nothing comes, is refused before anybody waits for it.
func TestStateInAPipe(t *testing.T) {
	for name, line := range map[string]string{
		"checkpoint": "rank --by c -m 2 --resume DIR", "question": "rank --by c -m 2 --resume DIR", "lock": "rank --by c -m 2 --resume DIR",
		"question of a part": "merge DIR",
	} {
		dir := t.TempDir()
		pipe := filepath.Join(dir, strings.Fields(name)[0])
		if err := syscall.Mkfifo(pipe, 0o666); err != nil {
			t.Skip(err)
		}
		cmd := program(strings.Fields(strings.ReplaceAll(line, "DIR", dir))...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != exitUsage || strings.Count(stderr.String(), "\n") != 1 ||
			!strings.HasSuffix(stderr.String(), pipe+" is not a regular file\n") {
			t.Errorf("%s: exit code %d, %q", name, code, stderr.String())
		}
	}
	part := filepath.Join(t.TempDir(), "part")
	if out, err := program("rank", "--by", "c", "-m", "2", "--quiet", "--shard", "1/2", "--resume", part).CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	checkpoint := filepath.Join(part, "checkpoint")
	if err := errors.Join(os.Remove(checkpoint), syscall.Mkfifo(checkpoint, 0o666)); err != nil {
		t.Skip(err)
	}
	merge := program("merge", part)
	if out, _ := merge.CombinedOutput(); merge.ProcessState.ExitCode() != exitUsage ||
		!strings.Contains(string(out), "part 1/2: "+checkpoint+" is not a regular file: dovetail rank") {
		t.Errorf("a part with a pipe: exit code %d, %s", merge.ProcessState.ExitCode(), out)
	}
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "checkpoint.next"), 0o666); err != nil {
		t.Skip(err)
	}
	if out, err := program("rank", "--by", "c", "-m", "2", "--quiet", "--resume", dir).CombinedOutput(); err != nil {
		t.Errorf("the next state is a pipe: %v, %s", err, out)
	}
}

// The second signal ends a command that saves its state, even if it waits for a file that does not come.
func TestSecondSignal(t *testing.T) {
	dir := t.TempDir()
	counts := filepath.Join(dir, "counts")
	if err := syscall.Mkfifo(counts, 0o666); err != nil {
		t.Skip(err)
	}
	cmd := program("hands", counts, "--resume", filepath.Join(dir, "state"))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	end, err := os.OpenFile(counts, os.O_WRONLY, 0) // once the command reads
	if err != nil {
		t.Fatal(err)
	}
	defer end.Close()
	ended := make(chan struct{})
	go func() { cmd.Wait(); close(ended) }()
	for n := 0; ; n++ { // two signals that come together can be one
		cmd.Process.Signal(syscall.SIGTERM)
		select {
		case <-ended:
			if code := cmd.ProcessState.ExitCode(); code != exitInterrupted {
				t.Errorf("exit code %d", code)
			}
			return
		case <-time.After(100 * time.Millisecond):
		}
		if n == 600 {
			cmd.Process.Kill()
			t.Fatal("600 signals have not ended it")
		}
	}
}

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dovetail/perm/longtest"
	"dovetail/search/questions"
	"dovetail/search/run"
)

// kept are searches of a quarter of a second or more that keep their state.
var kept = []string{
	"rank -m 14 --by tvd",
	"rank -m 9 --by ew",
	"rank -n 8 -m 5 --by law --model H=hindu(mean=2,sd=1)",
	"rank -n 500 -m 4 --by sampled --deals 300",
	"topswops max 13 --assume-known",
	"topswops census 11",
	"orders stats 3..1e7",
}

// Whatever becomes of the last save, the answer is written, in full; the failure
// is said in the last line, and by the exit code. Every second search is left to the long tests.
func TestAnswerWithoutItsState(t *testing.T) {
	for i, line := range kept {
		if i%2 == 1 && !longtest.On() {
			continue
		}
		args := append(strings.Fields(line), "--quiet", "--format", "csv")
		want, err := program(args...).Output()
		if err != nil {
			t.Fatal(line, err)
		}
		dir := filepath.Join(t.TempDir(), "state")
		var stdout, stderr bytes.Buffer
		cmd := program(append(args, "--resume", dir)...)
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
			if _, err := os.Stat(filepath.Join(dir, "question")); err == nil { // written once the first state is saved
				break
			}
		}
		for os.RemoveAll(dir) != nil { // a save may come between
			time.Sleep(time.Millisecond)
		}
		cmd.Wait()
		says := strings.Split(strings.TrimSpace(stderr.String()), "\n") // warnings may come before
		if code := cmd.ProcessState.ExitCode(); code != exitFailed || !strings.Contains(says[len(says)-1], "could not be saved") {
			t.Errorf("%s: exit code %d, %q", line, code, says)
		}
		if !bytes.Equal(stdout.Bytes(), want) {
			t.Errorf("%s:\n%s\nwant\n%s", line, stdout.Bytes(), want)
		}
	}
}

// How often to save what is not kept is a mistake.
func TestIntervalWithoutState(t *testing.T) {
	for _, line := range kept {
		var stderr bytes.Buffer
		cmd := program(append(strings.Fields(line), "--checkpoint-interval", "1s")...)
		cmd.Stderr = &stderr
		cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != exitUsage || !strings.Contains(stderr.String(), "needs --resume DIR") {
			t.Errorf("%s: exit code %d, %q", line, code, stderr.String())
		}
	}
}

// The command line that resumes a search does so even if it contains a blank.
func TestGoOnWith(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "my state's folder")
	var stderr bytes.Buffer
	cmd := program("rank", "-m", "16", "--by", "tvd", "--quiet", "--model", "H=hindu(mean=10,sd=5/3)", "--resume", dir)
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if _, err := os.Stat(run.Checkpoint(dir)); err == nil {
			break
		}
	}
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != exitStopped {
		t.Fatalf("exit code %d, %q", code, stderr.String())
	}
	_, line, _ := strings.Cut(stderr.String(), "resume with: ")
	want := questions.Quote(cmd.Args)
	if strings.TrimSpace(line) != want || !strings.Contains(want, `'\''s folder'`) || !strings.Contains(want, `'H=hindu(mean=10,sd=5/3)'`) {
		t.Errorf("resume with: %s, want %s", line, want)
	}
}

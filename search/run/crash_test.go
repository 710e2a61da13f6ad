//go:build unix

package run

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"dovetail/perm/must"
)

// The test binary, started again with this variable, is a process that counts
// queens with its state in the directory named, and can be killed.
const childDir = "DOVETAIL_TEST_CHILD_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		os.Exit(child(dir))
	}
	// Tests that were started to ignore hangups, as nohup does, receive them, and so do children.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	os.Exit(m.Run())
}

func child(dir string) int {
	ctx, stop := Interruptible(context.Background())
	defer stop()
	j := pausing{&queens{n: 9, depth: 2, budget: 50}}
	_, err := start(ctx, j, Options{Threads: 2, Dir: dir, Interval: 2 * time.Millisecond})
	if stopped := new(Stopped); errors.As(err, &stopped) {
		return 4
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	b, err := j.Total()
	if err != nil {
		return 1
	}
	os.Stdout.Write(b)
	return 0
}

// pausing makes tasks long enough to be killed in.
type pausing struct{ *queens }

func (j pausing) Run(ctx context.Context, t Task) (Result, error) {
	time.Sleep(500 * time.Microsecond)
	return j.queens.Run(ctx, t)
}

func TestKilledAtRandomMomentsAndResumed(t *testing.T) {
	want := alone(t, 9)
	rng := rand.New(rand.NewPCG(1, 2))
	for _, sig := range []syscall.Signal{syscall.SIGKILL, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		dir := t.TempDir()
		ended := map[string]int{}
		starts := 0
		for round := 1; ; round++ {
			if starts++; starts > 300 {
				t.Fatalf("%v: no end after %d starts", sig, starts)
			}
			out, err := startAndSignal(t, dir, sig, time.Duration(rng.IntN(10*round*(1+round/50)))*time.Millisecond)
			if err == nil {
				if out != want {
					t.Errorf("%v: %s, want %s", sig, out, want)
				}
				if len(ended) > 0 {
					break
				}
				dir, round = t.TempDir(), 0 // the signal came too late, as on a busy machine
				continue
			}
			ended[err.Error()]++
		}
		t.Logf("%v: %v", sig, ended)
	}
}

// startAndSignal runs the child until its end, which the signal may hasten.
func startAndSignal(t *testing.T, dir string, sig os.Signal, after time.Duration) (string, error) {
	t.Helper()
	var out, complaint strings.Builder
	cmd := exec.Command(os.Args[0])
	// A process under the race detector would linger for a second at its end.
	cmd.Env = append(os.Environ(), childDir+"="+dir, "GORACE=atexit_sleep_ms=0")
	cmd.Stdout, cmd.Stderr = &out, &complaint
	must.Do(t, cmd.Start())
	defer time.AfterFunc(after, func() { cmd.Process.Signal(sig) }).Stop()
	err := cmd.Wait()
	if complaint.Len() > 0 {
		t.Fatalf("the child says: %s", complaint.String())
	}
	return out.String(), err
}

// A hangup interrupts, unless the process was started to ignore it, as the child of
// this test is.
func TestHangup(t *testing.T) {
	ignore := os.Getenv("DOVETAIL_TEST_IGNORE") != ""
	if ignore {
		signal.Ignore(syscall.SIGHUP)
	}
	ctx, stop := Interruptible(t.Context())
	defer stop()
	must.Do(t, syscall.Kill(os.Getpid(), syscall.SIGHUP))
	patience := time.Minute
	if ignore {
		patience = 100 * time.Millisecond
	}
	select {
	case <-ctx.Done():
	case <-time.After(patience):
	}
	if interrupted := ctx.Err() != nil; interrupted == ignore {
		t.Errorf("interrupted: %v, ignoring: %v", interrupted, ignore)
	}
	if ignore {
		return
	}
	child := exec.Command(os.Args[0], "-test.run=^TestHangup$")
	child.Env = append(os.Environ(), "DOVETAIL_TEST_IGNORE=1")
	if out, err := child.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// The second interrupt ends a process whose tasks do not listen.
func TestSecondInterruptQuits(t *testing.T) {
	if os.Getenv("DOVETAIL_TEST_DEAF") != "" {
		ctx, stop := Interruptible(context.Background())
		defer stop()
		fmt.Println("ready")
		<-ctx.Done()
		fmt.Println("heard")
		time.Sleep(time.Minute)
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestSecondInterruptQuits$")
	cmd.Env = append(os.Environ(), "DOVETAIL_TEST_DEAF=1")
	out := must.Have(cmd.StdoutPipe())(t)
	must.Do(t, cmd.Start())
	for _, want := range []string{"ready", "heard"} {
		var got string
		if fmt.Fscanln(out, &got); got != want {
			t.Errorf("the process says %q, want %q", got, want)
		}
		cmd.Process.Signal(syscall.SIGINT)
	}
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 {
		t.Errorf("exit code %d, want 130", code)
	}
}

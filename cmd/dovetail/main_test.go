package main

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
)

var update = flag.Bool("update", false, "rewrite the expected outputs of the scripts")

// TestMain also lets tests start the program itself, to kill it.
func TestMain(m *testing.M) {
	if os.Getenv("DOVETAIL_PROGRAM") != "" {
		main()
	}
	testscript.Main(m, map[string]func(){"dovetail": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata", UpdateScripts: *update, RequireExplicitExec: true})
}

// Every command can be tried from its help.
func TestHelp(t *testing.T) {
	var check func(c *cobra.Command)
	check = func(c *cobra.Command) {
		if c.Short == "" || c.HasParent() && c.Example == "" {
			t.Errorf("%s lacks a summary or an example", c.CommandPath())
		}
		for _, sub := range c.Commands() {
			check(sub)
		}
	}
	check(newRoot())
}

// A mistake on the command line gets one line and exit code 2, before any work.
func TestWrongUsage(t *testing.T) {
	for _, args := range [][]string{
		{"law", ""}, {"law", "RXR"}, {"law"}, {"law", "RDR", "-n", "12"}, {"law", "R", "-n", "13"},
		{"law", "R", "-n", "12", "--memory", "1GiB"}, {"law", "RRRRRRRRDR", "-n", "11", "--memory", "1GiB"},
		{"rank", "--by", "law"}, {"rank", "-n", "12", "-m", "2", "--by", "law"}, {"rank", "-n", "8", "-m", "13", "--by", "law"},
		{"rank", "--by", "bound", "-m", "20"}, {"rank", "--by", "nothing"}, {"rank", "--alphabet", "R,Q"},
		{"bound", ""}, {"bound", "RXR"}, {"bound"}, {"bound", "R", "-n", "105"},
		{"pairs", ""}, {"pairs", "RXR"}, {"pairs", "R", "-n", "1"},
		{"riffles", "-n", "1001"}, {"riffles", "-n", "0"}, {"riffles", "--a", "0"}, {"riffles", "--cut", "twice"},
	} {
		var stdout, stderr bytes.Buffer
		cmd := program(args...)
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != exitUsage || stdout.Len() > 0 || bytes.Count(stderr.Bytes(), []byte("\n")) != 1 {
			t.Errorf("%q: exit code %d, %q, %q", args, code, stdout.Bytes(), stderr.Bytes())
		}
	}
}

// program is the command line run by a process of its own.
func program(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "DOVETAIL_PROGRAM=1")
	return cmd
}

// A ranking that is killed at random moments and taken up again prints the bytes
// of one that is not.
func TestKilledRankingResumes(t *testing.T) {
	args := []string{"rank", "-m", "14", "--by", "tvd", "--format", "json"}
	want, err := program(args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	args = append(args, "--resume", dir, "--checkpoint-interval", "10ms")
	rng := rand.New(rand.NewPCG(1, uint64(time.Now().UnixNano())))
	for kills := 0; ; kills++ {
		var got bytes.Buffer
		cmd := program(args...)
		cmd.Stdout = &got
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if kills < 8 {
			time.AfterFunc(time.Duration(20+rng.IntN(250))*time.Millisecond, func() { cmd.Process.Kill() })
		}
		if cmd.Wait() != nil {
			continue
		}
		if !bytes.Equal(got.Bytes(), want) {
			t.Fatalf("after %d kills\n%s\nwant\n%s", kills, got.Bytes(), want)
		}
		break
	}
}

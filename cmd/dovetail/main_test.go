package main

import (
	"bytes"
	"errors"
	goflag "flag"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/search/known"
)

var update = goflag.Bool("update", false, "rewrite the expected outputs of the scripts")

// TestMain also lets tests start the program itself, to kill it.
func TestMain(m *testing.M) {
	if path := os.Getenv(peakFile); path != "" {
		os.Exit(measured(path))
	}
	if os.Getenv("DOVETAIL_PROGRAM") != "" {
		main()
	}
	if filepath.Base(os.Args[0]) != "dovetail" { // the program of a script, which says where records are
		os.Setenv(known.Variable, filepath.Join(os.TempDir(), "dovetail-without-records")) // not those of whoever tests
	}
	testscript.Main(ending{m}, map[string]func(){"dovetail": main})
}

// ending is the tests, after which their browser ends.
type ending struct{ *testing.M }

func (e ending) Run() int {
	defer func() { chromium.end() }()
	return e.M.Run()
}

// Lines of scripts after [long] are left to the long tests. What begins with within is run within the test, and by a
// process of its own in the long tests; what begins with exec always is.
func TestScripts(t *testing.T) {
	scripts := must.Have(filepath.Abs("testdata"))(t)
	testscript.Run(t, testscript.Params{Dir: scripts, UpdateScripts: *update, RequireExplicitExec: true, Condition: func(name string) (bool, error) {
		if name != "long" {
			return false, errors.New("no such condition")
		}
		return longtest.On(), nil
	}, Cmds: map[string]func(*testscript.TestScript, bool, []string){"within": within}})
}

// ofProcess is held by the script whose command has the process: its directory, environment and standard files.
var ofProcess sync.Mutex

// within runs a command of a script in the process of the test, because starting the program takes longer than most
// commands.
func within(ts *testscript.TestScript, neg bool, args []string) {
	if longtest.On() {
		if err := ts.Exec(args[0], args[1:]...); (err != nil) != neg {
			ts.Fatalf("%q: %v", args, err)
		}
		return
	}
	ofProcess.Lock()
	defer ofProcess.Unlock()
	here, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer os.Chdir(here)
	for _, name := range []string{"HOME", "TMPDIR", known.Variable} {
		old, had := os.LookupEnv(name)
		os.Setenv(name, ts.Getenv(name))
		defer func() {
			if os.Setenv(name, old); !had {
				os.Unsetenv(name)
			}
		}()
	}
	standard := [...]*os.File{os.Stdin, os.Stdout, os.Stderr}
	line := os.Args
	defer func() { os.Stdin, os.Stdout, os.Stderr, os.Args = standard[0], standard[1], standard[2], line }()
	os.Args = args
	os.Stdin, err = os.Open(os.DevNull)
	ts.Check(err)
	defer os.Stdin.Close()
	var written [2]string
	for i, to := range []**os.File{&os.Stdout, &os.Stderr} {
		*to, err = os.CreateTemp("", "within")
		ts.Check(err)
		written[i] = (*to).Name()
		defer os.Remove(written[i])
	}
	code := execute()
	os.Stderr.Close()
	for i, to := range []io.Writer{ts.Stdout(), ts.Stderr()} {
		text, err := os.ReadFile(written[i])
		ts.Check(err)
		to.Write(text)
	}
	if (code != exitDone) != neg {
		ts.Fatalf("%q: exit code %d", args, code)
	}
}

// commands are all commands of the program.
func commands(c *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		all = append(all, commands(sub)...)
	}
	return all
}

// Every command can be tried from its help, whose lines fit into 80 columns except for examples.
func TestHelp(t *testing.T) {
	root := newRoot()
	wrapHelp(root)
	for _, c := range commands(root) {
		if c.Short == "" || c.HasParent() && c.Example == "" {
			t.Errorf("%s lacks a summary or an example", c.CommandPath())
		}
		var help bytes.Buffer
		c.SetOut(&help)
		must.Do(t, c.Help())
		if lines := strings.Count(help.String(), "\n"); !c.HasParent() && lines > 40 {
			t.Errorf("the help of the program has %d lines, more than 40", lines)
		}
		for line := range strings.Lines(help.String()) {
			if line = strings.TrimRight(line, "\n"); utf8.RuneCountInString(line) > 80 && !strings.Contains(c.Example, line) {
				t.Errorf("%s: %q has more than %d columns", c.CommandPath(), line, 80)
			}
		}
	}
}

// A command line needs only the command that it begins with.
func TestOneCommand(t *testing.T) {
	for _, c := range newRoot().Commands() {
		if one := newRoot(c.Name(), "help").Commands(); len(one) != 1 || one[0].UsageString() != c.UsageString() {
			t.Errorf("%s: %d commands, or its help differs", c.Name(), len(one))
		}
	}
}

// The same thing has the same flag wherever it can be used.
func TestSameFlags(t *testing.T) {
	for _, c := range commands(newRoot()) {
		if c.HasSubCommands() && !strings.Contains(c.Use, " ") {
			continue // it prints its help
		}
		for _, name := range []string{"quiet", "format", "out"} {
			without := map[string]string{"figures": "format", "explore": "format out", "serve": "format out"}[c.Name()] // they answer in pictures and pages
			if c.Flags().Lookup(name) == nil && !strings.Contains(without, name) {
				t.Errorf("%s has no --%s", c.CommandPath(), name)
			}
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Usage == "" || f.Value.Type() == "" {
				t.Errorf("%s --%s says too little", c.CommandPath(), f.Name)
			}
		})
	}
}

// Text that does not fit a line continues on the next; each paragraph is wrapped separately.
func TestWrapped(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "",
		"a bb ccc dddd":              "a bb\nccc\ndddd",
		"a\nbb\n\nccc\n":             "a bb\n\nccc",
		"toolong a\n\n\tas it is\nx": "toolong\na\n\n\tas it is\nx",
		"é è ê":                      "é è ê",
	} {
		if got := wrapped(text, 5); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// A terminal that does not know its width has 80 columns.
func TestTerminalWidths(t *testing.T) {
	for columns, want := range map[int]int{0: 80, 40: 60, 60: 60, 80: 80, 99: 99, 200: 100} {
		if got := columnsOf(columns, 60, 100); got != want {
			t.Errorf("%d columns are taken for %d, want %d", columns, got, want)
		}
	}
}

// A mistake on the command line gets one line and exit code 2, before any work. Half of these lines are tried, and
// every fortieth of all is put to a process of its own; the long tests put each to one.
func TestWrongUsage(t *testing.T) {
	list := must.Have(os.ReadFile("testdata/wrong.list"))(t)
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"empty": "", "junk": "\x00\x01\x02\xff", "num.json": "5", "null.json": "null", "arr.json": "[]", "arr2.json": `[1,"x",null]`} {
		must.Do(t, os.WriteFile(name, []byte(text), 0o666))
	}
	must.Do(t, os.Mkdir("dir", 0o777))
	internal := regexp.MustCompile(`: (open|read|mkdir|stat) \S+: |bind:|context |goroutine|EOF`) // what users have no names for
	number := 0
	for line := range strings.Lines(string(list)) {
		if number++; number%longtest.Of(2, 1) != 0 {
			continue
		}
		args := strings.Fields(line)
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "''", "")
		}
		var code int
		var stdout, stderr bytes.Buffer
		if number%longtest.Of(40, 1) == 0 {
			cmd := program(args...)
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			cmd.Run()
			code = cmd.ProcessState.ExitCode()
		} else if cmd, err := answer(t.Context(), args, &stdout); err != nil {
			var says string
			code, says = failure(cmd, err)
			stderr.WriteString(says + "\n")
		}
		says := priceNotes.ReplaceAll(stderr.Bytes(), nil)
		if code != exitUsage || stdout.Len() > 0 || bytes.Count(says, []byte("\n")) != 1 || internal.Match(says) {
			t.Errorf("%q: exit code %d, %q, %q", args, code, stdout.Bytes(), says)
		}
	}
}

// program is the command line run by a process of its own.
func program(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "DOVETAIL_PROGRAM=1")
	return cmd
}

// asJSON is what a command answers as JSON, without a process of its own, which takes a hundredth of a second before it begins.
func asJSON(t *testing.T, args ...string) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "answer")
	if _, err := answer(t.Context(), append(args, "--format", "json", "--out", file), io.Discard); err != nil {
		t.Fatal(args, err)
	}
	return must.Have(os.ReadFile(file))(t)
}

// A ranking that is killed at random moments and taken up again prints the bytes
// of one that is not.
func TestKilledRankingResumes(t *testing.T) {
	args := []string{"rank", "-m", "14", "--by", "tvd", "--format", "json"}
	want := must.Have(program(args...).Output())(t)
	dir := t.TempDir()
	args = append(args, "--resume", dir, "--checkpoint-interval", "10ms")
	rng := rand.New(rand.NewPCG(1, uint64(time.Now().UnixNano())))
	for kills := 0; ; kills++ {
		var got bytes.Buffer
		cmd := program(args...)
		cmd.Stdout = &got
		must.Do(t, cmd.Start())
		if kills < longtest.Of(4, 8) {
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

// A folder with the state of another search is wrong usage, and so are parts that lack something.
func TestStateOfAnotherSearch(t *testing.T) {
	dir := t.TempDir()
	for _, line := range []struct {
		args string
		code int
	}{
		{"rank --by c -m 2 --resume words", exitDone},
		{"rank --by c -m 3 --resume words", exitUsage},
		{"topswops max 12 --shard 1/2 --resume part", exitDone},
		{"topswops max 13 --resume part", exitUsage},
		{"merge part", exitUsage},
	} {
		cmd := program(strings.Fields(line.args)...)
		cmd.Dir = dir
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != line.code {
			t.Errorf("%s: exit code %d, want %d\n%s", line.args, code, line.code, out)
		}
	}
}

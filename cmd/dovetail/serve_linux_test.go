package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"golang.org/x/sys/unix"

	"dovetail/perm/longtest"
)

// Whatever command line comes, with any flags of the program in any order, nothing is read or written but the
// lines of requests and answers: no file of the folder that the program runs in is opened, none is made, each
// request is read, and each has its answer.
func TestServeTouchesNothing(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"in": "3 1 2\n", "-5in": "cards 52\nriffles 100\n", "record": "{}", "deck.txt": "2 1 3", "mine.txt": "cards 52\nriffles 100\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	watch, err := unix.InotifyInit1(unix.IN_NONBLOCK)
	if err != nil {
		t.Skip(err)
	}
	defer unix.Close(watch)
	cmd := program("serve", "--quiet", "--threads", "1")
	cmd.Dir = dir
	cmd.Env = append(cmd.Env, "HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CACHE_HOME="+dir, "TMPDIR="+dir, "DOVETAIL_CATALOGUE="+filepath.Join(dir, "catalogue"))
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	answers := bufio.NewReader(out)
	ids := 0
	ask := func(line string) {
		request, _ := json.Marshal(map[string]any{"id": ids, "command": line, "seconds": 1e-9})
		fmt.Fprintf(in, "%s\n", request)
		for done := false; !done; {
			var reply struct {
				ID    *int
				Done  bool
				Error string
			}
			text, err := answers.ReadBytes('\n')
			if err == nil {
				err = json.Unmarshal(text, &reply)
			}
			if err != nil || reply.ID == nil || *reply.ID != ids || strings.Contains(reply.Error, "internal error") {
				t.Fatalf("%s: %s, %v", line, text, err)
			}
			done = reply.Done || reply.Error != ""
		}
		ids++
		var events [4096]byte
		if n, _ := unix.Read(watch, events[:]); n > 0 {
			t.Errorf("%s: a file was opened or made: %q", line, events[unix.SizeofInotifyEvent:n])
		}
	}
	ask("orders 52") // the program has begun, and reads no more of its own
	if _, err := unix.InotifyAddWatch(watch, dir, unix.IN_ALL_EVENTS); err != nil {
		t.Skip(err)
	}

	rng := rand.New(rand.NewPCG(1, 2))
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	file := func() string { return pick("in", "-5in", "record", "new", "@in", "-", dir+"/in", "/dev/stdin", "/dev/stdout") }
	given := func(f *pflag.Flag) string {
		value := pick(f.DefValue, file(), "2", "-1", "0.5", "R", "true")
		switch {
		case f.Value.Type() == "servers":
			value = pick("here", "nats://127.0.0.1:1", file())
		case f.Value.Type() == "file":
			value = file()
		}
		switch {
		case f.NoOptDefVal != "" && rng.IntN(4) > 0:
			return "--" + f.Name
		case f.Shorthand != "" && rng.IntN(2) == 0:
			return "-" + f.Shorthand + pick(" ", "") + "'" + value + "'"
		}
		return "--" + f.Name + pick(" ", "=") + "'" + value + "'"
	}
	for _, c := range commands(newRoot()) {
		c.InitDefaultHelpFlag()
		path := strings.TrimPrefix(strings.TrimPrefix(c.CommandPath(), "dovetail"), " ")
		bases := []string{path}
		for example := range strings.Lines(c.Example) {
			if line, is := strings.CutPrefix(strings.TrimSpace(example), "dovetail "); is {
				ask(line)
				bases = append(bases, line)
			}
		}
		var flags []*pflag.Flag
		c.Flags().VisitAll(func(f *pflag.Flag) { flags = append(flags, f) })
		for _, f := range flags {
			for range longtest.Of(1, 20) {
				more := []string{pick("-1", "-5in", "3 1 2", file(), "--"), given(flags[rng.IntN(len(flags))])}
				parts := append(more[:rng.IntN(3)], given(f))
				rng.Shuffle(len(parts), func(i, k int) { parts[i], parts[k] = parts[k], parts[i] })
				ask(pick(bases...) + " " + strings.Join(parts, " "))
			}
		}
	}
	for _, line := range []string{"help", "help rank", "completion bash", "__complete rank --by ''", "--version", "-h", "nothing", "topswops play 2 3 -1 --save", "orders -n -"} {
		ask(line)
	}
	in.Close()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	t.Log(ids, "lines")
}

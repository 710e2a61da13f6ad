package main

import (
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"golang.org/x/sys/unix"

	"dovetail/perm/longtest"
)

// Whatever command line comes to serve, with any flags of the program in any order, what it asks is found without
// a file that is opened or made, anything read from the standard input, or written to the standard output.
func TestServeTouchesNothing(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, folder := range []string{"HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "TMPDIR"} {
		t.Setenv(folder, dir)
	}
	for name, text := range map[string]string{"in": "3 1 2\n", "-5in": "cards 52\nriffles 100\n", "mine.txt": "cards 52\nriffles 100\n", "deck.txt": "2 1 3"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	watch, err := unix.InotifyInit1(unix.IN_NONBLOCK)
	if err == nil {
		defer unix.Close(watch)
		_, err = unix.InotifyAddWatch(watch, dir, unix.IN_ALL_EVENTS)
	}
	if err != nil {
		t.Skip(err)
	}
	pipe := func(std **os.File, end int) (waits func() int) {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		old := *std
		*std = [...]*os.File{r, w}[end]
		t.Cleanup(func() { *std = old; r.Close(); w.Close() })
		if io.WriteString(w, "52\n"); end == 0 {
			w.Close()
		}
		return func() int { n, _ := unix.IoctlGetInt(int(r.Fd()), unix.TIOCINQ); return n }
	}
	input, output := pipe(&os.Stdin, 0), pipe(&os.Stdout, 1)
	before := [2]int{input(), output()}
	lines, asked := 0, 0
	ask := func(line string) {
		lines++
		if _, err := readCommand(t.Context(), line); err == nil {
			asked++
		}
		var events [4096]byte
		if n, _ := unix.Read(watch, events[:]); n > 0 {
			t.Errorf("%s: a file is opened or made: %q", line, events[unix.SizeofInotifyEvent:n])
		}
		if after := [2]int{input(), output()}; after != before {
			t.Fatalf("%s: input and output have %d bytes, and had %d", line, after, before)
		}
	}
	for _, line := range []string{
		"help", "help rank", "completion bash", "__complete rank --by ''", "--version", "-h", "nothing", "orders -n -", "trick --perform",
		"hands -5in", "riffles -n -1 --file in",
	} {
		ask(line)
	}

	rng := rand.New(rand.NewPCG(1, 2))
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	file := func() string { return pick("in", "-5in", "new", "@in", "-", dir+"/in", "/dev/stdin", "/dev/stdout") }
	given := func(f *pflag.Flag) string {
		value := pick(f.DefValue, f.DefValue, f.DefValue, "2", file(), "-1", "R")
		if f.Value.Type() == "file" {
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
				parts := append(more[:max(0, rng.IntN(4)-1)], given(f))
				rng.Shuffle(len(parts), func(i, k int) { parts[i], parts[k] = parts[k], parts[i] })
				ask(pick(bases...) + " " + strings.Join(parts, " "))
			}
		}
	}
	if t.Log(asked, "of", lines, "lines ask"); asked < 60+lines/30 { // examples, and one in thirty of those that are drawn
		t.Error("too few lines ask anything")
	}
}

//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"dovetail/perm/longtest"
	"dovetail/perm/must"
)

// answers are command lines of every command that prints an answer, each with
// little work.
var answers = []string{
	"rank -m 2", "rank -n 5 -m 2 --by law", "rank -n 5 -m 2 --by bound", "rank -n 70 -m 1 --by sampled --deals 4", "score R", "score R --matrix P", "score R -n 5 --deals 100", "score R -n 5 --deals 100 --matrix T", "score R --times 2",
	"emax -n 5 --samples 100", "score R -n 5 --samples 100 --runs 2", "sample R -n 5 --deals 10", "opening R -n 5 --kinds 2 --hand 2 --deals 10", "opening -n 5 --kinds 2 --hand 2", "models", "models mash", "riffles --riffles 1..2", "repeated -n 8 --riffles 1..2", "guess -n 12 --riffles 1..3", "guess RR --watch -n 6", "hands --fit", "hands --riffles 1..2 -n 6 --decks 20 --steps 3", "trick --riffles 2 --decks 100", "trick --perform 3 1 2", "riffles --shelf 2 --riffles 1..2", "riffles --file DECK --riffles 1..2", "fair DECKS",
	"law R -n 4", "pairs R -n 5", "tvd R --proved -n 5", "tvd RHR -n 5 --decks 40 --steps 3", "tvd RD -n 5 --piles 2..3", "rank -n 5 -m 2 --by decks --rounds 1", "verify RECORD", "merge PART1 PART2", "records",
	"topswops max 5", "topswops max 4..5", "topswops play 3 1 2", "topswops census 5", "topswops max 5 --sorted", "topswops table 1..5",
	"topswops table 1..5 --format b-file", "topswops bounds 5", "topswops records 5 --rounds 1",
	"orders 52", "orders 2..20", "orders stats 3..21", "orders with 8", "orders verify 3..21",
	"orders families 8", "orders families 1..5", "orders move 8", "orders move 8 1 3", "orders move 8 --from 1,2 --to 3,4", "orders decks 8", "deck 2 1 3", "deck --show-riffle -n 5",
	"--help", "help", "help rank", "help fair", "help words", "version", "glossary", "orders stats --help", "--version", "topswops", "",
	"completion", "completion bash", "completion zsh", "completion fish", "completion powershell", "__complete rank --by",
}

// inputs fills in the files that answers read and write.
func inputs(t *testing.T) func(answer string) []string {
	dir := t.TempDir()
	hands := []string{filepath.Join(dir, "hands-0.45.json"), filepath.Join(dir, "hands-0.55.json")}
	names := strings.NewReplacer("SWITCHES", strings.Join(hands, " "), "FIGURES", filepath.Join(dir, "figures"), "RECORD", filepath.Join(dir, "record"), "PART1", filepath.Join(dir, "part1"), "PART2", filepath.Join(dir, "part2"), "DECKS", filepath.Join(dir, "decks"), "KINDS", filepath.Join(dir, "kinds"), "DECK", filepath.Join(dir, "deck"))
	split := func(answer string) []string { return strings.Fields(names.Replace(answer)) }
	must.Do(t, os.WriteFile(filepath.Join(dir, "deck"), []byte("2 1 3"), 0o666))
	must.Do(t, os.WriteFile(filepath.Join(dir, "decks"), []byte("2 1 3 4\n4 3 2 1"), 0o666))
	must.Do(t, os.WriteFile(filepath.Join(dir, "kinds"), []byte("a b a b\nb a a b\n"), 0o666))
	for _, prepare := range []string{
		"law R -n 4 --format json", "topswops max 9 --shard 1/2 --resume PART1", "topswops max 9 --shard 2/2 --resume PART2",
		"hands --switch 0.45 --riffles 1..9 --decks 2 --steps 2 --format json --out " + hands[0],
		"hands --switch 0.55 --riffles 1..9 --decks 2 --steps 2 --format json --out " + hands[1],
	} {
		out, err := program(split(prepare)...).Output()
		if err != nil {
			t.Fatal(prepare, err)
		}
		if prepare == "law R -n 4 --format json" {
			must.Do(t, os.WriteFile(filepath.Join(dir, "record"), out, 0o666))
		}
	}
	return split
}

// priceNotes are what may be printed before an answer.
var priceNotes = regexp.MustCompile(`(?m)^note: (this takes|known at once:) .*\n`)

// An answer that does not reach the standard output is no success, whichever
// command gives it and in whichever format. What an answer takes, and what is known at once, may have been printed before.
func TestFullStandardOutput(t *testing.T) {
	t.Parallel()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	split := inputs(t)
	answered := map[string]bool{}
	for i, answer := range append(slices.Clone(answers), "explore --no-open", "serve") {
		cmd, _, err := newRoot().Find(split(answer))
		if err == nil {
			if answered[cmd.CommandPath()] && !longtest.On() { // one answer of each command
				continue
			}
			answered[cmd.CommandPath()] = true
		}
		formats := []string{""}
		if cmd.Flags().Lookup("format") != nil && !strings.Contains(answer, "-") {
			formats = append(formats, " --format json", " --format csv")
		}
		if !longtest.On() { // each answer in one of them
			formats = formats[i%len(formats):][:1]
		}
		for _, format := range formats {
			cmd := program(split(answer + format)...)
			var stderr bytes.Buffer
			cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(`{"id":1,"command":"orders 52"}`), full, &stderr
			cmd.Run()
			says := priceNotes.ReplaceAllString(stderr.String(), "")
			if code := cmd.ProcessState.ExitCode(); code != exitFailed || strings.Count(says, "\n") != 1 ||
				!strings.HasSuffix(says, ": cannot write the standard output: no space left on device\n") {
				t.Errorf("%q: exit code %d, %q", answer+format, code, says)
			}
		}
	}
	var every func(c *cobra.Command)
	every = func(c *cobra.Command) {
		if !answered[c.CommandPath()] {
			t.Errorf("%s is not tried", c.CommandPath())
		}
		for _, sub := range c.Commands() {
			every(sub)
		}
	}
	every(newRoot())
}

// A reader that has seen enough ends the program without a word, as it does others.
func TestBrokenPipe(t *testing.T) {
	split := inputs(t)
	for _, answer := range []string{"rank -m 2", "orders 52", "orders 2..1e7", "verify RECORD", "orders decks 52 --times 1000", "--help", "completion bash"} {
		cmd := program(split(answer)...)
		reader, writer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		reader.Close()
		var stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = writer, &stderr
		cmd.Run()
		writer.Close()
		status := cmd.ProcessState.Sys().(syscall.WaitStatus)
		if !status.Signaled() || status.Signal() != syscall.SIGPIPE || stderr.Len() > 0 {
			t.Errorf("%q: %v, %q", answer, cmd.ProcessState, stderr.String())
		}
	}
}

// A disk that fills up costs neither the old file nor leaves a new one, whole or in
// part.
func TestFullDisk(t *testing.T) {
	for _, answer := range []string{
		"orders 2..1e4 --out FILE", "orders decks 52 --times 100 --out FILE", "rank --by c -m 4 --top 1000 --out FILE", "law R -n 6 --decks FILE",
		"sample R --deals 100 --decks FILE", "score R --png FILE.png", "riffles --png FILE.svg", "rank --by c -m 4 --top 1000 --format json --out FILE",
	} {
		dir := t.TempDir()
		args := strings.Fields(strings.ReplaceAll(answer, "FILE", filepath.Join(dir, "file")))
		file := args[len(args)-1]
		must.Do(t, os.WriteFile(file, []byte("old"), 0o666))
		cmd := exec.Command("sh", append([]string{"-c", `ulimit -f 1; exec "$@"`, "sh", os.Args[0]}, args...)...)
		cmd.Env = append(os.Environ(), "DOVETAIL_PROGRAM=1")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != exitFailed || !strings.HasSuffix(stderr.String(), ": cannot write "+file+": file too large\n") ||
			strings.Count(stderr.String(), "\n") != 1 {
			t.Errorf("%q: exit code %d, %q", answer, code, stderr.String())
		}
		if text, err := os.ReadFile(file); err != nil || string(text) != "old" {
			t.Errorf("%q: the file holds %q, %v", answer, text, err)
		}
		if entries, _ := os.ReadDir(dir); len(entries) != 1 {
			t.Errorf("%q leaves %v", answer, entries)
		}
	}
}

// What a killed run leaves beside its file goes with the next one.
func TestKilledWriter(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "rows")
	killed := program("orders", "2..1e9", "--yes", "--out", file)
	must.Do(t, killed.Start())
	hidden := func() (sizes []int64) {
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if info, err := e.Info(); err == nil && strings.HasPrefix(e.Name(), ".rows.") {
				sizes = append(sizes, info.Size())
			}
		}
		return sizes
	}
	for sizes := hidden(); len(sizes) == 0 || sizes[0] == 0; sizes = hidden() { // before it writes it tries whether it can
		time.Sleep(time.Millisecond)
	}
	beside := program("orders", "2..20", "--out", file)
	if out, err := beside.CombinedOutput(); err != nil || len(hidden()) != 1 {
		t.Errorf("beside a run: %v, %q, %d hidden files", err, out, len(hidden()))
	}
	killed.Process.Kill()
	killed.Wait()
	if len(hidden()) != 1 {
		t.Errorf("%d hidden files of the killed run, want one", len(hidden()))
	}
	after := program("orders", "2..20", "--out", file)
	if out, err := after.CombinedOutput(); err != nil || len(hidden()) != 0 {
		t.Errorf("after it: %v, %q, %d hidden files", err, out, len(hidden()))
	}
}

// What an interrupted run has written does not stay beside its file, although its work, which waits for its input, does
// not end.
func TestInterruptedWriter(t *testing.T) {
	dir := t.TempDir()
	cmd := program("orders", "-", "--out", filepath.Join(dir, "rows"))
	input := must.Have(cmd.StdinPipe())(t)
	defer input.Close()
	must.Do(t, cmd.Start())
	if _, err := input.Write([]byte("52\n")); err != nil {
		t.Fatal(err)
	}
	written := func() bool {
		entries, _ := os.ReadDir(dir)
		return slices.ContainsFunc(entries, func(e os.DirEntry) bool {
			info, err := e.Info()
			return err == nil && info.Size() > 0
		})
	}
	for !written() { // before it writes it tries whether it can
		time.Sleep(time.Millisecond)
	}
	cmd.Process.Signal(syscall.SIGTERM)
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != exitInterrupted {
		t.Errorf("exit code %d", code)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}

// A file that may not be written is not replaced, whoever asks.
func TestReadOnlyFile(t *testing.T) {
	for _, line := range []string{"orders 52 --out FILE", "score R --png FILE.png", "sample R --deals 10 --decks FILE"} {
		args := strings.Fields(strings.ReplaceAll(line, "FILE", filepath.Join(t.TempDir(), "file")))
		file := args[len(args)-1]
		must.Do(t, os.WriteFile(file, []byte("old"), 0o444))
		cmd := program(args...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != exitUsage || strings.Count(stderr.String(), "\n") != 1 ||
			!strings.HasSuffix(stderr.String(), ": cannot write "+file+": it is read-only\n") {
			t.Errorf("%s: exit code %d, %q", line, code, stderr.String())
		}
		if text, err := os.ReadFile(file); err != nil || string(text) != "old" {
			t.Errorf("%s: the file holds %q, %v", line, text, err)
		}
	}
}

// Two outputs of a run cannot be one file.
func TestOutputsApart(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, err := range []error{os.Symlink("x.png", "link.png"), os.Mkdir("state", 0o777)} {
		if err != nil {
			t.Skip(err)
		}
	}
	for _, args := range []string{
		"score R --png x.png --out x.png", "sample R --png x.png --decks x.png", "score R --png x.png --out ./x.png", "score --times 3 R --png link.png --out x.png",
		"riffles --png x.png --out link.png", "law R -n 4 --decks -", "rank -m 9 --by tvd --resume state --out state/checkpoint",
		"orders stats 3..99 --resume state --out state/checkpoint", "topswops max 5 --resume state --out state/checkpoint",
	} {
		cmd := program(strings.Fields(args)...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, _ := cmd.Output()
		if code := cmd.ProcessState.ExitCode(); code != exitUsage || len(out) > 0 || strings.Count(stderr.String(), "\n") != 1 {
			t.Errorf("%q: exit code %d, %q, %q", args, code, out, stderr.String())
		}
	}
	for _, file := range []string{"x.png", "state/checkpoint"} {
		if _, err := os.Stat(file); err == nil {
			t.Errorf("%s was written", file)
		}
	}
}

// The standard output by its names in /dev is where the answer goes, whatever it is: a pipe has no
// name of its own, and a file that is appended to is not replaced.
func TestStandardOutputByName(t *testing.T) {
	want := must.Have(program("orders", "52").Output())(t)
	file := filepath.Join(t.TempDir(), "file")
	for _, line := range []string{
		`"$0" orders 52 --out /dev/stdout | cat`, `"$0" orders 52 --out /dev/fd/3 3>&1 | cat`,
		`"$0" orders 52 --out /dev/stdout >>` + file + ` && cat ` + file,
	} {
		cmd := exec.Command("sh", "-c", line, os.Args[0])
		cmd.Env = program().Env
		if got, err := cmd.Output(); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %v, %q", line, err, got)
		}
	}
}

// A program that starts with its standard output closed fails where its answer is lost, unless the exit code is one. A
// user who throws the answer away is not told so.
func TestClosedStandardOutput(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("cannot be distinguished from an output that was thrown away")
	}
	record := filepath.Join(t.TempDir(), "record.json")
	if out, err := program("orders", "8", "--out", record).CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	for line, lost := range map[string]bool{
		"orders 52 >&-": true, "orders 52 >/dev/null": false, "orders 52 --out /dev/null >&-": false, "verify " + record + " >&-": false,
	} {
		cmd := exec.Command("sh", "-c", `"$0" `+line, os.Args[0])
		var stderr bytes.Buffer
		cmd.Env, cmd.Stderr = program().Env, &stderr
		cmd.Run()
		code, says := 0, ""
		if lost {
			code, says = exitFailed, "dovetail orders: cannot write the standard output: it is closed; --out FILE writes elsewhere, such as to /dev/null\n"
		}
		if got := cmd.ProcessState.ExitCode(); got != code || stderr.String() != says {
			t.Errorf("%s: exit code %d, %q", line, got, stderr.String())
		}
	}
}

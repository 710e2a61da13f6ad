// Package selftest tests the program on the present machine. It asks questions with known answers
// with every set of instructions that the processor has, beginning with portable Go. Each set has a
// process of its own, because kernels are chosen when a process begins. Each answer must have the
// known figure, and be the same to the last byte with every set. Memory, clocks and file locking
// are tested too.
package selftest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"dovetail/perm/processor"
	"dovetail/results"
	"dovetail/results/render"
	"dovetail/results/stored"
	"dovetail/search/run"
)

// Test says what is tested.
type Test struct {
	Program string   // the file of the program
	Dir     string   // where file locking is tested
	Figures []Figure // what the answers must have
	Choices []string // of instructions, as [processor.Variable] has them; all if it is nil
}

// Run tests the machine, then the figures. A failure is in the verdicts and is no error.
func (t Test) Run(ctx context.Context) (stored.Verdicts, error) {
	v := stored.Verdicts{Schema: results.VerifySchema, Kind: results.Exact, Records: machine(ctx, t.Dir)}
	var commands []string
	for _, f := range t.Figures {
		if !slices.Contains(commands, f.Command) {
			commands = append(commands, f.Command)
		}
	}
	var all []answers
	choices := t.Choices
	if choices == nil {
		choices = processor.Choices()
	}
	for _, choice := range choices {
		has, err := processor.Of(choice)
		if err != nil {
			return v, err
		}
		records, err := ask(ctx, t.Program, choice, commands)
		if ctx.Err() != nil {
			return v, context.Cause(ctx)
		}
		if err != nil {
			err = fmt.Errorf("the program could not be run: %w", err)
		}
		all = append(all, answers{has.String(), records, err})
	}
	for _, f := range t.Figures {
		v.Records = append(v.Records, verdict(name(f), "in "+names(all), holds(f, all)))
	}
	return v, nil
}

// answers are the answers of one set of instructions: a record for each command line, or the reason
// why there is none.
type answers struct {
	kernels string
	records map[string]answered
	err     error
}

type answered struct {
	record []byte
	err    error
}

func names(all []answers) string {
	var sets []string
	for _, a := range all {
		sets = append(sets, a.kernels)
	}
	return strings.Join(sets, "; ")
}

// name says what a figure is about.
func name(f Figure) string {
	if f.Path == "" {
		return f.Command + ": the same on every kind of processor"
	}
	return fmt.Sprintf("%s: %s %s (%s)", f.Command, f.Path, f.Want, f.Source)
}

// verdict is one line.
func verdict(what, by string, err error) stored.Verdict {
	v := stored.Verdict{File: what, Verdict: stored.Holds, Checked: []string{by}, Unchecked: []string{}}
	if err != nil {
		v.Verdict, v.Reason, v.Checked = stored.Fails, err.Error(), []string{}
	}
	return v
}

// machineFields are those of a record that depend on the machine.
var machineFields = regexp.MustCompile(`"cpu_seconds": ?[0-9.e-]+`)

// holds is the reason why a figure does not hold, or "". All answers are compared with the first,
// that of portable Go.
func holds(f Figure, all []answers) error {
	var first []byte
	for i, a := range all {
		r, ok := a.records[f.Command]
		switch {
		case a.err != nil:
			return fmt.Errorf("with %s: %w", a.kernels, a.err)
		case !ok:
			return fmt.Errorf("with %s: no answer", a.kernels)
		case r.err != nil:
			return fmt.Errorf("with %s: %w", a.kernels, r.err)
		}
		if err := f.in(r.record); err != nil {
			return fmt.Errorf("with %s: %w", a.kernels, err)
		}
		text := machineFields.ReplaceAll(r.record, nil)
		if i == 0 {
			first = text
		} else if !bytes.Equal(text, first) {
			return fmt.Errorf("with %s the answer is another than with %s", a.kernels, all[0].kernels)
		}
	}
	return nil
}

// in compares the figure with a record.
func (f Figure) in(record []byte) error {
	if f.Path == "" {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(record))
	dec.UseNumber()
	var at any
	if err := dec.Decode(&at); err != nil {
		return err
	}
	for step := range strings.SplitSeq(f.Path, ".") {
		switch x := at.(type) {
		case map[string]any:
			at = x[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(x) {
				return fmt.Errorf("%s: there are only %d", f.Path, len(x))
			}
			at = x[i]
		default:
			return fmt.Errorf("there is no %s", f.Path)
		}
	}
	if got := fmt.Sprint(at); !agrees(got, f.Want) {
		return fmt.Errorf("got %s", got)
	}
	return nil
}

// agrees compares a number to the precision of the wanted digits, or with a bound. Texts must be
// equal.
func agrees(got, want string) bool {
	bound := strings.TrimLeft(want, "<=>")
	x, isNumber := new(big.Rat).SetString(got)
	w, ok := new(big.Rat).SetString(bound)
	switch {
	case !isNumber || !ok || strings.Contains(bound, "/"):
		return got == want
	case strings.HasPrefix(want, "<="):
		return x.Cmp(w) <= 0
	case strings.HasPrefix(want, ">="):
		return x.Cmp(w) >= 0
	case w.IsInt() && !strings.Contains(bound, "."):
		return x.Cmp(w) == 0
	}
	_, decimals, _ := strings.Cut(bound, ".")
	half := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(decimals))), nil))
	half.Quo(half, big.NewRat(2, 1))
	return x.Sub(x, w).Abs(x).Cmp(half) <= 0
}

// Failed is the error for verdicts that do not all hold.
func Failed(v stored.Verdicts) error {
	failed := map[string]string{}
	for _, r := range v.Records {
		if r.Verdict != stored.Holds {
			failed[r.File] = r.Reason
		}
	}
	if len(failed) == 0 {
		return nil
	}
	first := slices.Min(slices.Collect(maps.Keys(failed)))
	says := fmt.Sprintf("%d of %d fail, such as %s: %s", len(failed), len(v.Records), first, failed[first])
	return errors.New(render.OneLine(says))
}

// ask answers command lines by a process of the program with a choice of instructions.
func ask(ctx context.Context, program, choice string, commands []string) (map[string]answered, error) {
	var requests, says bytes.Buffer
	for i, line := range commands {
		fmt.Fprintf(&requests, "{\"id\": %d, \"command\": %q}\n", i, line)
	}
	cmd := exec.CommandContext(ctx, program, "serve", "--quiet", "--at-once", "1")
	cmd.Env = append(os.Environ(), processor.Variable+"="+choice)
	cmd.Stdin, cmd.Stderr = &requests, &says
	out, err := cmd.Output()
	if err != nil {
		if text := strings.TrimSpace(says.String()); text != "" {
			err = fmt.Errorf("%w: %s", err, render.OneLine(text))
		}
		return nil, err
	}
	records := map[string]answered{}
	for line := range bytes.Lines(out) {
		var reply struct {
			ID     int
			Record json.RawMessage
			Error  string
		}
		if err := json.Unmarshal(line, &reply); err != nil || reply.ID < 0 || reply.ID >= len(commands) {
			return records, fmt.Errorf("the line %q is no answer", render.OneLine(string(line)))
		}
		at := commands[reply.ID]
		switch {
		case reply.Error != "":
			records[at] = answered{err: errors.New(reply.Error)}
		case reply.Record != nil:
			records[at] = answered{record: reply.Record}
		}
	}
	return records, nil
}

// machine tests what every answer and every state relies on.
func machine(ctx context.Context, dir string) (all []stored.Verdict) {
	for _, c := range []struct {
		what, by string
		holds    error
	}{
		{"memory", fmt.Sprintf("%d MiB were written and read again, twice", words>>17), memory(ctx)},
		{"clock", "it goes on as one sleeps, and never back", clock()},
		{"file locking in " + dir, "a second run is refused, and one after it is not", run.TryLocks(dir)},
	} {
		all = append(all, verdict(c.what, c.by, c.holds))
	}
	return all
}

// words of 8 bytes are written, more than most caches hold.
const words = 32 << 20

// memory writes random numbers and their complements, and reads them again.
func memory(ctx context.Context) error {
	table := make([]uint64, words)
	for _, mask := range []uint64{0, ^uint64(0)} {
		src := rand.NewPCG(1, 2)
		for i := range table {
			table[i] = src.Uint64() ^ mask
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		src = rand.NewPCG(1, 2)
		for i, x := range table {
			if want := src.Uint64() ^ mask; x != want {
				return fmt.Errorf("word %d reads %016x where %016x was written", i, x, want)
			}
		}
	}
	return nil
}

// clock reads the elapsed time, and the time of day, many times and around a sleep.
func clock() error {
	const pause = 20 * time.Millisecond
	began := time.Now()
	last := time.Duration(0)
	for range 100_000 {
		now := time.Since(began)
		if now < last {
			return fmt.Errorf("it went back by %v", last-now)
		}
		last = now
	}
	began = time.Now()
	time.Sleep(pause)
	passed, day := time.Since(began), time.Now().Round(0).Sub(began.Round(0))
	switch {
	case passed < pause:
		return fmt.Errorf("a sleep of %v took %v", pause, passed)
	case began.Year() < 2025:
		return errors.New("the date is before 2025: what is saved bears a wrong one")
	case (day - passed).Abs() > passed/2+time.Second:
		return fmt.Errorf("%v passed, %v by the time of day", passed, day)
	}
	return nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"dovetail/perm/cards"
	"dovetail/perm/number"
	"dovetail/perm/pace"
	"dovetail/results"
	"dovetail/results/fileio"
	"dovetail/results/param"
	"dovetail/results/render"
	"dovetail/search/questions"
	"dovetail/search/run"
	"dovetail/search/run/progress"
	"dovetail/search/run/progress/bar"
)

// Groups of flags that several commands have.

// outputFlags say where and how an answer is written.
type outputFlags struct {
	format, out string
	quiet       bool
	check       bool            // whether --check makes the verdict the exit code
	judges      bool            // whether the exit code is always a verdict
	parsed      *parsing        // receives the questions of the command instead of an answer; nil to answer
	meter       *progress.Meter // erased before the answer is written
	notes       []string        // printed after it
	origins     []string        // of the records that are from a file; "" for those computed now
	names       []string        // of the cards in it, or nil for their numbers
	given       bool            // whether cards were given or requested by name, so that CSV and JSON have the names too
}

func (f *outputFlags) options(formats ...string) options {
	out := flag(&f.out, "out", "-", "write the answer to `FILE` instead of the standard output", param.File)
	out.check = func() error { return fileio.CheckWritable(f.out) }
	return append(f.formatOptions(formats...), out)
}

// formatOptions leave out where the answer is written: to the standard output. The
// formats are those beside the usual ones.
func (f *outputFlags) formatOptions(formats ...string) options {
	f.out = "-"
	known := append(slices.Clone(render.Formats), formats...)
	format := flag(&f.format, "format", "text", "how to print the answer: "+param.Join(known)+
		"; by default the extension of the file of --out decides", param.OneOf(known...))
	format.check = func() error {
		if format.given() {
			return nil
		}
		named, err := render.FormatOf(f.out, formats...)
		if named == "" || err != nil {
			return err
		}
		return format.flag.Value.Set(named)
	}
	return options{
		format,
		f.quietOption(),
		{writes: &f.out, begin: func(cmd *cobra.Command, _ []string) error {
			f.parsed = parsingOf(cmd)
			return nil
		}},
	}
}

func (f *outputFlags) quietOption() *parameter {
	return boolFlag(&f.quiet, "quiet", "show no progress and no notes")
}

// start shows from now on that the program works.
func (f *outputFlags) start(label string) {
	if f.meter == nil && !f.quiet {
		f.meter = bar.New(label)
	}
	f.meter.Start(0, 0)
}

// work is what a command does with the remaining arguments.
type work = func(ctx context.Context, args []string) error

// answer is the work of computing records and writing them.
func (f *outputFlags) answer(label string, ask func(ctx context.Context) ([]results.Record, error)) work {
	return func(ctx context.Context, _ []string) error {
		f.start(label)
		defer f.meter.Stop()
		records, err := ask(pace.Listen(ctx, f.meter))
		if err != nil {
			return f.unfinished(err)
		}
		return f.write(records...)
	}
}

// unfinished writes what is known although the answer has failed, unless its state is saved.
func (f *outputFlags) unfinished(err error) error {
	known := results.Known(err)
	if stopped := new(run.Stopped); len(known) == 0 || errors.As(err, &stopped) {
		return err
	}
	return errors.Join(f.write(known...), err)
}

// write renders the records to their destination.
func (f *outputFlags) write(records ...results.Record) error {
	f.meter.Stop()
	questions.Named(records)
	written := slices.Clone(records)
	for i := range min(len(written), len(f.origins)) {
		switch origin := f.origins[i]; {
		case origin == "":
		case f.format == "text":
			written[i] = results.Recalled{Record: written[i], Origin: origin}
		case !f.quiet:
			f.notes = append(f.notes, origin)
		}
	}
	err := fileio.Write(f.out, func(w io.Writer) error {
		return render.Within(w, f.format, f.columns(), written...)
	})
	if errors.Is(err, fileio.ErrClosed) && (f.check || f.judges) {
		err = nil // the exit code is the answer
	}
	if err == nil {
		for _, note := range f.notes {
			fmt.Fprintln(os.Stderr, "note:", render.OneLine(note))
		}
		if f.check {
			err = judged(records)
		}
	}
	return err
}

// columns is the width of the terminal that the answer goes to, from 60 to 100, or 0 if it goes
// elsewhere.
func (f *outputFlags) columns() int {
	if f.out != "-" {
		return 0
	}
	return terminal(60, 100)
}

// taken points out which deck was assumed for named cards that are not those of a new one.
func (f *outputFlags) taken(read cards.Style, order cards.Order) {
	if text := read.Taken(order); text != "" && !f.quiet {
		f.notes = append(f.notes, text)
	}
}

// threadFlags say how many workers to use.
type threadFlags struct {
	threads   int
	requested int // 0 for one for each processor
}

func (f *threadFlags) options() options {
	workers := param.Number[int](0, 4096)
	read := workers.Parse
	workers.Parse = func(what, text string) (int, error) {
		var err error
		f.requested, err = read(what, text)
		return run.Threads(f.requested), err
	}
	return options{flag(&f.threads, "threads", "0", "number of threads; 0 means one for each processor", workers)}
}

// memoryFlags limit the memory of the whole program.
type memoryFlags struct{ memory uint64 }

func (f *memoryFlags) options(usage string) options {
	byDefault := "4GiB"
	if usage == anyMemory {
		byDefault = ""
	}
	o := flag(&f.memory, "memory", byDefault, usage, param.Size)
	o.check = func() error {
		limitMemory(f.memory)
		return nil
	}
	return options{o}
}

// limitMemory makes the runtime return garbage before the program, with its code, reaches the
// limit; 0 is none. A sixteenth is reserved for allocations while a busy machine delays the
// collector.
func limitMemory(bytes uint64) {
	if bytes > 0 {
		debug.SetMemoryLimit(int64(max(bytes-bytes/16, number.CodeBytes+1)) - number.CodeBytes)
	}
}

// The purposes of a limit of memory.
const (
	programMemory = "memory limit of the program"
	anyMemory     = "memory limit, for example 8GiB (default: no limit)"
)

// resumeFlags say where a search keeps its state.
type resumeFlags struct {
	dir, file string // no file without a dir
	interval  time.Duration
	shard     run.Shard // the part of the search to do, or zero
	saves     run.Saves
	left      run.Note // is stored with the state
	noted     bool
}

func (f *resumeFlags) options() options {
	dir := flag(&f.dir, "resume", "", "save the state of the search in `DIR`, and resume from a state saved there",
		param.File)
	interval := flag(&f.interval, "checkpoint-interval", "1m0s", "how often to save the state",
		param.Period[time.Duration](""))
	dir.writes = &f.file
	dir.check = func() error {
		if f.dir != "" {
			f.file = run.Checkpoint(f.dir)
		} else if interval.given() {
			return errors.New("checkpoint-interval needs --resume DIR, where the state is saved")
		}
		return nil
	}
	dir.saves = func() bool { return f.dir != "" }
	shard := flag(&f.shard, "shard", "",
		"do only part `I/N` of the search, which dovetail merge joins; auto takes the part from Slurm or AWS Batch, auto/N from "+
			"Kubernetes, PBS or GNU parallel too",
		param.Kind[run.Shard]{Name: "shard", Parse: func(_, text string) (run.Shard, error) { return run.ShardAt(text, os.Getenv) }})
	shard.check = func() error {
		if f.shard.N > 1 && f.dir == "" {
			return fmt.Errorf("shard=%s needs --resume DIR, where the part is stored for merge", f.shard)
		}
		return nil
	}
	return options{dir, interval, shard}
}

// finished marks the search as done in the note, or returns the error if its last state was not
// saved.
func (f *resumeFlags) finished() error {
	lost := f.saves.Lost()
	if f.noted && lost == nil {
		f.left.Done = true
		f.leaveNote()
	}
	return lost
}

// leaveNote writes the questions beside the state.
func (f *resumeFlags) leaveNote() {
	if f.dir == "" {
		return
	}
	again := f.noted
	f.noted = true
	if err := f.left.Write(f.dir); err != nil && !again {
		slog.Warn("the question could not be stored with the state", "err", err)
	}
}

// keep has a search keep its state.
func (f *resumeFlags) keep(o *run.Options, quiet bool) {
	o.Dir, o.Interval, o.Begun, o.Saves = f.dir, f.interval, f.leaveNote, &f.saves
}

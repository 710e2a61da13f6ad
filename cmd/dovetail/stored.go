package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dovetail/perm/pace"
	"dovetail/results/param"
	"dovetail/results/render"
	"dovetail/results/stored"
	"dovetail/search/questions"
	"dovetail/search/verify"
)

// The commands about stored answers: verify for records, merge for parts of searches.

func newVerify() *cobra.Command {
	var o struct {
		outputFlags
		limitFlags
	}
	cmd := &cobra.Command{
		Use:   "verify FILE|DIR...",
		Short: "Check stored JSON records of any command",
		Long: `Check stored JSON records of any command. A file holds one record, or several, one after the other or in lists;
the file - is the standard input, one that ends in .gz is compressed by gzip, and a folder stands for all JSON files in
it. The computation that the record describes is repeated, and the answer must be the same in every printed field. If
that would take longer for a record than --time allows, the parts that can be checked quickly are: decks are played, rows
are scored, sums are added up. The fields that were not checked are listed. --full has no time limit.

Exit code 3 means that a record is wrong; 2, that nothing in a record could be checked, because it is not a record of
this program or needs more --time or --memory.`,
		Example: `  dovetail verify f14.json
  dovetail verify law.json riffles.json --format json
  dovetail rank --format json | dovetail verify -
  dovetail verify f16.json --full`,
		Args: cobra.MinimumNArgs(1),
	}
	return declare(cmd, func(ctx context.Context, files []string) error {
		return o.judged(func(ctx context.Context) (stored.Verdicts, error) {
			return verify.Files(ctx, o.limits(), cmd.InOrStdin(), files...)
		})(ctx, nil)
	}, o.limitFlags.options(), o.outputFlags.options())
}

// limitFlags are the limits for the check of a record.
type limitFlags struct {
	threadFlags
	memoryFlags
	limit time.Duration
	full  bool
}

func (f *limitFlags) options() options {
	limit := flag(&f.limit, "time", "20s", "time limit for checking one record", param.Period[time.Duration]("; --full has no limit"))
	full := boolFlag(&f.full, "full", "repeat the whole computation, without a time limit")
	full.check = func() error { return options{limit}.without(f.full, "--full has no time limit") }
	return append(append(options{limit, full}, f.memoryFlags.options(programMemory)...), f.threadFlags.options()...)
}

func (f *limitFlags) limits() verify.Limits {
	l := verify.Limits{Time: f.limit, Memory: f.memory, Threads: f.threads}
	if f.full {
		l.Time = 0
	}
	return l
}

// judged is the work of checking records. It prints the verdicts, which are also the error.
func (f *outputFlags) judged(check func(ctx context.Context) (stored.Verdicts, error)) work {
	return func(ctx context.Context, _ []string) error {
		f.start("records")
		defer f.meter.Stop()
		f.judges = true
		v, err := check(pace.Listen(ctx, f.meter))
		if err != nil {
			return err
		}
		if len(v.Records) > 0 && v.Empty() {
			return verdict(v)
		}
		return cmp.Or(f.write(v), verdict(v))
	}
}

// verdict is the error for records that do not hold, or otherwise for some that could not be
// checked.
func verdict(v stored.Verdicts) error {
	worst, first, count := v.Worst()
	err := fmt.Errorf("%s: %s", first.File, first.Reason)
	if count > 1 {
		err = fmt.Errorf("%w (and %d more)", err, count-1)
	}
	switch worst {
	case stored.Fails:
		return mismatchError{err}
	case stored.Unknown:
		return usage(err)
	}
	return nil
}

func newMerge() *cobra.Command {
	var o struct {
		outputFlags
		saveFlags
	}
	return declare(&cobra.Command{
		Use:   "merge DIR...",
		Short: "Answer a question from the parts of its search, which --shard divided",
		Long: `Answer a question from the parts of its search, which --shard divided. Each DIR is one that was given to --resume.
Parts that are missing, unfinished or damaged are listed, each with the command that does it.`,
		Example: "  dovetail merge part.1 part.2 part.3 --out f16.json",
		Args:    cobra.MinimumNArgs(1),
	}, func(ctx context.Context, dirs []string) error {
		if err := o.ready(); err != nil {
			return err
		}
		record, err := questions.Merge(ctx, dirs...)
		if lacking := (questions.Incomplete{}); errors.As(err, &lacking) {
			for _, line := range lacking.Lines() {
				fmt.Fprintln(os.Stderr, render.OneLine(line))
			}
		}
		if err != nil {
			return usage(err)
		}
		o.store(record)
		err = o.write(record)
		return cmp.Or(err, o.unsaved)
	}, o.outputFlags.options(), o.saveFlags.options())
}

// ignoredFlags are no part of a question: they say where the answer goes, and how the work is
// divided.
var ignoredFlags = []string{
	"checkpoint-interval", "format", "fresh", "memory", "out", "quiet", "resume", "save", "threads", "yes",
}

// filed is the error for a command, with its arguments, whose answer depends on more than its
// question: files that it reads or writes, or what is typed.
func filed(cmd *cobra.Command, line []string) (err error) {
	if slices.Contains(line, "-") {
		return errors.New("- is the standard input")
	}
	if _, args, _ := strings.Cut(cmd.Use, " "); len(line) > 0 && (strings.Contains(args, "FILE") || strings.Contains(args, "DIR")) {
		return fmt.Errorf("%s reads or writes files", cmd.CommandPath())
	}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if flag.Value.Type() == param.FileName && !slices.Contains(ignoredFlags, flag.Name) {
			err = cmp.Or(err, fmt.Errorf("--%s names a file", flag.Name))
		}
	})
	return err
}

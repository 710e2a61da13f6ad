package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dovetail/perm/pace"
	"dovetail/results"
	"dovetail/results/catalogue"
	"dovetail/results/forms"
	"dovetail/results/param"
	"dovetail/results/render"
	"dovetail/results/stored"
	"dovetail/search/questions"
	"dovetail/search/run"
	"dovetail/search/verify"
)

// The commands about stored answers: verify for records, merge for parts of searches; and the flags that
// save any answer in the catalogue, or take it from there.

func newVerify() *cobra.Command {
	var o struct {
		outputFlags
		limitFlags
		storeFlags
	}
	cmd := &cobra.Command{
		Use:   "verify FILE...",
		Short: "Check stored JSON records of any command",
		Long: `Check stored JSON records of any command. A file holds one record, or several, one after the other or in lists;
the file - is the standard input. The computation that the record describes is repeated, and the answer must be the
same in every printed field. If that would take longer for a record than --time allows, the parts that can be checked
quickly are: decks are played, rows are scored, sums are added up. The fields that were not checked are listed. --full
has no time limit.

Exit code 3 means that a record is wrong; 2, that nothing in a record could be checked, because it is not a record of
this program or needs more --time or --memory.`,
		Example: `  dovetail verify f14.json
  dovetail verify law.json riffles.json --format json
  dovetail rank --format json | dovetail verify -
  dovetail verify f16.json --full`,
		Args: cobra.MinimumNArgs(1),
	}
	return declare(cmd, func(ctx context.Context, files []string) error {
		return o.judged(func(ctx context.Context) (v stored.Verdicts, err error) {
			l := o.limits()
			if o.store == "" {
				return verify.Files(ctx, l, cmd.InOrStdin(), files...)
			}
			err = o.with(ctx, catalogue.Existing, func(c *catalogue.Catalogue) error {
				l.Catalogue = c
				v, err = verify.Files(ctx, l, cmd.InOrStdin(), files...)
				return err
			})
			return v, err
		})(ctx, nil)
	}, o.limitFlags.options(), options{flag(&o.store, "catalogue", "",
		"compare lists and best words of a catalogue with the catalogue in `FILE`", param.File)},
		o.printOptions(), options{o.outOption()})
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
	var o struct{ outputFlags }
	return declare(&cobra.Command{
		Use:   "merge DIR...",
		Short: "Answer a question from the parts of its search, which --shard divided",
		Long: `Answer a question from the parts of its search, which --shard divided. Each DIR is one that was given to --resume.
Parts that are missing, unfinished or damaged are listed, each with the command that does it.`,
		Example: "  dovetail merge part.1 part.2 part.3 --out f16.json",
		Args:    cobra.MinimumNArgs(1),
	}, func(ctx context.Context, dirs []string) error {
		record, err := questions.Merge(ctx, dirs...)
		if lacking := (questions.Incomplete{}); errors.As(err, &lacking) {
			for _, line := range lacking.Lines() {
				fmt.Fprintln(os.Stderr, render.OneLine(line))
			}
		}
		if err != nil {
			return usage(err)
		}
		return o.write(record)
	}, o.outputFlags.options())
}

// Every command that prints a record can save it in the catalogue, and answer from there.

// ignoredFlags are no part of a question: they say where the answer goes, and how the work is
// divided.
var ignoredFlags = []string{
	"catalogue", "checkpoint-interval", "double-check", "format", "memory", "out", "quiet", "resume",
	"fresh", "reuse", "save", "threads", "yes",
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

// storeFlags say which catalogue is used.
type storeFlags struct{ store string }

func (f *storeFlags) option() option {
	return flag(&f.store, "catalogue", "",
		"`FILE` of the catalogue (default: $DOVETAIL_CATALOGUE, or else a file in the user's data directory)",
		param.File)
}

// path is the path of the catalogue.
func (f *storeFlags) path() (string, error) {
	if f.store != "" {
		return f.store, nil
	}
	if path := os.Getenv("DOVETAIL_CATALOGUE"); path != "" {
		return path, nil
	}
	return catalogue.DefaultPath()
}

// with opens the catalogue, passes it to do, and closes it.
func (f *storeFlags) with(ctx context.Context, open func(context.Context, string) (*catalogue.Catalogue, error),
	use func(*catalogue.Catalogue) error) error {
	path, err := f.path()
	if err != nil {
		return err
	}
	c, err := open(ctx, path)
	switch {
	case errors.As(err, new(catalogue.Unwritten)):
		return err
	case err != nil:
		return usage(err)
	}
	return errors.Join(use(c), c.Close())
}

// saveFlags save an answer in the catalogue or take it from there.
type saveFlags struct {
	storeFlags
	save, reuse bool
	must        bool // save must succeed; otherwise it is an attempt
	asks        bool // questions, by which equal answers are found
	apart       bool // files that are no part of the records
	question    string
	parsed      *parsing // receives the questions of the command instead of an answer; nil to answer
	ctx         context.Context
	began       time.Time
	cpu         time.Duration
}

func (f *saveFlags) saveOptions() options {
	save := boolFlag(&f.save, "save", "save the answer in the catalogue (the default if $DOVETAIL_CATALOGUE is set)")
	reuse := boolFlag(&f.reuse, "reuse", "if the catalogue has the answer to the same question, print that, and say so")
	at := f.option()
	at.check = func() error {
		if !save.given() {
			f.save = os.Getenv("DOVETAIL_CATALOGUE") != ""
		}
		f.must = f.save && save.given()
		if at.given() && !f.save && !f.reuse {
			return errors.New("catalogue needs --save or --reuse")
		}
		return nil
	}
	at.begin = func(cmd *cobra.Command, line []string) error {
		if f.parsed = parsingOf(cmd); f.parsed != nil {
			return nil
		}
		f.ctx, f.began, f.cpu = cmd.Context(), time.Now(), run.CPUTime()
		if f.reuse && (!f.asks || f.apart) {
			if err := filed(cmd, line); err != nil {
				return usage(fmt.Errorf("reuse: %w, and files are not in the catalogue", err))
			}
		}
		if f.reuse {
			return nil // the answer may be there, and then nothing is saved
		}
		return f.writable()
	}
	return options{save, reuse, at}
}

// writable finds before the work a catalogue that cannot be used. A full disk may have room after
// it.
func (f *saveFlags) writable() error {
	if !f.save {
		return nil
	}
	err := f.with(f.ctx, catalogue.Open, func(c *catalogue.Catalogue) error { return usage(c.Writable(f.ctx)) })
	if errors.As(err, new(catalogue.Unwritten)) {
		return nil
	}
	return err
}

// answerAgain is the answer in the catalogue, or nil.
func (f *saveFlags) answerAgain(o *outputFlags) (records []results.Record, err error) {
	var entries []stored.Entry
	err = f.with(f.ctx, catalogue.Existing, func(c *catalogue.Catalogue) (err error) {
		entries, err = c.Answer(f.ctx, f.question)
		return err
	})
	if errors.Is(err, os.ErrNotExist) {
		err = nil // nothing was saved yet
	}
	if err != nil || len(entries) == 0 {
		return nil, cmp.Or(err, f.writable())
	}
	for _, e := range entries {
		r, err := forms.Read(e.Record, e.Cards)
		if err != nil {
			return nil, f.writable() // of a form that is no longer in use: computed anew
		}
		records = append(records, r)
	}
	f.save = false
	first := entries[0]
	if !o.quiet {
		o.notes = append(o.notes,
			fmt.Sprintf("from the catalogue, not computed: record %d, saved %s by %s after %.3g s of processor time", first.ID,
				first.Saved,
				strings.TrimSpace(first.Version+" "+first.Revision), first.CPUSeconds))
	}
	return records, nil
}

// saveRecords saves the records of an answer, if that is requested.
func (f *saveFlags) saveRecords(records ...results.Record) error {
	if !f.save {
		return nil
	}
	command := questions.Quote(append([]string{"dovetail"}, os.Args[1:]...))
	_, err := f.saveAs(f.ctx, catalogue.Here(command, f.question, run.CPUTime()-f.cpu, f.began), records...)
	return err
}

// saveAs saves records with their manifest, and says under which number the first one is.
func (f *storeFlags) saveAs(ctx context.Context, m stored.Manifest, records ...results.Record) (id int64, err error) {
	entries, err := catalogue.Entries(m, records...)
	if err != nil {
		return 0, err
	}
	err = f.with(ctx, catalogue.Open, func(c *catalogue.Catalogue) error {
		if err := c.Save(ctx, entries...); err != nil {
			return err
		}
		stored, err := c.Answer(ctx, m.Question)
		if err == nil && len(stored) > 0 {
			id = stored[0].ID
		}
		return err
	})
	return id, err
}

// saveList saves an answer that is written row by row, in JSON.
func (f *saveFlags) saveList(write func(w io.Writer) error) error {
	if !f.save {
		return nil
	}
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	record, err := forms.Read(text.Bytes(), nil)
	return cmp.Or(err, f.saveRecords(record))
}

// maxRows is the longest list that the catalogue takes.
const maxRows = 1_000_000

// checkRows refuses to save a longer list, or does not save it if no flag requests that.
func (f *saveFlags) checkRows(rows uint64) error {
	if rows <= maxRows || !f.save {
		return nil
	}
	if f.must {
		return fmt.Errorf("save: a list of %d rows is too long for the catalogue (at most %d): write it to a file with --out",
			rows, maxRows)
	}
	f.save = false
	return nil
}

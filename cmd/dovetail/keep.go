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
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dovetail/results"
	"dovetail/results/catalogue"
	"dovetail/search/cluster"
	"dovetail/search/run"
)

// Every command that prints a record can save it in the catalogue, and answer from there.

// ignoredFlags are no part of what is asked: they say where the answer goes, and how the work is shared out.
var ignoredFlags = []string{
	"catalogue", "checkpoint-interval", "cluster", "credentials", "format", "listen", "memory", "out", "quiet", "resume",
	"reuse", "save", "threads", "yes",
}

// cacheable is the error of a command that has more to its answer than what is on record: files that it
// reads or writes.
func cacheable(cmd *cobra.Command) (err error) {
	if _, args, _ := strings.Cut(cmd.Use, " "); strings.Contains(args, "FILE") || strings.Contains(args, "PART") {
		return fmt.Errorf("reuse: %s reads or writes files, which are not in the catalogue", cmd.CommandPath())
	}
	if slices.Contains(cmd.Flags().Args(), "-") {
		return errors.New("reuse: the standard input is not in the catalogue")
	}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if flag.Value.Type() == file("").name && !slices.Contains(ignoredFlags, flag.Name) {
			err = cmp.Or(err, fmt.Errorf("reuse: --%s names a file, which is not in the catalogue", flag.Name))
		}
	})
	return err
}

// storeFlags say which catalogue is meant.
type storeFlags struct{ store string }

func (f *storeFlags) option() option {
	return flag(&f.store, "catalogue", "",
		"`FILE` of the catalogue (default: $DOVETAIL_CATALOGUE, or else a file in the user's data directory)",
		file("catalogue"))
}

// path is that of the catalogue.
func (f *storeFlags) path() (string, error) {
	if f.store != "" {
		return f.store, nil
	}
	if path := os.Getenv("DOVETAIL_CATALOGUE"); path != "" {
		return path, nil
	}
	return catalogue.DefaultPath()
}

// with opens the catalogue, hands it over, and closes it.
func (f *storeFlags) with(ctx context.Context, open func(context.Context, string) (*catalogue.Catalogue, error),
	use func(*catalogue.Catalogue) error) error {
	path, err := f.path()
	if err != nil {
		return err
	}
	c, err := open(ctx, path)
	switch {
	case errors.Is(err, syscall.ENOSPC):
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
	must        bool // save, rather than where it can be done
	asks        bool // questions, which tell what answers are the same
	drawsApart  bool // pictures that show more than the records
	question    string
	ctx         context.Context
	began       time.Time
	cpu         time.Duration
}

func (f *saveFlags) saveOptions(o *outputFlags) options {
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
	at.begin = func(cmd *cobra.Command) error {
		f.ctx, f.began, f.cpu = cmd.Context(), time.Now(), run.CPUTime()
		if f.reuse && (!f.asks || f.drawsApart) {
			if err := cacheable(cmd); err != nil {
				return usage(err)
			}
		}
		if f.save { // a catalogue that cannot be used is found before the work
			return f.with(f.ctx, catalogue.Open, func(*catalogue.Catalogue) error { return nil })
		}
		return nil
	}
	return options{save, reuse, at}
}

// answerAgain is the answer in the catalogue, or nil.
func (f *saveFlags) answerAgain(o *outputFlags) (records []results.Record, err error) {
	var entries []results.Entry
	err = f.with(f.ctx, catalogue.Open, func(c *catalogue.Catalogue) (err error) {
		entries, err = c.Answer(f.ctx, f.question)
		return err
	})
	if err != nil || len(entries) == 0 {
		return nil, err
	}
	for _, e := range entries {
		r, err := results.Read(e.Record, e.Cards)
		if err != nil {
			return nil, nil // of a form that has been given up: computed anew
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

// saveRecords saves the records of an answer, if that is wanted.
func (f *saveFlags) saveRecords(records ...results.Record) error {
	if !f.save {
		return nil
	}
	command := cluster.Hidden(commandLine(append([]string{"dovetail"}, os.Args[1:]...)))
	_, err := f.saveAs(f.ctx, catalogue.Here(command, f.question, run.CPUTime()-f.cpu, f.began), records...)
	return err
}

// saveAs saves records with their manifest, and says under which number the first one is.
func (f *storeFlags) saveAs(ctx context.Context, m results.Manifest, records ...results.Record) (id int64, err error) {
	entries, err := catalogue.Entries(m, records...)
	if err != nil {
		return 0, err
	}
	err = f.with(ctx, catalogue.Open, func(c *catalogue.Catalogue) error {
		if _, err := c.Save(ctx, entries...); err != nil {
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
	record, err := results.Read(text.Bytes(), nil)
	return cmp.Or(err, f.saveRecords(record))
}

// maxRows is the longest list that the catalogue takes.
const maxRows = 1_000_000

// checkRows refuses to save a longer list, or leaves it where nobody asked for it.
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

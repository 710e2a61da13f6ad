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

	"dovetail/results"
	"dovetail/results/catalogue"
	"dovetail/search/cluster"
	"dovetail/search/run"
)

// Every command that prints a record can save it in the catalogue, and answer from there.

// question is a command line that has been read.
type question struct {
	cmd  *cobra.Command
	line []string // arguments
	all  options
}

// aside are the flags that are no part of a question: they say where the answer goes, and
// how the work is shared out.
var aside = append(slices.Clone(elsewhere), "memory", "threads", "yes")

// elsewhere are those of them that are no part of the work either.
var elsewhere = []string{"catalogue", "checkpoint-interval", "cluster", "credentials", "format", "listen", "out", "quiet", "resume", "reuse", "save"}

// String is the same for command lines that ask the same: the command, its arguments as
// they are written, and every flag that is part of the question with its value, given or
// not, by name. A b-file and a Parquet table are answers of their own: of one
// deck, orders has a list for them.
func (q question) String() string {
	var flags []string
	for _, o := range q.all {
		table := o.flag != nil && o.flag.Name == "format" && slices.Contains([]string{results.BFile, results.Parquet}, o.flag.Value.String())
		if o.flag != nil && (table || !slices.Contains(aside, o.flag.Name)) && o.flag.Value.String() != "" {
			flags = append(flags, "--"+o.flag.Name+"="+o.flag.Value.String())
		}
	}
	slices.Sort(flags)
	_, path, _ := strings.Cut(q.cmd.CommandPath(), " ")
	return commandLine(append(append(strings.Fields(path), q.line...), flags...))
}

// words are those of a command line that does the same work: flags are those that were given.
func (q question) words() []string {
	_, path, _ := strings.Cut(q.cmd.CommandPath(), " ")
	var flags []string
	for _, o := range q.all {
		if !o.given() || slices.Contains(elsewhere, o.flag.Name) {
			continue
		}
		for _, text := range o.flag.Value.(interface{ Texts() []string }).Texts() {
			flags = append(flags, "--"+o.flag.Name+"="+text)
		}
	}
	return slices.Concat(strings.Fields(path), flags, q.line)
}

// pageFlags are what flags hold that pages may ask with; those that name files, servers or addresses
// are none, but for the folder of a state and the catalogue of the explorer itself.
var pageFlags = []string{"bool", "date", "kind", "letters", "list", models, "name", "number", "range", "size", "text", "time"}

// harmless is the error of a question from within that no form of a page puts. Such a line may come
// from a note beside a state, which anybody may have written: it must not read or write files, call
// servers, nor listen.
func (q question) harmless() error {
	_, args, _ := strings.Cut(q.cmd.Use, " ")
	for _, outside := range []string{"FILE", "PART", "SERVERS"} {
		if strings.Contains(args, outside) {
			return fmt.Errorf("a page cannot run %s", q.cmd.CommandPath())
		}
	}
	if q.cmd.Flags().Lookup("format") == nil {
		return fmt.Errorf("a page cannot run %s", q.cmd.CommandPath())
	}
	for _, o := range q.all {
		own := o.flag != nil && (o.flag.Name == "resume" || o.flag.Name == "catalogue" && q.cmd.Parent().Name() == "catalogue")
		if o.given() && !own && !slices.Contains(pageFlags, o.flag.Value.Type()) {
			return fmt.Errorf("a page cannot use --%s", o.flag.Name)
		}
	}
	return nil
}

// reusable is the error of a question that has more to its answer than what is on record:
// files that it reads or writes.
func (q question) reusable() error {
	if _, args, _ := strings.Cut(q.cmd.Use, " "); strings.Contains(args, "FILE") || strings.Contains(args, "PART") {
		return fmt.Errorf("reuse: %s reads or writes files, which are not in the catalogue", q.cmd.CommandPath())
	}
	if slices.Contains(q.line, "-") {
		return errors.New("reuse: the standard input is not in the catalogue")
	}
	for _, o := range q.all {
		if o.flag != nil && o.flag.Value.Type() == file("").name && o.given() && !slices.Contains(aside, o.flag.Name) {
			return fmt.Errorf("reuse: --%s names a file, which is not in the catalogue", o.flag.Name)
		}
	}
	return nil
}

// storeFlags say which catalogue is meant.
type storeFlags struct{ store string }

func (f *storeFlags) option() option {
	return flag(&f.store, "catalogue", "", "`FILE` of the catalogue (default: $DOVETAIL_CATALOGUE, or else a file in the user's data directory)", file("catalogue"))
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
func (f *storeFlags) with(ctx context.Context, open func(context.Context, string) (*catalogue.Catalogue, error), use func(*catalogue.Catalogue) error) error {
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

// keepFlags save an answer in the catalogue or take it from there.
type keepFlags struct {
	storeFlags
	save, reuse bool
	must        bool // save, rather than where it can be done
	byQuestion  bool // the command asks by questions, which tell what answers are the same
	drawsApart  bool // its pictures show more than its records
	question    string
	ctx         context.Context
	began       time.Time
	cpu         time.Duration
}

func (f *keepFlags) keepOptions(o *outputFlags) options {
	save := toggle(&f.save, "save", "save the answer in the catalogue (the default if $DOVETAIL_CATALOGUE is set)")
	reuse := toggle(&f.reuse, "reuse", "if the catalogue has the answer to the same question, print that, and say so")
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
	at.asked = func(ctx context.Context, q question) (bool, error) {
		f.ctx, f.question, f.began, f.cpu = ctx, q.String(), time.Now(), run.CPUTime()
		if w := askedWithin(ctx); w != nil {
			f.save, w.kept = false, f
			return false, nil
		}
		if f.reuse && (!f.byQuestion || f.drawsApart) {
			if err := q.reusable(); err != nil {
				return false, usage(err)
			}
		}
		if f.reuse && !f.byQuestion {
			if records, err := f.answerAgain(o); err != nil {
				return false, err
			} else if records != nil {
				return true, o.write(records...)
			}
		}
		if f.save { // a catalogue that cannot be used is found before the work
			return false, f.with(ctx, catalogue.Open, func(*catalogue.Catalogue) error { return nil })
		}
		return false, nil
	}
	return options{save, reuse, at}
}

// answerAgain is the answer in the catalogue, or nil.
func (f *keepFlags) answerAgain(o *outputFlags) (records []results.Record, err error) {
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
		o.notes = append(o.notes, fmt.Sprintf("from the catalogue, not computed: record %d, saved %s by %s after %.3g s of processor time", first.ID, first.Saved,
			strings.TrimSpace(first.Version+" "+first.Revision), first.CPUSeconds))
	}
	return records, nil
}

// keep saves the records of an answer, if that is wanted.
func (f *keepFlags) keep(records ...results.Record) error {
	if !f.save {
		return nil
	}
	entries, err := catalogue.Entries(catalogue.Here(cluster.Hidden(commandLine(append([]string{"dovetail"}, os.Args[1:]...))), f.question, run.CPUTime()-f.cpu, f.began), records...)
	if err != nil {
		return err
	}
	return f.with(f.ctx, catalogue.Open, func(c *catalogue.Catalogue) error {
		_, err := c.Save(f.ctx, entries...)
		return err
	})
}

// keepList saves an answer that is written row by row, in JSON.
func (f *keepFlags) keepList(write func(w io.Writer) error) error {
	if !f.save {
		return nil
	}
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	record, err := results.Read(text.Bytes(), nil)
	return cmp.Or(err, f.keep(record))
}

// mostRows is the longest list that the catalogue takes.
const mostRows = 1_000_000

// checkRows refuses to save a longer list, or leaves it where nobody asked for it.
func (f *keepFlags) checkRows(rows uint64) error {
	if rows <= mostRows || !f.save {
		return nil
	}
	if f.must {
		return fmt.Errorf("save: a list of %d rows is too long for the catalogue (at most %d): write it to a file with --out", rows, mostRows)
	}
	f.save = false
	return nil
}

package main

import (
	"context"
	"fmt"
	"io"

	"dovetail/results"
	"dovetail/results/catalogue"
	"dovetail/results/explorer"
	"dovetail/results/fault"
	"dovetail/search/run"
)

// Command lines that are asked from within the program: their records go to who asks, who may save
// them in the catalogue later.

// within is such a command line.
type within struct {
	explorer.Answer
	tell func(results.Progress)
	kept *keepFlags // what is known of the question, if its answer can be kept
}

type withinKey struct{}

// askedWithin is who asks from within, or nil.
func askedWithin(ctx context.Context) *within {
	w, _ := ctx.Value(withinKey{}).(*within)
	return w
}

// ask puts a command line to the program.
func (f *storeFlags) ask(ctx context.Context, tell func(results.Progress), line ...string) (explorer.Answer, error) {
	w := &within{tell: tell}
	root := newRoot()
	root.SetOut(io.Discard)
	root.SetErr(io.Discard)
	root.SetArgs(f.located(line))
	ctx = context.WithValue(ctx, withinKey{}, w)
	if err := fault.Caught(func() error { return root.ExecuteContext(ctx) }); err != nil {
		return explorer.Answer{}, err
	}
	if w.Records == nil {
		return explorer.Answer{}, fmt.Errorf("%s gives no record", commandLine(line))
	}
	if w.kept != nil {
		w.Save = f.saver(line, w.kept, w.Records)
	}
	return w.Answer, nil
}

// located is a command line about the catalogue of a file, if it is about the catalogue.
func (f *storeFlags) located(line []string) []string {
	if f.store != "" && len(line) > 0 && line[0] == "catalogue" {
		return append(line[:len(line):len(line)], "--catalogue", f.store)
	}
	return line
}

// saver keeps an answer that was given just now, when it is called.
func (f *storeFlags) saver(line []string, asked *keepFlags, records []results.Record) func(context.Context) (int64, bool, error) {
	m := catalogue.Here(commandLine(append([]string{"dovetail"}, line...)), asked.question, run.CPUTime()-asked.cpu, asked.began)
	return func(ctx context.Context) (id int64, fresh bool, err error) {
		entries, err := catalogue.Entries(m, records...)
		if err != nil {
			return 0, false, err
		}
		err = f.with(ctx, catalogue.Open, func(c *catalogue.Catalogue) error {
			saved, err := c.Save(ctx, entries...)
			if err != nil {
				return err
			}
			fresh = saved > 0
			kept, err := c.Answer(ctx, m.Question)
			if err == nil && len(kept) > 0 {
				id = kept[0].ID
			}
			return err
		})
		return id, fresh, err
	}
}

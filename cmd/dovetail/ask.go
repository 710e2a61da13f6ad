package main

import (
	"context"
	"strings"

	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/search/run"
)

// A command that asks has flags that fill questions, and nothing else: what a question may take, whether
// its answer is in the catalogue, and how it is written is the same for all.

// asking is what a command asks.
type asking struct {
	label     string                                          // of its progress
	questions func(args []string) ([]results.Question, error) // as the flags and arguments fill them

	// The flags that it has beside those of its output, or nil.
	threads *threadFlags
	memory  *memoryFlags
	yes     *yesFlags
	resume  *resumeFlags

	draw func(records []results.Record) error // a picture of the answers, or nil
}

// ask is the work of a command.
func (f *outputFlags) ask(a asking) func(context.Context, []string) error {
	f.byQuestion = true
	return func(ctx context.Context, args []string) error {
		questions, err := a.questions(args)
		if err != nil {
			return usage(err)
		}
		var seconds float64
		var canonical []string
		for _, q := range questions {
			if err := q.Check(); err != nil {
				return usage(err)
			}
			seconds += q.Seconds()
			canonical = append(canonical, results.Canonical(q))
		}
		f.question = strings.Join(canonical, "\n")
		var env results.Env
		if a.threads != nil {
			env.Threads = a.threads.threads
		}
		if a.memory != nil {
			env.Memory = a.memory.memory
		}
		if a.yes != nil {
			if err := a.yes.check(a.label, seconds, max(env.Threads, 1)); err != nil {
				return err
			}
		}
		return f.paced(a.label, func(ctx context.Context) (records []results.Record, err error) {
			if f.reuse && f.within == nil {
				records, err = f.answerAgain(f)
			}
			if records == nil && err == nil {
				if a.resume != nil {
					ctx = run.With(ctx, a.resume.run(*a.threads, *f))
				}
				records, err = answerAll(ctx, env, questions, f.names, f.given)
			}
			if err == nil && a.draw != nil {
				err = a.draw(records)
			}
			return records, err
		})(ctx, nil)
	}
}

// answerAll answers the questions, one after the other.
func answerAll(ctx context.Context, env results.Env, questions []results.Question, names []string, given bool) (records []results.Record, err error) {
	for _, q := range questions {
		r, err := q.Answer(ctx, env)
		if err != nil {
			return nil, err
		}
		r = results.WithNames(r, names)
		if given {
			r = results.WithGiven(r)
		}
		records = append(records, r)
	}
	return records, nil
}

// picture draws the one answer of a command to a file, if its name is given.
func picture[R results.Record](path *string, of func(R) ([]figure.Block, error)) func([]results.Record) error {
	return func(records []results.Record) error {
		if *path == "" {
			return nil
		}
		blocks, err := of(records[0].(R))
		if err != nil {
			return err
		}
		return figure.WriteFile(*path, blocks...)
	}
}

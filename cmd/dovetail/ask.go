package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"dovetail/results"
	"dovetail/results/drawing"
	"dovetail/results/fileio"
	"dovetail/search/known"
	"dovetail/search/questions"
	"dovetail/search/run"
)

// The flags of a command that answers questions fill these, and nothing else. The limits of a
// question, whether its answer is on record, and how it is written are the same for all.

// commandSpec says how a command answers its questions, and which flags it has for that beside their parameters.
type commandSpec struct {
	label     string                                          // of its progress
	questions func(args []string) ([]results.Question, error) // as the flags and arguments fill them

	threads, resume bool     // the flags that it has beside those of its output
	memory          string   // what the limit of memory is for; "" if there is none
	draws           string   // what --png draws; "" if there is no such flag
	check           string   // help of --check, for questions with a verdict; "" if there is no such flag
	decks           string   // help of --decks, for questions that are [deckWriter]; "" if there is no such flag
	decksAs         []string // extensions of its files
	formats         []string // of the answer, beside the usual ones

	cards  *cardFlags // how cards are read and named; nil where there are none
	answer answering  // how a question is answered; nil for run.Answer
}

// answering is how a question is answered.
type answering func(ctx context.Context, q results.Question, o run.Options) (results.Record, error)

// questionFlags are the flags of commands that ask questions.
type questionFlags struct {
	outputFlags
	threadFlags
	memoryFlags
	yesFlags
	resumeFlags
	saveFlags
	fresh    bool    // whether the answer is computed even if it is on record
	picture  string  // the name of the file to draw to, or ""
	decks    string  // the name of the file for decks, or ""
	expected float64 // seconds that the answer takes; 0 where that is not known
}

// tables are the flags of everything that a command has beside its own.
func (f *questionFlags) tables(a commandSpec, own ...options) []options {
	if a.threads {
		own = append(own, f.threadFlags.options())
	}
	if a.memory != "" {
		own = append(own, f.memoryFlags.options(a.memory))
	}
	own = append(own, f.yesFlags.options(), f.saveFlags.options(),
		options{boolFlag(&f.fresh, "fresh", "compute the answer even if it is on record")})
	if a.resume {
		own = append(own, f.resumeFlags.options())
	}
	if a.draws != "" {
		own = append(own, options{pictureOption(&f.picture, a.draws)})
	}
	return append(own, f.outputFlags.options(a.formats...))
}

// ask is the work of a command.
func (f *questionFlags) ask(a commandSpec) work {
	return func(ctx context.Context, args []string) (err error) {
		qs, err := a.questions(args)
		if err != nil {
			return usage(err)
		}
		if f.shard.N > 1 {
			if len(qs) > 1 {
				return usage(fmt.Errorf("shard=%s divides one search; these are %d", f.shard, len(qs)))
			}
			if f.save {
				return usage(errors.New("a part is no answer; leave out --save, and save the whole by dovetail merge --save"))
			}
			qs[0] = questions.Part{Whole: qs[0], Shard: f.shard}
		}
		for _, q := range qs {
			if err := q.Check(); err != nil {
				return usage(err)
			}
			if _, ok := q.(run.Drawn); !ok && f.picture != "" {
				return usage(errors.New("there is no picture of this answer; leave out --png"))
			}
		}
		if h := f.parsed; h != nil {
			h.qs = qs
			if f.yes {
				return nil
			}
			return f.price(a, qs).unconfirmed()
		}
		if !f.quiet {
			f.notes = append(f.notes, questions.Notes(qs[0])...)
		}
		if a.resume {
			f.left = run.Note{Questions: jsonOf(qs), Threads: f.requested}
			if err := f.left.Fits(f.dir); err != nil {
				return usage(err)
			}
		}
		if err := f.ready(); err != nil {
			return err
		}
		o := f.running()
		known := f.onFile(ctx, a, o, qs)
		stop, err := f.confirm(ctx, a, unanswered(qs, known))
		defer stop()
		if err != nil {
			return err
		}
		if s, ok := qs[0].(run.Streamer); ok && len(qs) == 1 && f.picture == "" && known[0] == nil && !f.save {
			return f.stream(ctx, s, o)
		}
		if a.resume {
			defer func() {
				if err == nil {
					err = f.finished()
				}
			}()
		}
		err = f.answer(a.label, func(ctx context.Context) (records []results.Record, err error) {
			f.meter.Expect(f.expected)
			if records, err = f.all(ctx, a, o, qs, known); err != nil {
				return records, err
			}
			if f.picture != "" {
				err = f.draw(ctx, o, qs[0], records)
			}
			return records, err
		})(ctx, nil)
		return cmp.Or(err, f.unsaved)
	}
}

// running is what the answers may use.
func (f *questionFlags) running() run.Options {
	o := run.Options{Threads: f.threads, Memory: f.memory, Memo: run.NewMemo()}
	if !f.fresh {
		o.Known = known.Distances
	}
	return o
}

// draw draws the answers.
func (f *questionFlags) draw(ctx context.Context, o run.Options, q results.Question, answers []results.Record) error {
	blocks, err := q.(run.Drawn).Picture(ctx, o, answers)
	if err != nil {
		return err
	}
	return drawing.WriteFile(f.picture, blocks...)
}

// parsing is an output that receives the questions of a command instead of an answer. The output of
// the command is discarded.
type parsing struct {
	allow func(cmd *cobra.Command, line []string) error // may refuse a command whose flags have been read, before it does anything
	qs    []results.Question
}

func (*parsing) Write(p []byte) (int, error) { return len(p), nil }

// parsingOf is the output of a command if it is a parsing, or nil.
func parsingOf(cmd *cobra.Command) *parsing {
	h, _ := cmd.OutOrStdout().(*parsing)
	return h
}

// parseLine is the questions of a command line.
func parseLine(ctx context.Context, args []string, allow func(*cobra.Command, []string) error) ([]results.Question, error) {
	h := &parsing{allow: allow}
	_, err := answer(ctx, args, h)
	return h.qs, err
}

// jsonOf is what the note beside a state says of questions.
func jsonOf(questions []results.Question) (all []json.RawMessage) {
	for _, q := range questions {
		all = append(all, json.RawMessage(results.Canonical(q)))
	}
	return all
}

// stream writes an answer as it is found.
func (f *outputFlags) stream(ctx context.Context, q run.Streamer, o run.Options) error {
	return fileio.Write(f.out, func(w io.Writer) error { return q.Stream(ctx, o, w, f.format) })
}

// unanswered are the questions without an answer yet.
func unanswered(qs []results.Question, answers []results.Record) (left []results.Question) {
	for i, q := range qs {
		if answers[i] == nil {
			left = append(left, q)
		}
	}
	return left
}

// all answers the questions, one after the other, except those whose answers are there. With an
// error it also returns what is known: what the current question knows, and when ctx ends the
// answers before it.
func (f *questionFlags) all(ctx context.Context, a commandSpec, o run.Options,
	questions []results.Question, answers []results.Record) (records []results.Record, err error) {
	answer := a.answer
	switch {
	case f.decks != "":
		answer = func(ctx context.Context, q results.Question, o run.Options) (results.Record, error) {
			return q.(deckWriter).Written(ctx, o, f.decks)
		}
	case answer == nil:
		answer = run.Answer
	}
	all, done := 0., 0.
	for _, q := range unanswered(questions, answers) {
		all += q.Seconds()
	}
	named := func(r results.Record) results.Record {
		if r = results.WithNames(r, f.names); f.given {
			r = results.WithGiven(r)
		}
		return r
	}
	for i, q := range questions {
		if answers[i] != nil {
			records = append(records, named(answers[i]))
			continue
		}
		if all > 0 {
			f.meter.Cover(done/all, (done+q.Seconds())/all)
			done += q.Seconds()
		}
		kept, release, err := f.kept(o, a, q, i, len(questions)).Hold()
		if err != nil {
			return nil, err
		}
		r, err := answer(ctx, q, kept)
		release()
		if err != nil {
			known := results.Known(err)
			if ended := new(run.Ended); len(known) > 0 && errors.As(err, &ended) {
				ended.Best = nil // what is known has it, and more than the part of the answer that was computed last
			}
			if len(known) > 0 || ctx.Err() != nil {
				err = results.Unfinished(err, append(records, known...))
			}
			return nil, err
		}
		f.store(r)
		records = append(records, named(r))
	}
	return records, nil
}

// kept are the options for one of several questions, which show the progress and keep the state.
// Each of several questions keeps its state in a folder of its own.
func (f *questionFlags) kept(o run.Options, a commandSpec, q results.Question, i, of int) run.Options {
	o.Meter = f.meter
	if !a.resume {
		return o
	}
	f.keep(&o, f.quiet)
	if of == 1 {
		return o
	}
	name := fmt.Sprint(i + 1)
	if part, ok := q.(interface{ Part() string }); ok {
		name = part.Part()
	}
	return o.Part(name, a.label)
}

// worthKnowing is the number of seconds from which on the program prints what is known before it computes.
const worthKnowing = 2

// onFile are the answers on file, nil where there is none. A search that keeps a state, and an answer
// that is more than its record are computed anew. Where an answer takes long, what is known is printed.
func (f *questionFlags) onFile(ctx context.Context, a commandSpec, o run.Options, qs []results.Question) []results.Record {
	all := make([]results.Record, len(qs))
	f.origins = make([]string, len(qs))
	if f.fresh || f.dir != "" || f.decks != "" || a.answer != nil {
		return all
	}
	for i, q := range qs {
		if says := known.Elsewhere(q); says != "" && !f.quiet {
			fmt.Fprintln(os.Stderr, "note:", says)
		}
		if r, k, ok := known.Answer(q, ownRecords(q, f.quiet)...); ok {
			all[i] = r
			f.origins[i] = k.Origin()
		} else if !f.quiet && q.Seconds() >= worthKnowing {
			if best := known.Best(ctx, q, o); best != "" {
				fmt.Fprintln(os.Stderr, "note:", best)
			}
		}
	}
	if f.quiet {
		f.notes = nil
	}
	return all
}

package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"strings"

	"github.com/spf13/cobra"

	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/results/drawing"
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
	threads   *threadFlags
	memory    *memoryFlags
	memoryFor string // what the memory is for, if not for all
	yes       *yesFlags
	resume    *resumeFlags
	formats   []string // of the answer, beside the usual ones

	draw   func(ctx context.Context, records []results.Record) error // a picture of the answers, or nil
	answer answering                                                 // how a question is answered; nil for as it is
}

// answering is how a question is answered.
type answering func(ctx context.Context, q results.Question, env results.Env) (results.Record, error)

// command declares a command that asks, with the flags of all that asking takes beside its own.
func (f *outputFlags) command(cmd *cobra.Command, a asking, own ...options) *cobra.Command {
	if a.threads != nil {
		own = append(own, a.threads.options())
	}
	if a.memory != nil {
		own = append(own, a.memory.options(programMemory+a.memoryFor))
	}
	if a.yes != nil {
		own = append(own, a.yes.options())
	}
	if a.resume != nil {
		own = append(own, a.resume.options())
	}
	return declare(cmd, f.ask(a), append(own, f.options(a.formats...))...)
}

// only is a question that the flags fill by themselves.
func only[Q results.Question](q *Q) func([]string) ([]results.Question, error) {
	return func([]string) ([]results.Question, error) { return []results.Question{*q}, nil }
}

// ask is the work of a command.
func (f *outputFlags) ask(a asking) work {
	f.asks, f.drawsApart = true, a.answer != nil
	return func(ctx context.Context, args []string) (err error) {
		questions, err := a.questions(args)
		if err != nil {
			return usage(err)
		}
		for _, q := range questions {
			if err := q.Check(); err != nil {
				return usage(err)
			}
		}
		if hear, ok := ctx.Value(hearKey{}).(func(...results.Question)); ok {
			hear(questions...)
			return nil
		}
		f.question = canonical(questions)
		if !f.quiet {
			f.notes = append(f.notes, packetNotes(questions[0])...)
		}
		env, err := a.env(questions)
		if err != nil {
			return err
		}
		if s, ok := questions[0].(results.Streaming); ok && len(questions) == 1 && a.draw == nil {
			return f.stream(ctx, s, env)
		}
		if a.resume != nil {
			a.resume.left = run.Note{Questions: jsonOf(questions), Threads: a.threads.requested}
			defer a.resume.close()
			defer func() {
				if err == nil {
					err = a.resume.finished()
				}
			}()
		}
		return f.answer(a.label, func(ctx context.Context) (records []results.Record, err error) {
			if f.reuse {
				records, err = f.answerAgain(f)
			}
			if records == nil && err == nil {
				records, err = a.all(ctx, env, questions, f)
			}
			if err == nil && a.draw != nil {
				err = a.draw(ctx, records)
			}
			return records, err
		})(ctx, nil)
	}
}

// env is what the answers may use, or the error of questions that take too long.
func (a asking) env(questions []results.Question) (env results.Env, err error) {
	if a.threads != nil {
		env.Threads = a.threads.threads
	}
	if a.memory != nil {
		env.Memory = a.memory.memory
	}
	if a.yes != nil {
		seconds := 0.
		for _, q := range questions {
			seconds += q.Seconds()
		}
		err = a.yes.check(a.label, seconds, max(env.Threads, 1))
	}
	return env, err
}

// hearKey is of a context that hears what is asked, in the place of an answer.
type hearKey struct{}

// canonical is the text of questions in the catalogue.
func canonical(questions []results.Question) string {
	var all []string
	for _, q := range questions {
		all = append(all, results.Canonical(q))
	}
	return strings.Join(all, "\n")
}

// jsonOf is what the note beside a state says of questions.
func jsonOf(questions []results.Question) (all []json.RawMessage) {
	for _, q := range questions {
		all = append(all, json.RawMessage(results.Canonical(q)))
	}
	return all
}

// packetNotes point out, beside an answer, shuffles whose packets are made for a larger deck: most of them
// take it whole, and leave it as it is. Letters that a word does not have are let alone.
func packetNotes(q results.Question) (notes []string) {
	var deck struct {
		N       int              `json:"n"`
		Word    string           `json:"word"`
		Letters []shuffle.Letter `json:"models"`
	}
	if json.Unmarshal(results.Ask(q).Question, &deck) != nil {
		return nil
	}
	for _, l := range deck.Letters {
		if deck.Word != "" && strings.IndexByte(deck.Word, l.Name) < 0 {
			continue
		}
		if mean := l.Model.MeanPacket(); mean != nil && mean.Cmp(big.NewRat(int64(deck.N), 1)) > 0 {
			notes = append(notes, fmt.Sprintf("packets of %s have %s cards on average, more than the %d of the deck; "+
				"a packet of the whole deck leaves it unchanged", l, mean.RatString(), deck.N))
		}
	}
	return notes
}

// stream writes an answer as it is found, unless it is in the catalogue.
func (f *outputFlags) stream(ctx context.Context, q results.Streaming, env results.Env) error {
	if f.reuse {
		if records, err := f.answerAgain(f); err != nil || records != nil {
			return cmp.Or(err, f.write(records...))
		}
	}
	as := func(format string) func(io.Writer) error {
		return func(w io.Writer) error { return q.Stream(ctx, env, w, format) }
	}
	return cmp.Or(results.WriteFile(f.out, as(f.format)), f.saveList(as("json")))
}

// all answers the questions, one after the other. With an error is what is known all the same.
func (a asking) all(ctx context.Context, env results.Env, questions []results.Question,
	f *outputFlags) (records []results.Record, err error) {
	answer := a.answer
	if answer == nil {
		answer = func(ctx context.Context, q results.Question, env results.Env) (results.Record, error) {
			return q.Answer(ctx, env)
		}
	}
	ctx = results.Together(ctx)
	for _, q := range questions {
		r, err := answer(run.With(ctx, a.options(q, len(questions), f)), q, env)
		if err != nil {
			if known := results.Known(err); len(known) > 0 {
				err = results.Unfinished(err, append(records, known...))
			}
			return nil, err
		}
		if f.double {
			if err := a.again(ctx, env, q, r); err != nil {
				return nil, err
			}
		}
		r = results.WithNames(r, f.names)
		if f.given {
			r = results.WithGiven(r)
		}
		records = append(records, r)
	}
	return records, nil
}

// again answers a question in another way, without a state and what was shared, and compares.
func (a asking) again(ctx context.Context, env results.Env, q results.Question, r results.Record) error {
	d, ok := q.(results.Doubted)
	if !ok {
		return usage(fmt.Errorf("there is no other way to a record of %s; leave out --double-check", q.Schema()))
	}
	other, err := d.Otherwise(r)
	if err != nil {
		return usage(fmt.Errorf("%w; leave out --double-check", err))
	}
	if a.yes != nil {
		if err := a.yes.check(a.label, other.Seconds(), max(env.Threads, 1)); err != nil {
			return err
		}
	}
	again, err := other.Answer(results.Together(run.With(ctx, run.Options{})), env)
	if err != nil {
		return err
	}
	if err := d.Agree(r, again); err != nil {
		return mismatchError{fmt.Errorf("two ways lead to two answers: %w", err)}
	}
	return nil
}

// options are those of the searches for the answer to one of so many questions. Each of several keeps its
// state in a folder of its own; after one that could not be saved the others are searched without.
func (a asking) options(q results.Question, of int, f *outputFlags) run.Options {
	if a.resume == nil {
		return run.Options{Meter: f.meter}
	}
	o := a.resume.run(*a.threads, *f)
	if a.resume.unsaved != nil {
		o.Dir = ""
	}
	if part, ok := q.(interface{ Part() string }); ok && of > 1 {
		o = o.Part(part.Part(), a.label)
	}
	return o
}

// drawsApart answers a question that draws what is no part of its record, if the name of a file is given.
func drawsApart(path *string) answering {
	return func(ctx context.Context, q results.Question, env results.Env) (results.Record, error) {
		if *path == "" {
			return q.Answer(ctx, env)
		}
		r, picture, err := q.(drawn).Drawn(ctx, env)
		if err != nil {
			return nil, err
		}
		return r, drawTo(*path, picture)
	}
}

// drawTo draws a picture to a file, if its name is given.
func drawTo(path string, picture func() ([]figure.Block, error)) error {
	if path == "" {
		return nil
	}
	blocks, err := picture()
	if err != nil {
		return err
	}
	return drawing.WriteFile(path, blocks...)
}

// drawn is a question whose picture shows more than its record.
type drawn interface {
	Drawn(ctx context.Context, env results.Env) (results.Record, func() ([]figure.Block, error), error)
}

// picture draws the one answer of a command to a file, if its name is given.
func picture[R results.Record](path *string, of func(R) ([]figure.Block, error)) func(context.Context,
	[]results.Record) error {
	return func(_ context.Context, records []results.Record) error {
		return drawTo(*path, func() ([]figure.Block, error) { return of(records[0].(R)) })
	}
}

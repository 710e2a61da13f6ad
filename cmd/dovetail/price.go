package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"dovetail/perm/fault"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/search/run"
)

// The price of an answer is printed before it is computed, and confirmed where it is large.

// The prices, in seconds, from which on they are printed or must be confirmed.
const (
	worthSaying     = 5
	worthConfirming = 600
)

// worthBytes is the number of bytes of memory from which on they are printed.
const worthBytes = 1 << 30

// yesFlags confirm a question that takes long.
type yesFlags struct{ yes bool }

func (f *yesFlags) options() options {
	return options{boolFlag(&f.yes, "yes", "start without asking even if it takes longer than ten minutes")}
}

// price is about the time of questions with a number of workers.
type price struct {
	seconds float64
	free    float64 // seconds of those with no limit of time
	bytes   uint64  // of memory that the largest takes
	says    string
}

// priceOf estimates the price of questions with a number of workers.
func priceOf(qs []results.Question, workers int) (p price) {
	workers = max(1, min(workers, run.Threads(0)))
	about := "up to"
	for _, q := range qs {
		if s, ok := q.(results.Sized); ok {
			p.bytes = max(p.bytes, s.Bytes(workers))
		}
		seconds, limit, ofWork := q.Seconds(), 0.0, false
		if l, ok := q.(results.Limited); ok {
			of, work := l.Limit()
			limit, ofWork = of.Seconds(), work
		}
		if limit == 0 || seconds < limit {
			about = "about"
		}
		if limit == 0 || seconds < limit || ofWork {
			seconds /= float64(workers)
		} else {
			seconds = limit
		}
		p.seconds += seconds
		if limit == 0 || ofWork {
			p.free += seconds
		}
	}
	p.says = fmt.Sprintf("this takes %s %s with %s", about, number.Span(p.seconds), number.Count(workers, "thread"))
	if p.bytes >= worthBytes {
		p.says += fmt.Sprintf(", and up to %s of memory", number.Size(p.bytes))
	}
	return p
}

// unconfirmed is the error for a price that must be confirmed, unless a limit of time allows it.
func (p price) unconfirmed() error {
	if p.free <= worthConfirming {
		return nil
	}
	return usage(fmt.Errorf("%s; confirm with --yes", p.says))
}

// price is about the time of the answers.
func (f *questionFlags) price(a commandSpec, qs []results.Question) price {
	if !a.threads {
		return priceOf(qs, 1)
	}
	return priceOf(qs, f.threads)
}

// priceDelay is the time after which the price of an answer is printed: a refusal takes no time, and an answer that is known
// without a search hardly any.
const priceDelay = time.Second

// confirm asks on the terminal whether to begin a long computation, unless --yes is given or the
// search has begun before. Soon after it prints the price of the answers, unless stop is called.
func (f *questionFlags) confirm(ctx context.Context, a commandSpec, qs []results.Question) (stop func(), err error) {
	stop = func() {}
	if a.resume && f.left.Begun(f.dir) {
		return stop, nil
	}
	p := f.price(a, qs)
	f.expected = p.seconds
	switch wrong := p.unconfirmed(); {
	case !f.yes && wrong != nil && (!term.IsTerminal(int(os.Stdin.Fd())) || !term.IsTerminal(int(os.Stderr.Fd()))):
		return stop, wrong
	case !f.yes && wrong != nil:
		return stop, agreed(ctx, p, os.Stdin, os.Stderr)
	case !f.quiet && (p.seconds >= worthSaying || p.bytes >= worthBytes):
		said := time.AfterFunc(priceDelay, func() { fmt.Fprintln(os.Stderr, "note:", p.says) })
		stop = func() { said.Stop() }
	}
	return stop, nil
}

// agreed asks whether to begin.
func agreed(ctx context.Context, p price, in io.Reader, out io.Writer) error {
	fmt.Fprintf(out, "%s; begin? [y/N] ", p.says)
	says, err := fault.Until(ctx, func() (string, error) { return bufio.NewReader(in).ReadString('\n') })
	switch says = strings.ToLower(strings.TrimSpace(says)); {
	case says == "y" || says == "yes":
		return nil
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	}
	return usage(errors.New("not begun"))
}

// affordable is a registry that refuses questions whose price must be confirmed.
func affordable(all results.Registry, workers int) results.Registry {
	checked := results.Registry{}
	for schema, read := range all {
		checked[schema] = func(text []byte) (results.Question, error) {
			q, err := read(text)
			if err == nil {
				err = priceOf([]results.Question{q}, workers).unconfirmed()
			}
			return q, err
		}
	}
	return checked
}

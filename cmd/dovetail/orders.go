package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"dovetail/perm/faro"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/orders"
)

// The commands about the orders of many decks or moduli: orders, with its stats, verify
// and set. Those about one deck are in faro.go.

// planFlags choose how a range of moduli is computed.
type planFlags struct {
	memory uint64 // 0 for no limit
	engine orders.Method
}

func (f *planFlags) options() options {
	return options{
		flag(&f.memory, "memory", "", "refuse to use more than this, for example 8GiB (default no limit)", size),
		flag(&f.engine, "engine", string(orders.Auto), "auto, full (a table to a third of the upper end), window (a sieve over the range) or single", choice("engine", orders.Methods...)),
	}
}

// moduli is the form of a range of moduli.
var moduli = span[int64]("range", 2, orders.LargestModulus)

// span plans a range of odd moduli.
func (f *planFlags) span(asked [2]int64, threads int) (orders.Span, error) {
	p, err := orders.NewSpan(asked[0], asked[1], f.engine)
	if err == nil {
		err = p.CheckMemory(f.memory, threads)
	}
	return p, usage(err)
}

// sizes are one deck or a range of them.
type sizes struct {
	from, to uint64
	one      bool
}

// largestDeck is the largest deck whose moduli are below 2^63.
const largestDeck = 1<<63 - 1

var deckRange = form[sizes]{"range", func(text string) (sizes, error) {
	a, b, err := number.ParseRange("deck", text, 2, largestDeck)
	return sizes{uint64(a), uint64(b), !strings.Contains(text, "..")}, err
}}

func newOrders() *cobra.Command {
	var o struct {
		planFlags
		outputFlags
		sizes
		kind string
	}
	cmd := declare(&cobra.Command{
		Use:   "orders N|A..B",
		Short: "After how many perfect shuffles a deck returns: for one deck, ranges and windows",
		Long: `After how many perfect shuffles a deck of N cards returns.
One N is answered with its proof: the factorisation of the order o and the powers 2^(o/q), none of which is 1.
A range is listed row by row, so that long ones can be piped on; as a Parquet table, DuckDB and pandas read it.`,
		Example: `  dovetail orders 52
  dovetail orders 2^61
  dovetail orders 2..1000 --kind out --format b-file
  dovetail orders 1e12..1e12+100 --format csv
  dovetail orders 2..1e7 --out orders.parquet`,
	}, func(ctx context.Context, _ []string) error {
		if o.one && !o.rows() {
			if err := (orders.Plan{Method: orders.Single}).CheckMemory(o.memory, 1); err != nil {
				return usage(err)
			}
			return o.answer("factors", func(context.Context) ([]results.Record, error) { return one(faro.DeckRecord(o.from)) })(ctx, nil)
		}
		p, err := orders.PlanDecks(o.from, o.to, o.engine)
		if err == nil {
			err = p.CheckMemory(o.memory, 1)
		}
		if err != nil {
			return usage(err)
		}
		list := func(format string) func(w io.Writer) error {
			return func(w io.Writer) error { return p.List(ctx, w, format, o.kind, o.from, o.to) }
		}
		return cmp.Or(results.WriteFile(o.out, list(o.format)), o.keepList(list("json")))
	}, options{
		argument(&o.sizes, deckRange),
		flag(&o.kind, "kind", "both", "shuffles to list in a range: out, in or both", choice("kind", "out", "in", "both")),
	}, o.planFlags.options(), o.outputFlags.options(results.BFile, results.Parquet), options{
		{check: func() error {
			if o.one && !o.rows() {
				return nil
			}
			return cmp.Or(results.CheckOrderRows(o.format, o.kind), o.checkRows(o.to-o.from+1))
		}},
	})
	cmd.AddCommand(newOrdersStats(), newOrdersWith(), newOrdersVerify(), newOrdersSet(), newOrdersFamilies(), newOrdersMove())
	return cmd
}

// rows reports whether the format is one of lists.
func (f *outputFlags) rows() bool { return f.format == results.BFile || f.format == results.Parquet }

func newOrdersStats() *cobra.Command {
	var o struct {
		planFlags
		outputFlags
		threadFlags
		resumeFlags
		yesFlags
		asked [2]int64
	}
	return declare(&cobra.Command{
		Use:   "stats A..B",
		Short: "Sums, extremes and prime counts of the orders modulo the odd numbers of a range",
		Long: `Sums, extremes and prime counts of the orders modulo the odd numbers of a range.
With --resume the folder also holds the table of the full engine until the run is finished: 4 bytes for every
number up to a third of the upper end that has no factor 2 or 3, 4.4 GB for 3..1e10.`,
		Example: `  dovetail orders stats 3..1e9
  dovetail orders stats 1e12..1e12+1e6 --format json
  dovetail orders stats 3..1e10 --memory 8GiB --resume state`,
	}, o.answer("orders", func(ctx context.Context) ([]results.Record, error) {
		p, err := o.span(o.asked, o.threads)
		if err != nil {
			return nil, err
		}
		if err := o.yesFlags.check(p.Name(), p.Seconds(), o.threads); err != nil {
			return nil, err
		}
		sums, err := p.Total(ctx, o.run(o.threadFlags, o.outputFlags))
		return one(p.StatsRecord(sums), err)
	}), options{argument(&o.asked, moduli)},
		o.resumeFlags.options(), o.yesFlags.options(), o.planFlags.options(), o.threadFlags.options(), o.outputFlags.options())
}

func newOrdersVerify() *cobra.Command {
	var o struct {
		planFlags
		outputFlags
		threadFlags
		yesFlags
		asked [2]int64
	}
	return declare(&cobra.Command{
		Use:   "verify A..B",
		Short: "Recompute the orders modulo the odd numbers of a range by an independent route",
		Long: `Recompute the orders modulo the odd numbers of a range with plain remainders: small orders by a
halving walk, the others by a certificate that proves them minimal. Exit code 3 on any mismatch.`,
		Example: `  dovetail orders verify 3..1e7
  dovetail orders verify 1e12..1e12+1e5 --engine window`,
	}, func(ctx context.Context, _ []string) error {
		p, err := o.span(o.asked, o.threads)
		if err != nil {
			return err
		}
		if err := o.yesFlags.check(p.Name(), p.Seconds()+p.VerifySeconds(), o.threads); err != nil {
			return err
		}
		o.start(ctx, "verify")
		defer o.meter.Stop()
		o.meter.Start(float64((p.To-p.From)/2+1), 0)
		v, err := p.Verify(ctx, o.threads, func(moduli int) { o.meter.Add(float64(moduli)) })
		if err != nil {
			return err
		}
		if err := o.write(p.VerifyRecord(v)); err != nil {
			return err
		}
		if n := len(v.Mismatches); n > 0 {
			return mismatchError{fmt.Errorf("wrong: %s", number.Count(n, "order"))}
		}
		return nil
	}, options{argument(&o.asked, moduli)},
		o.yesFlags.options(), o.planFlags.options(), o.threadFlags.options(), o.outputFlags.options())
}

var errNoSet = errors.New("want a file for the set: --out FILE")

func newOrdersSet() *cobra.Command {
	var o struct {
		planFlags
		outputFlags
		orders.Members
		primitive bool
		set, info string
	}
	return declare(&cobra.Command{
		Use:   "set A..B --out FILE | set --info FILE",
		Short: "Write primes with primitive root 2, or decks with maximal order, as a roaring bitmap",
		Long: `Write the primes of a range of moduli for which 2 is a primitive root, or with --decks the deck sizes that
belong to them and so take as many shuffles as possible, as a roaring bitmap in its portable format.`,
		Example: `  dovetail orders set 3..1e8 --primitive --out primes.roaring
  dovetail orders set 3..1e6 --decks --kind in --out decks.roaring
  dovetail orders set --info primes.roaring`,
		Args: cobra.MaximumNArgs(1),
	}, func(ctx context.Context, args []string) error {
		if o.info != "" {
			if len(args) > 0 || o.set != "" || o.primitive || o.Decks {
				return usage(errors.New("--info takes neither a range nor --out, --primitive or --decks"))
			}
			record, err := orders.ReadSet(o.info)
			if err != nil {
				return usage(err)
			}
			return o.write(record)
		}
		switch {
		case len(args) == 0:
			return usage(errors.New("want a range such as 3..1e8, or --info FILE"))
		case o.set == "":
			return usage(errNoSet)
		case o.primitive && o.Decks:
			return usage(errors.New("--primitive and --decks exclude each other"))
		}
		asked, err := moduli.read(args[0])
		if err != nil {
			return usage(err)
		}
		p, err := o.span(asked, 1)
		if err != nil {
			return err
		}
		return o.paced("moduli", func(ctx context.Context) ([]results.Record, error) {
			return one(p.WriteSet(ctx, o.Members, o.set))
		})(ctx, nil)
	}, options{
		toggle(&o.primitive, "primitive", "the primes themselves (the default)"),
		toggle(&o.Decks, "decks", "the deck sizes that belong to these primes"),
		flag(&o.Kind, "kind", "out", "shuffle of the decks: out or in", kind),
		output(&o.set, "out", "", "`FILE` for the set", func(path string) error {
			if path == "-" {
				return errNoSet
			}
			return results.CheckWritable(path)
		}),
		flag(&o.info, "info", "", "describe the set in `FILE`", file("info")),
	}, o.planFlags.options(), o.formatOptions())
}

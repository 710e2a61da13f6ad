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
	"dovetail/results/figure"
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
	memory := flag(&f.memory, "memory", "", "memory limit, for example 8GiB (default: no limit)", size)
	memory.check = func() error {
		limitMemory(f.memory)
		return nil
	}
	return options{
		memory,
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

var errNoCurve = errors.New("png draws the decks of a range, such as 2..1000")

// mostListed is how many decks a range may have that is listed without --yes.
const mostListed = 100_000_000

func newOrders() *cobra.Command {
	var o struct {
		planFlags
		outputFlags
		kind, path, picture string
		yes                 bool
	}
	var cmd *cobra.Command
	// listed are the decks of a list: those of the arguments, or in a file.
	listed := func(ctx context.Context, args []string) error {
		if o.picture != "" {
			return usage(errNoCurve)
		}
		decks, done, err := orders.Listed(o.path, cmd.InOrStdin(), args...)
		if err != nil {
			return usage(err)
		}
		defer done()
		var kept []results.Record
		var keep func(results.OrdersDeck)
		if o.save {
			keep = func(r results.OrdersDeck) { kept = append(kept, r) }
		}
		list := func(w io.Writer) error { return orders.List(ctx, w, o.format, o.kind, decks, keep) }
		return cmp.Or(results.WriteFile(o.out, list), o.keep(kept...))
	}
	cmd = declare(&cobra.Command{
		Use:   "orders N...|A..B|-",
		Short: "After how many perfect shuffles a deck returns: for one deck, ranges and windows",
		Long: `After how many perfect shuffles a deck of N cards returns to its first order.
The answer for one N comes with its proof: the factorisation of the order o, and the powers 2^(o/q), none of which
is 1. Several N can be given as arguments, in --file, or on the standard input (-), separated by blanks, commas or
line ends; each is answered with its proof as soon as it is read. A range is listed row by row, so that a long list
can go to a pipe, or into a Parquet file for DuckDB or pandas.`,
		Example: `  dovetail orders 52
  dovetail orders 2^61
  dovetail orders 52 54 104
  seq 2 2 100 | dovetail orders - --kind out --format b-file
  dovetail orders 2..1000 --kind out --format b-file
  dovetail orders 1e12..1e12+100 --format csv
  dovetail orders 2..1e7 --out orders.parquet`,
		Args: cobra.ArbitraryArgs,
	}, func(ctx context.Context, args []string) error {
		switch {
		case len(args) == 0 && o.path == "":
			return usage(wrongArgs(cmd, args))
		case len(args) > 0 && args[0] != "" && len(cmd.SuggestionsFor(args[0])) > 0:
			return usage(unknownCommand(cmd, args[0]))
		case len(args) == 1 && o.path == "" && args[0] != "-":
		case o.rows():
			if err := results.CheckOrderRows(o.format, o.kind); err != nil {
				return usage(err)
			}
			fallthrough
		default:
			return listed(ctx, args)
		}
		a, b, err := number.ParseRange("deck", args[0], 2, orders.LargestDeck)
		if err != nil {
			return usage(err)
		}
		from, to := uint64(a), uint64(b)
		if single := !strings.Contains(args[0], ".."); single && o.picture != "" {
			return usage(errNoCurve)
		} else if single && !o.rows() {
			if err := (orders.Plan{Method: orders.Single}).CheckMemory(o.memory, 1); err != nil {
				return usage(err)
			}
			return o.answer("factors", func(context.Context) ([]results.Record, error) { return one(faro.DeckRecord(from)) })(ctx, nil)
		}
		if rows := to - from + 1; rows > mostListed && !o.yes {
			return usage(fmt.Errorf("%s has %d rows; dovetail orders stats %[1]s adds them up, --yes lists them", args[0], rows))
		}
		if err := cmp.Or(results.CheckOrderRows(o.format, o.kind), o.checkRows(to-from+1)); err != nil {
			return usage(err)
		}
		p, err := orders.PlanDecks(from, to, o.engine)
		if err == nil {
			err = p.CheckMemory(o.memory, 1)
		}
		if err != nil {
			return usage(err)
		}
		if o.picture != "" {
			if to-from >= orders.MostDrawn {
				return usage(fmt.Errorf("png draws %d decks at most", orders.MostDrawn))
			}
			blocks, err := p.Picture(ctx, o.kind, from, to)
			if err == nil {
				err = figure.WriteFile(o.picture, blocks...)
			}
			if err != nil {
				return err
			}
		}
		list := func(format string) func(w io.Writer) error {
			return func(w io.Writer) error { return p.List(ctx, w, format, o.kind, from, to) }
		}
		return cmp.Or(results.WriteFile(o.out, list(o.format)), o.keepList(list("json")))
	}, options{
		flag(&o.path, "file", "", "read the sizes of decks from `FILE` (-: the standard input)", file("file")),
		output(&o.picture, "png", "", "draw the orders for a range of numbers of cards to `FILE` (.png or .svg)", figure.Check),
		toggle(&o.yes, "yes", fmt.Sprintf("list even a range of more than %d decks", mostListed)),
		flag(&o.kind, "kind", "both", "shuffles to list in a range: out, in or both", choice("kind", "out", "in", "both")),
	}, o.planFlags.options(), o.outputFlags.options(results.BFile, results.Parquet))
	cmd.SuggestionsMinimumDistance = 2
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
With --resume the folder also stores the table of the full engine until the run is finished: 4 bytes for every
number up to a third of the upper end that has no factor 2 or 3, which is 4.4 GB for 3..1e10.`,
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

var errNoSet = errors.New("no file for the set; want --out FILE")

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
		Long: `Write the primes of a range of moduli for which 2 is a primitive root, or with --decks the sizes of the decks with
these moduli, whose orders are the largest possible, as a roaring bitmap in its portable format.`,
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

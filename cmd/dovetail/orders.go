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

// engineOption chooses how a range of moduli is computed.
func engineOption(to *orders.Method) option {
	return flag(to, "engine", string(orders.Auto),
		"auto, full (a table to a third of the upper end), window (a sieve over the range) or single",
		choice("engine", orders.Methods...))
}

// moduli is the parser of a range of moduli.
var moduli = parser[orders.Range]{"range", func(text string) (orders.Range, error) {
	a, b, err := number.ParseRange("range", text, 2, orders.LargestModulus)
	return orders.Range{From: number.Uint(a), To: number.Uint(b)}, err
}}

var errNoCurve = errors.New("png draws the decks of a range, such as 2..1000")

// maxListed is how many decks a range may have that is listed without --yes.
const maxListed = 100_000_000

func newOrders() *cobra.Command {
	var o struct {
		askFlags
		engine     orders.Method
		kind, path string
		all        bool
	}
	var cmd *cobra.Command
	// listed writes the decks of a list one by one: those in a file, or of the arguments where the format has rows.
	listed := func(ctx context.Context, args []string) error {
		decks, done, err := orders.Listed(o.path, cmd.InOrStdin(), args...)
		if err == nil && o.rows() {
			err = results.CheckOrderRows(o.format, o.kind)
		}
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
		return cmp.Or(results.WriteFile(o.out, list), o.saveRecords(kept...))
	}
	single := asking{label: "factors", memory: anyMemory,
		questions: func(args []string) (questions []results.Question, err error) {
			decks, _, err := orders.Listed("", nil, args...)
			if err != nil {
				return nil, err
			}
			for n := range decks {
				questions = append(questions, faro.Deck{N: number.Uint(n)})
			}
			return questions, (orders.Plan{Method: orders.Single}).CheckMemory(o.memory, 1)
		}}
	ranged := asking{label: "rows", memory: anyMemory, draws: "draw the orders for a range of numbers of cards",
		formats: []string{results.BFile, results.Parquet}}
	ranged.questions = func(args []string) ([]results.Question, error) {
		a, b, err := number.ParseRange("deck", args[0], 2, faro.MaxDeck)
		rows := uint64(b-a) + 1
		switch {
		case err != nil:
		case rows > maxListed && !o.all:
			err = fmt.Errorf("%s has %d rows; dovetail orders stats %[1]s adds them up, --yes lists them", args[0], rows)
		case o.picture != "" && rows > orders.MostDrawn:
			err = fmt.Errorf("png draws %d decks at most", orders.MostDrawn)
		default:
			err = cmp.Or(results.CheckOrderRows(o.format, o.kind), o.checkRows(rows))
		}
		return []results.Question{orders.Listing{From: number.Uint(a), To: number.Uint(b), Kind: o.kind,
			Engine: o.engine}}, err
	}
	single.apart, ranged.apart = true, true // the decks of a list may be in a file
	one, several := o.ask(single), o.ask(ranged)
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
		inRange := len(args) == 1 && o.path == "" && strings.Contains(args[0], "..")
		switch {
		case len(args) == 0 && o.path == "":
			return usage(wrongArgs(cmd, args))
		case len(args) > 0 && args[0] != "" && len(cmd.SuggestionsFor(args[0])) > 0:
			return usage(unknownCommand(cmd, args[0]))
		case !inRange && o.picture != "":
			return usage(errNoCurve)
		case o.path != "" || len(args) == 1 && args[0] == "-" || len(args) > 1 && o.rows():
			return listed(ctx, args)
		case !inRange && !o.rows():
			return one(ctx, args)
		}
		return several(ctx, args)
	}, o.tables(ranged, options{
		flag(&o.path, "file", "", "read the sizes of decks from `FILE` (-: the standard input)", file("file")),
		boolFlag(&o.all, "yes", fmt.Sprintf("list even a range of more than %d decks", maxListed)),
		flag(&o.kind, "kind", "both", "shuffles to list in a range: out, in or both", choice("kind", "out", "in", "both")),
		engineOption(&o.engine),
	})...)
	cmd.SuggestionsMinimumDistance = 2
	cmd.AddCommand(newOrdersStats(), newOrdersWith(), newOrdersVerify(), newOrdersSet(), newOrdersFamilies(),
		newOrdersMove())
	return cmd
}

// rows reports whether the format is one of lists.
func (f *outputFlags) rows() bool { return f.format == results.BFile || f.format == results.Parquet }

func newOrdersStats() *cobra.Command {
	var o struct {
		askFlags
		orders.Summing
	}
	return o.command(&cobra.Command{
		Use:   "stats A..B",
		Short: "Sums, extremes and prime counts of the orders modulo the odd numbers of a range",
		Long: `Sums, extremes and prime counts of the orders modulo the odd numbers of a range.
With --resume the folder also stores the table of the full engine until the run is finished: 4 bytes for every
number up to a third of the upper end that has no factor 2 or 3, which is 4.4 GB for 3..1e10.`,
		Example: `  dovetail orders stats 3..1e9
  dovetail orders stats 1e12..1e12+1e6 --format json
  dovetail orders stats 3..1e10 --memory 8GiB --resume state`,
	}, asking{
		label: "orders", threads: true, memory: anyMemory, yes: true, resume: true, questions: only(&o.Summing),
	}, options{argument(&o.Range, moduli), engineOption(&o.Engine), o.doubleOption("by another engine")})
}

func newOrdersVerify() *cobra.Command {
	var o struct {
		askFlags
		engine orders.Method
		asked  orders.Range
	}
	var wrong error
	asks := asking{
		label: "verify", threads: true, memory: anyMemory, yes: true,
		questions: func([]string) ([]results.Question, error) {
			q, err := orders.NewVerifying(o.asked, o.engine)
			return []results.Question{q}, err
		},
		answer: func(ctx context.Context, q results.Question, env results.Env) (results.Record, error) {
			r, err := results.AnswerTo[results.OrdersVerify](ctx, q, env)
			if n := len(r.Mismatches); n > 0 {
				wrong = mismatchError{fmt.Errorf("wrong: %s", number.Count(n, "order"))}
			}
			return r, err
		},
	}
	checked := o.ask(asks)
	return declare(&cobra.Command{
		Use:   "verify A..B",
		Short: "Recompute the orders modulo the odd numbers of a range by an independent route",
		Long: `Recompute the orders modulo the odd numbers of a range with plain remainders: small orders by a
halving walk, the others by a certificate that proves them minimal. Exit code 3 on any mismatch.`,
		Example: `  dovetail orders verify 3..1e7
  dovetail orders verify 1e12..1e12+1e5 --engine window`,
	}, func(ctx context.Context, _ []string) error { return cmp.Or(checked(ctx, nil), wrong) },
		o.tables(asks, options{argument(&o.asked, moduli), engineOption(&o.engine)})...)
}

var errNoSet = errors.New("no file for the set; want --out FILE")

func newOrdersSet() *cobra.Command {
	var o struct {
		askFlags
		engine           orders.Method
		primitive, decks bool
		kind             faro.Kind
		set, info        string
	}
	made := o.ask(asking{
		label: "moduli", apart: true,
		questions: func(args []string) ([]results.Question, error) {
			r, err := moduli.read(args[0])
			q := orders.Collection{Range: r, Engine: o.engine}
			if o.decks {
				q.Decks = o.kind.String()
			}
			return []results.Question{q}, err
		},
		answer: func(ctx context.Context, q results.Question, env results.Env) (results.Record, error) {
			record, data, err := q.(orders.Collection).Made(ctx, env)
			if err != nil {
				return nil, err
			}
			record.File = o.set
			return record, results.WriteFile(o.set, func(w io.Writer) error {
				_, err := w.Write(data)
				return err
			})
		},
	})
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
			if len(args) > 0 || o.set != "" || o.primitive || o.decks {
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
		case o.primitive && o.decks:
			return usage(errors.New("--primitive and --decks exclude each other"))
		}
		return made(ctx, args)
	}, options{
		boolFlag(&o.primitive, "primitive", "the primes themselves (the default)"),
		boolFlag(&o.decks, "decks", "the deck sizes that belong to these primes"),
		flag(&o.kind, "kind", "out", "shuffle of the decks: out or in", kind),
		output(&o.set, "out", "`FILE` for the set", func(path string) error {
			if path == "-" {
				return errNoSet
			}
			return results.CheckWritable(path)
		}),
		flag(&o.info, "info", "", "describe the set in `FILE`", file("info")),
		engineOption(&o.engine),
	}, o.memoryFlags.options(anyMemory), o.formatOptions())
}

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/fileio"
	"dovetail/results/param"
	"dovetail/results/powers"
	"dovetail/results/render"
	onedeck "dovetail/search/faro"
	"dovetail/search/orders"
	"dovetail/search/run"
)

// The commands about perfect shuffles: the orders of many decks or moduli, with their sums and their
// proofs; then those about one deck, or a given number of shuffles.

var errNoCurve = errors.New("--png draws the orders of a range, such as 2..1000")

// maxListed is the most decks of a range that are listed without --yes.
const maxListed = 100_000_000

func newOrders() *cobra.Command {
	var o questionFlags
	var path string
	var cmd *cobra.Command
	of := formOf("orders")
	kind := func() string { return cmp.Or(of.value("kind").String(), "both") }
	// listed writes the decks of a list one by one: those in a file, or of the arguments where the format has rows.
	listed := func(ctx context.Context, args []string) error {
		if o.save {
			return usage(errors.New("a list of decks is no record; leave out --save"))
		}
		decks, done, err := orders.Listed(path, cmd.InOrStdin(), args...)
		if err == nil && o.rows() {
			err = powers.CheckOrderRows(o.format, kind())
		}
		if err != nil {
			return usage(err)
		}
		defer done()
		return fileio.Write(o.out, func(w io.Writer) error { return orders.List(ctx, w, o.format, o.columns(), kind(), decks) })
	}
	single := commandSpec{label: "factors", memory: anyMemory,
		questions: func(args []string) (all []results.Question, err error) {
			decks, _, err := orders.Listed("", nil, args...)
			if err != nil {
				return nil, err
			}
			for n := range decks {
				one, err := of.questions([]string{fmt.Sprint(n)})
				if err != nil {
					return nil, err
				}
				all = append(all, one...)
			}
			return all, (orders.Plan{Method: orders.Single}).CheckMemory(o.memory, 1)
		}}
	ranged := commandSpec{label: "rows", memory: anyMemory, draws: "draw the orders for a range of numbers of cards",
		formats: []string{render.BFile}}
	ranged.questions = func(args []string) ([]results.Question, error) {
		if !strings.Contains(args[0], "..") {
			args = []string{args[0] + ".." + args[0]}
		}
		all, err := of.questions(args)
		if err != nil {
			return nil, err
		}
		q := all[0].(orders.Listing)
		rows := uint64(q.To-q.From) + 1
		switch {
		case rows > maxListed && !o.yes:
			err = fmt.Errorf("%s has %d rows; dovetail orders stats %[1]s adds them up, --yes lists them", args[0], rows)
		case o.picture != "" && rows > orders.MaxDrawn:
			err = fmt.Errorf("--png draws at most %d orders", orders.MaxDrawn)
		default:
			err = cmp.Or(powers.CheckOrderRows(o.format, kind()), o.checkRows(rows))
		}
		return all, err
	}
	one, several := o.ask(single), o.ask(ranged)
	cmd = of.declare(&cobra.Command{
		Use:   "orders N...|A..B|-",
		Short: "After how many perfect shuffles a deck returns: for one deck, ranges and windows",
		Long: `After how many perfect shuffles a deck of N cards returns to its first order.
The answer for one N comes with its proof: the factorisation of the order o, and the powers 2^(o/q), none of which
is 1. Several N can be given as arguments, in --file, or on the standard input (-), separated by blanks, commas or
line ends; each is answered with its proof as soon as it is read. A range is listed row by row, so that a long list
can go to a pipe.`,
		Example: `  dovetail orders 52
  dovetail orders 2^61
  dovetail orders 52 54 104
  seq 2 2 100 | dovetail orders - --kind out --format b-file
  dovetail orders 2..1000 --kind out --format b-file
  dovetail orders 1e12..1e12+100 --format csv
  dovetail orders 2..1e7 --out orders.csv`,
		Args: cobra.ArbitraryArgs,
	}, func(ctx context.Context, args []string) error {
		if sizes := number.Apart(strings.Join(args, " ")); len(sizes) > 0 {
			args = sizes
		}
		inRange := len(args) == 1 && path == "" && strings.Contains(args[0], "..")
		switch {
		case len(args) == 0 && path == "":
			return usage(wrongArgs(cmd, args))
		case len(args) > 0 && args[0] != "" && len(suggestions(cmd, args[0])) > 0:
			return usage(unknownCommand(cmd, args[0]))
		case !inRange && o.picture != "":
			return usage(errNoCurve)
		case path != "" || len(args) == 1 && args[0] == "-" || len(args) > 1 && o.rows():
			return listed(ctx, args)
		case !inRange && !o.rows():
			return one(ctx, args)
		}
		return several(ctx, args)
	}, o.tables(ranged, options{
		flag(&path, "file", "", "read the sizes of decks from `FILE` (-: the standard input)", param.File),
	})...)
	cmd.AddCommand(newOrdersStats(), newOrdersWith(), newOrdersVerify(), newOrdersFamilies(), newOrdersMove(),
		newOrdersDecks())
	return cmd
}

// rows reports whether the format is one of lists.
func (f *outputFlags) rows() bool { return f.format == render.BFile }

func newOrdersStats() *cobra.Command {
	return questionCommand("orders stats", &cobra.Command{
		Use:   "stats A..B",
		Short: "Sums, extremes and prime counts of the orders modulo the odd numbers of a range",
		Long:  `Sums, extremes and prime counts of the orders modulo the odd numbers of a range.`,
		Example: `  dovetail orders stats 3..1e9
  dovetail orders stats 1e12..1e12+1e6 --format json
  dovetail orders stats 3..1e10 --memory 8GiB --resume state`,
	}, commandSpec{
		label: "orders", threads: true, memory: anyMemory, resume: true,
	})
}

func newOrdersVerify() *cobra.Command {
	var o questionFlags
	var wrong error
	of := formOf("orders verify")
	asks := commandSpec{
		label: "verify", threads: true, memory: anyMemory,
		answer: func(ctx context.Context, q results.Question, env run.Options) (results.Record, error) {
			r, err := run.AnswerTo[powers.OrdersVerify](ctx, q.(orders.Verifying), env)
			if n := len(r.Mismatches); n > 0 {
				wrong = mismatchError{fmt.Errorf("wrong: %s", number.Count(n, "order"))}
			}
			return r, err
		},
	}
	checked := o.answering(of, &asks)
	return of.declare(&cobra.Command{
		Use:   "verify A..B",
		Short: "Recompute the orders modulo the odd numbers of a range by an independent route",
		Long: `Recompute the orders modulo the odd numbers of a range with plain remainders: small orders by a
halving walk, the others by a certificate that proves them minimal. Exit code 3 on any mismatch.`,
		Example: `  dovetail orders verify 3..1e7
  dovetail orders verify 1e12..1e12+1e5 --engine window`,
	}, func(ctx context.Context, _ []string) error { return cmp.Or(checked(ctx, nil), wrong) },
		o.tables(asks)...)
}

func newOrdersWith() *cobra.Command {
	return questionCommand("orders with", &cobra.Command{
		Use:   "with K",
		Short: "Every deck that exactly K perfect shuffles restore",
		Example: `  dovetail orders with 8
  dovetail orders with 101 --format csv`,
	}, commandSpec{label: "curves"})
}

func newOrdersFamilies() *cobra.Command {
	return questionCommand("orders families", &cobra.Command{
		Use:   "families N | FROM..TO",
		Short: "Perfect shuffles of a deck (k-handed, Monge, milk, deals), and the group of in and out",
		Long: `After how many perfect shuffles of each kind a deck of N cards is back in order, and the group that in- and out-shuffles
generate. For a range: a table of those with a name, which has their numbers in the OEIS. The milk shuffle is also called
Klondike shuffle.`,
		Example: `  dovetail orders families 52
  dovetail orders families 1..60
  dovetail orders families 24 --format json`,
	}, commandSpec{label: "shuffles"})
}

func newOrdersMove() *cobra.Command {
	var o questionFlags
	of := formOf("orders move")
	asks := commandSpec{label: "shuffles"}
	ask := o.answering(of, &asks)
	return of.declare(&cobra.Command{
		Use:   "move N [FROM TO]",
		Short: "In- and out-shuffles that move a card, or several, from one position to another",
		Long: `The fewest in- and out-shuffles that bring the card at one position of N cards to another (Elmsley's problem), or several
cards to as many positions. Without a position to go to: how the top card, or the one at --from, comes to each.`,
		Example: `  dovetail orders move 52 1 13
  dovetail orders move 52 1..4 5,10,15,20
  dovetail orders move 51
  dovetail orders move 2^60 --from 7 --to 1e9`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 && len(args) != 3 {
				return errors.New("want one number or three")
			}
			return nil
		},
	}, func(ctx context.Context, places []string) error {
		for i, place := range places {
			if err := of.value([]string{"from", "to"}[i]).give(place); err != nil {
				return usage(err)
			}
		}
		return ask(ctx, nil)
	}, o.tables(asks)...)
}

func newOrdersDecks() *cobra.Command {
	return questionCommand("orders decks", &cobra.Command{
		Use:   "decks N|CARD...",
		Short: "The deck after each perfect shuffle, of N cards in order or of those given",
		Example: `  dovetail orders decks 52 --times 8
  dovetail orders decks 13 --from-zero
  dovetail orders decks 52 --kind in --times 1 --names suits
  dovetail orders decks 4H 2H AH 3H --new-deck bicycle`,
	}, commandSpec{label: "shuffles", cards: &cardFlags{newUpTo: onedeck.MaxPrinted / 2}})
}

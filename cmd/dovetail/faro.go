package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"dovetail/perm/cards"
	"dovetail/perm/faro"
	"dovetail/perm/mersenne"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/orders"
)

// The commands about the perfect shuffles of one deck, or a given number of them: faro,
// and of orders with, families and move.

// kind is the form of a perfect shuffle's kind.
var kind = form[faro.Kind]{"kind", faro.ParseKind}

// largestShuffled is the largest deck whose shuffles are taken apart.
const largestShuffled = 1<<62 - 1

// printed is the form of the size of a deck that is printed.
var printed = form[int]{"number", func(text string) (int, error) {
	n, err := number.ParseInt("n", text, 1, faro.MaxPrinted/2)
	if _, larger := number.ParseInt("n", text, faro.MaxPrinted/2, orders.LargestDeck); err != nil && larger == nil {
		err = fmt.Errorf("%w; dovetail orders %s says after how many shuffles it returns", err, text)
	}
	return int(n), err
}}

func newFaro() *cobra.Command {
	var o struct {
		outputFlags
		cardFlags
		times    int
		kind     faro.Kind
		fromZero bool
		path     string
	}
	o.times = faro.UntilItReturns
	var cmd *cobra.Command
	cmd = declare(o.readBy(&cobra.Command{
		Use:   "faro N|CARD...",
		Short: "The deck after each perfect shuffle, of N cards in order or of those given",
		Example: `  dovetail faro 52 --times 8
  dovetail faro 13 --from-zero
  dovetail faro 52 --kind in --times 1 --cards suits
  dovetail faro 4H 2H AH 3H --new-deck bicycle`,
		Args: cobra.ArbitraryArgs,
	}), func(ctx context.Context, args []string) error {
		if len(args) == 0 && o.path == "" {
			return usage(wrongArgs(cmd, args))
		}
		deck, style, err := o.deckOfN(o.path, args, printed)
		switch {
		case err != nil:
			return usage(err)
		case o.fromZero && (style != nil || !slices.IsSorted(deck)):
			return usage(errors.New("from-zero is only for the cards 1..N in order; leave out --from-zero"))
		case o.fromZero:
			deck = cards.New(len(deck), 0)
		}
		o.taken(style, o.order)
		times, err := faro.Printed(o.kind, len(deck), o.times)
		if err != nil {
			return usage(err)
		}
		return o.answer("shuffles", func(ctx context.Context) ([]results.Record, error) {
			record, err := faro.TrailRecord(ctx, o.kind, deck, times)
			record.Names, record.Given = style, style
			return one(record, err)
		})(ctx, nil)
	}, options{
		flag(&o.path, "file", "", "read the deck from `FILE` (-: the standard input)", file("file")),
		flag(&o.kind, "kind", "out", "out (the top card stays) or in (it becomes the second)", kind),
		flag(&o.times, "times", "", "number of shuffles (default: until the deck returns)", integer[int]("times", 0, faro.MaxPrinted)),
		toggle(&o.fromZero, "from-zero", "number the cards from 0 instead of 1"),
	}, o.cardFlags.options(), o.outputFlags.options())
	return cmd
}

func newOrdersWith() *cobra.Command {
	var o struct {
		outputFlags
		k uint64
	}
	return declare(&cobra.Command{
		Use:   "with K",
		Short: "Every deck that exactly K perfect shuffles restore",
		Example: `  dovetail orders with 8
  dovetail orders with 101 --format csv`,
	}, o.paced("curves", func(ctx context.Context) ([]results.Record, error) {
		f, err := mersenne.Factor(ctx, o.k)
		if err != nil {
			return nil, err
		}
		return one(orders.WithRecord(f))
	}), options{argument(&o.k, integer[uint64]("k", 1, mersenne.MaxExponent))}, o.outputFlags.options())
}

func newOrdersFamilies() *cobra.Command {
	var o struct {
		outputFlags
		n uint64
	}
	return declare(&cobra.Command{
		Use:   "families N",
		Short: "Perfect shuffles of a deck: k-handed, Monge, milk, deals; the group of in and out",
		Example: `  dovetail orders families 52
  dovetail orders families 24 --format json`,
	}, o.answer("shuffles", func(context.Context) ([]results.Record, error) {
		record, err := faro.FamiliesRecord(o.n)
		return one(record, refuted(err))
	}), options{argument(&o.n, integer[uint64]("n", 2, largestShuffled))}, o.outputFlags.options())
}

func newOrdersMove() *cobra.Command {
	var o struct {
		outputFlags
		n, card, to int64
	}
	position := func(what string) form[int64] { return integer[int64](what, math.MinInt64, math.MaxInt64) } // from 1 to n, once that is read
	return declare(&cobra.Command{
		Use:   "move N --card P --to Q",
		Short: "In- and out-shuffles that move a card from one position to another",
		Example: `  dovetail orders move 52 --card 1 --to 13
  dovetail orders move 2^60 --card 7 --to 1e9`,
	}, o.answer("shuffles", func(context.Context) ([]results.Record, error) {
		record, err := faro.MoveRecord(uint64(o.n), uint64(o.card-1), uint64(o.to-1))
		return one(record, refuted(err))
	}), options{
		argument(&o.n, integer[int64]("n", 2, largestShuffled)),
		flag(&o.card, "card", "1", "position of the card, from 1", position("card")),
		flag(&o.to, "to", "1", "position to which it moves, from 1", position("to")),
		{check: func() error {
			switch {
			case o.card < 1 || o.card > o.n:
				return fmt.Errorf("card=%d is out of range 1..%d", o.card, o.n)
			case o.to < 1 || o.to > o.n:
				return fmt.Errorf("to=%d is out of range 1..%d", o.to, o.n)
			}
			return nil
		}},
	}, o.outputFlags.options())
}

// refuted marks the error of a record of perfect shuffles: a formula that failed its
// own check, or else a question that has no answer.
func refuted(err error) error {
	if errors.Is(err, faro.ErrContradiction) {
		return mismatchError{err}
	}
	return usage(err)
}

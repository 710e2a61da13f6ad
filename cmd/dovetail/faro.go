package main

import (
	"errors"
	"fmt"
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

// kind is the parser of a perfect shuffle's kind.
var kind = parser[faro.Kind]{"kind", faro.ParseKind}

// printed is the parser of the size of a deck that is printed.
var printed = parser[int]{"number", func(text string) (int, error) {
	n, err := number.ParseInt("n", text, 1, faro.MaxPrinted/2)
	if _, larger := number.ParseInt("n", text, faro.MaxPrinted/2, faro.MaxDeck); err != nil && larger == nil {
		err = fmt.Errorf("%w; dovetail orders %s says after how many shuffles it returns", err, text)
	}
	return int(n), err
}}

func newFaro() *cobra.Command {
	var o struct {
		askFlags
		cardFlags
		times    int
		kind     faro.Kind
		fromZero bool
		path     string
	}
	o.times = faro.UntilItReturns
	var cmd *cobra.Command
	cmd = o.command(o.readBy(&cobra.Command{
		Use:   "faro N|CARD...",
		Short: "The deck after each perfect shuffle, of N cards in order or of those given",
		Example: `  dovetail faro 52 --times 8
  dovetail faro 13 --from-zero
  dovetail faro 52 --kind in --times 1 --cards suits
  dovetail faro 4H 2H AH 3H --new-deck bicycle`,
		Args: cobra.ArbitraryArgs,
	}), asking{label: "shuffles", questions: func(args []string) ([]results.Question, error) {
		if len(args) == 0 && o.path == "" {
			return nil, wrongArgs(cmd, args)
		}
		deck, style, err := o.deckOfN(o.path, args, printed)
		switch {
		case err != nil:
			return nil, err
		case o.fromZero && (style != nil || !slices.IsSorted(deck)):
			return nil, errors.New("from-zero is only for the cards 1..N in order; leave out --from-zero")
		case o.fromZero:
			deck = cards.New(len(deck), 0)
		}
		o.taken(style, o.order)
		o.names, o.given = style, true
		q, err := faro.NewTrail(o.kind, deck, o.times)
		return []results.Question{q}, err
	}}, options{
		flag(&o.path, "file", "", "read the deck from `FILE` (-: the standard input)", file("file")),
		flag(&o.kind, "kind", "out", "out (the top card stays) or in (it becomes the second)", kind),
		numberOption(&o.times, "times", "", 0, faro.MaxPrinted, "number of shuffles (default: until the deck returns)"),
		boolFlag(&o.fromZero, "from-zero", "number the cards from 0 instead of 1"),
	}, o.cardFlags.options())
	return cmd
}

func newOrdersWith() *cobra.Command {
	var o struct {
		askFlags
		orders.Restored
	}
	return o.command(&cobra.Command{
		Use:   "with K",
		Short: "Every deck that exactly K perfect shuffles restore",
		Example: `  dovetail orders with 8
  dovetail orders with 101 --format csv`,
	}, asking{label: "curves", questions: only(&o.Restored)}, options{argument(&o.K,
		integer[int]("k", 1, mersenne.MaxExponent))})
}

func newOrdersFamilies() *cobra.Command {
	var o struct {
		askFlags
		faro.Listing
	}
	return o.command(&cobra.Command{
		Use:   "families N",
		Short: "Perfect shuffles of a deck: k-handed, Monge, milk, deals; the group of in and out",
		Example: `  dovetail orders families 52
  dovetail orders families 24 --format json`,
	}, asking{label: "shuffles", questions: only(&o.Listing)}, options{
		argument(&o.N, integer[number.Uint]("n", 2, faro.MaxShuffled)),
	})
}

func newOrdersMove() *cobra.Command {
	var o struct {
		askFlags
		faro.Move
	}
	position := func(what string) parser[number.Uint] { return integer[number.Uint](what, 1, faro.MaxShuffled) }
	return o.command(&cobra.Command{
		Use:   "move N --card P --to Q",
		Short: "In- and out-shuffles that move a card from one position to another",
		Example: `  dovetail orders move 52 --card 1 --to 13
  dovetail orders move 2^60 --card 7 --to 1e9`,
	}, asking{label: "shuffles", questions: only(&o.Move)}, options{
		argument(&o.N, integer[number.Uint]("n", 2, faro.MaxShuffled)),
		flag(&o.From, "card", "1", "position of the card, from 1", position("card")),
		flag(&o.To, "to", "1", "position to which it moves, from 1", position("to")),
	})
}

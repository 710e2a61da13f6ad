package main

import (
	"cmp"
	"errors"

	"github.com/spf13/cobra"

	"dovetail/exact/riffle"
	"dovetail/results"
	"dovetail/search/deals"
)

// The command about one deck.

func newDeck() *cobra.Command {
	var o struct {
		letterFlags
		cardFlags
		outputFlags
		one        deals.One
		text, path string
		riffle     bool
	}
	times := func(what string) form[int] { return integer[int](what, 1, riffle.MaxTimes) }
	seed, dealt := seedOption(&o.one.Seed), o.letterFlags.options()
	listed := options{
		flag(&o.one.From, "from", "1", "first number of riffles", times("from")),
		flag(&o.one.To, "to", "12", "last number of riffles", times("to")).known("max"),
		flag(&o.one.Digits, "digits", "10", "digits after the decimal point; for numbers below 0.001 or from 10^6 on, significant digits", integer[int]("digits", 1, riffle.MaxDigits)),
		inOrder(&o.one.From, &o.one.To),
	}
	n := sizeOption(&o.N, 1, riffle.MaxDeck)
	return declare(o.readBy(&cobra.Command{
		Use:   "deck [CARD...]",
		Short: "Statistics and probability of one deck, or one riffle step by step",
		Long: `Describe a deck, given by its cards from the top (- reads the standard input) or dealt by --word. The answer
compares its statistics with those of a fair deck, and gives its cycles and order, the probability that a fair deck
has as few rising sequences, and the probability of this deck after 1, 2, ... riffles of a new deck, whose cards are
in order. Dealt cards are printed by name if there are at most 52. Any named cards can be given: a new deck of
these cards has them in the order in which they appear in a new deck of 52.

With --show-riffle one random riffle of that deck, or of a new deck by default, is shown card by card: the packets,
the drops with their probabilities, and the labels that undo it.`,
		Example: `  dovetail deck 3 1 4 5 2
  dovetail deck AS 8S 2S 3S 9S 4S 10S 5S 6S JS 7S QS KS
  dovetail deck --file deck.txt --new-deck bicycle --format json
  dovetail deck --word RRR --seed 7
  dovetail deck --show-riffle -n 8 --seed 2`,
		Args: cobra.ArbitraryArgs,
	}), o.ask(asking{label: "riffles", questions: func(args []string) (_ []results.Question, err error) {
		given := len(args) > 0 || o.path != ""
		err = cmp.Or(dealt.without(o.text == "", "letters are used only with --word"), listed.without(o.riffle, "a riffle that is shown has no table of probabilities"),
			options{seed}.without(o.text == "" && !o.riffle, "nothing is random without --word or --show-riffle"))
		switch {
		case err != nil:
		case given && o.text != "":
			err = errors.New("give either a deck or --word, not both")
		case given:
			if o.one.Deck, o.names, err = o.deck(o.path, args); err == nil && !n.flag.Changed {
				o.N = len(o.one.Deck)
			}
		case o.text == "" && !o.riffle:
			err = errors.New("want the cards of a deck, or --file FILE, --word WORD or --show-riffle")
		default:
			if o.names, err = o.dealt(o.N); err == nil && o.text != "" {
				o.one.Letters, o.one.Word, err = o.Used(o.text)
			}
		}
		if err != nil {
			return nil, err
		}
		o.one.N, o.given = o.N, given || o.called == bySuits
		o.taken(o.names, o.order)
		if o.riffle {
			return []results.Question{deals.Riffle{Origin: o.one.Origin}}, nil
		}
		if o.text == "" {
			o.one.Seed = 0 // nothing is drawn
		}
		return []results.Question{o.one}, nil
	}}), options{
		n,
		flag(&o.path, "file", "", "read the deck from `FILE` (-: the standard input)", file("file")),
		flag(&o.text, "word", "", "shuffle a new deck by a word such as RRR, as dovetail sample does", text),
		toggle(&o.riffle, "show-riffle", "show one riffle of the deck card by card"),
		seed,
	}, listed, dealt, o.cardFlags.options(), o.outputFlags.options())
}

package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"dovetail/exact/bound"
	"dovetail/exact/law"
	"dovetail/exact/pairs"
	"dovetail/exact/riffle"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/number"
)

// The commands about laws of more than single cards: law, pairs and bound of a word, and
// riffles.

func newLaw() *cobra.Command {
	var o struct {
		letterFlags
		outputFlags
		threadFlags
		memoryFlags
		text, decks string
		top         int
	}
	return o.command(&cobra.Command{
		Use:   "law WORD",
		Short: "The law of a word on all n! decks, for small n",
		Long: `Compute the probability of each of the n! decks after a word of shuffles, and how far this law is from uniform:
total variation distance, separation, l-2 norm, entropy, support, and the most and least likely decks. Letters with
rational probabilities are computed in whole numbers, others with a bound on the error.`,
		Example: `  dovetail law RRDRR -n 8
  dovetail law HRRR -n 8 --model 'H=hindu(mean=20/13,sd=25/78)' --top 5
  dovetail law RRRRRRR -n 10 --format json
  dovetail law RDR -n 6 --decks decks.csv`,
	}, asking{memoryFor: " for laws on all n! decks", label: "laws", threads: &o.threadFlags, memory: &o.memoryFlags,
		questions: func([]string) (_ []results.Question, err error) {
			q := law.Question{N: o.N, Top: o.top}
			q.Letters, q.Word, err = o.Used(o.text)
			return []results.Question{q}, err
		}, answer: func(ctx context.Context, q results.Question, env results.Env) (results.Record, error) {
			return q.(law.Question).Written(ctx, env, o.decks)
		}}, options{
		wordArgument(&o.text),
		cardsOption(&o.N, "8", 1, law.MaxCards),
		numberOption(&o.top, "top", "3", 0, law.MaxTop,
			"number of most likely, and of least likely, decks to list, up to 1000"),
		output(&o.decks, "decks", "", "write the probability of every deck to `FILE` as CSV", results.CheckWritable),
	}, o.letterFlags.options())
}

func newPairs() *cobra.Command {
	var o struct {
		pairFlags
		outputFlags
	}
	return o.command(&cobra.Command{
		Use:   "pairs WORD",
		Short: "The law of ordered pairs of cards after a word, and which neighbours stay together",
		Example: `  dovetail pairs HDHRDHH
  dovetail pairs RRRRRRR -n 32 --format csv`,
	}, asking{label: "pairs", threads: &o.threadFlags, memory: &o.memoryFlags,
		questions: func([]string) ([]results.Question, error) {
			q, err := o.question()
			return []results.Question{q}, err
		}}, o.pairFlags.options(pairs.MaxDeck))
}

func newBound() *cobra.Command {
	var o struct {
		pairFlags
		outputFlags
		explain bool
	}
	return o.command(&cobra.Command{
		Use:   "bound WORD",
		Short: "A certified interval for a word's distance from uniform over all orders of the deck",
		Example: `  dovetail bound HDHRDHH
  dovetail bound HRRRRRR --explain
  dovetail bound RRRRRRR --format json`,
	}, asking{label: "pairs", threads: &o.threadFlags, memory: &o.memoryFlags,
		questions: func([]string) ([]results.Question, error) {
			q, err := o.question()
			return []results.Question{bound.Question{Question: q, Explain: o.explain}}, err
		}}, options{
		boolFlag(&o.explain, "explain", "print every inequality that gives a bound, with its value"),
	}, o.pairFlags.options(pairs.MaxDeck))
}

func newRiffles() *cobra.Command {
	var o struct {
		riffle.Question // with each of the cuts
		outputFlags
		cardFlags
		cuts          []riffle.Cut
		deck          []int
		path, picture string
	}
	times := func(what string) parser[int] { return integer[int](what, 1, riffle.MaxMoves) }
	n, order := cardsOption(&o.N, "52", 1, riffle.MaxDeck), o.newDeck()
	questions := func([]string) (all []results.Question, err error) {
		for _, o.Cut = range o.cuts {
			if o.deck != nil {
				all = append(all, riffle.Deck{Question: o.Question, Deck: o.deck})
			} else {
				all = append(all, o.Question)
			}
		}
		return all, nil
	}
	draw := func(_ context.Context, records []results.Record) error {
		if o.picture == "" {
			return nil
		}
		return figure.WriteFile(o.picture, riffle.Picture(o.Question, records)...)
	}
	a := numberOption(&o.Packets, "a", "2", 1, riffle.MaxPackets,
		"number of packets that a shuffle cuts the deck into: 2 for riffles, a for a-shuffles")
	return o.command(o.readBy(&cobra.Command{
		Use:   "riffles",
		Short: "How far a deck is from fair after riffles, or shelf machines, exactly",
		Long: `The distance from a fair deck after riffles (Gilbert, Shannon and Reeds), by the closed form of Bayer
and Diaconis over rising sequences: total variation, separation, maximum relative error, entropy deficit and
birthday bound. With --cut the deck is also cut once, at a uniform place, before or after all riffles. JSON and CSV
also give the event whose probabilities in this deck and in a fair one differ most, which is that there are at most so
many rising sequences, and both probabilities.

With --shelf: after passes through a shelf machine, by the closed form of Diaconis, Fulman and Holmes over peaks.
With --top: after moves of that many cards from the top to random places, by the closed form of Diaconis, Fill and
Pitman. With --deck: the probability of that deck.`,
		Example: `  dovetail riffles
  dovetail riffles -n 52 --to 12 --digits 30
  dovetail riffles -n 1000 --from 10 --to 20 --png cutoff.png
  dovetail riffles --a 3 --cut none,before,after --format csv
  dovetail riffles --shelf 10 --to 3
  dovetail riffles --top 1 --from 100 --to 300 --png top.png
  dovetail riffles --deck deck.txt`,
	}), asking{label: "shuffles", questions: questions, draw: draw}, options{
		n, a,
		numberOption(&o.Shelves, "shelf", "0", 0, riffle.MaxPackets, "number of shelves of a shelf machine; 0 for riffles"),
		numberOption(&o.Top, "top", "0", 0, riffle.MaxDeck,
			"number of cards that a shuffle moves from the top to random places; 0 for riffles"),
		flag(&o.From, "from", "1", "first number of shuffles", times("from")),
		flag(&o.To, "to", "12", "last number of shuffles", times("to")).alias("max"),
		flag(&o.cuts, "cut", string(riffle.None),
			"cut the deck at a uniform place: none, before (all shuffles), after (all shuffles), or a list of these",
			choices("cut", riffle.Cuts...)),
		numberOption(&o.Digits, "digits", "10", 1, riffle.MaxDigits,
			"digits after the decimal point; for numbers below 0.001 or from 10^6 on, significant digits"),
		flag(&o.path, "deck", "", "print the probability of the deck in `FILE` (-: the standard input)", file("deck")),
		order,
		pictureOption(&o.picture, "draw the distances over the number of shuffles"),
		inOrder(&o.From, &o.To),
		{check: func() error {
			if err := (options{order}).without(o.path == "", "this flag is used only with --deck"); err != nil {
				return err
			}
			if o.path != "" {
				read, err := o.file(o.path)
				if err != nil {
					return err
				}
				o.deck = read.Cards
				o.taken(read.Style, o.order)
			}
			if o.deck != nil && o.picture != "" {
				return errors.New("the probability of one deck is not drawn; leave out --png or --deck")
			}
			if o.deck != nil && n.given() && o.N != len(o.deck) {
				return fmt.Errorf("n=%d, but the deck has %s", o.N, number.Count(len(o.deck), "card"))
			}
			if o.deck != nil {
				o.N = len(o.deck)
			}
			if !a.flag.Changed && (o.Shelves > 0 || o.Top > 0) {
				o.Packets = 0
			}
			return nil
		}},
	})
}

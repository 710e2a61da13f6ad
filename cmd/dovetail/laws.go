package main

import (
	"context"

	"github.com/spf13/cobra"

	"dovetail/results"
	"dovetail/results/fileio"
	"dovetail/search/computed"
	"dovetail/search/deals"
	"dovetail/search/run"
)

// The commands about laws of more than single cards: law and pairs of a word, and riffles.

func newLaw() *cobra.Command {
	var o struct {
		askFlags
		decks string
	}
	return o.asksFor("law", &cobra.Command{
		Use:   "law WORD",
		Short: "The law of a word on all n! decks, for small n",
		Long: `Compute the probability of each of the n! decks after a word of shuffles, and how far this law is from uniform:
total variation distance, separation, l-2 norm, entropy, support, and the most and least likely decks. Letters with
rational probabilities are computed in whole numbers, others with a bound on the error.`,
		Example: `  dovetail law RRDRR -n 8
  dovetail law HRRR -n 8 --model 'H=hindu(mean=20/13,sd=25/78)' --top 5
  dovetail law RRRRRRR -n 10 --format json
  dovetail law RDR -n 6 --decks decks.csv`,
	}, asking{label: "laws", threads: true, memory: programMemory + " for laws on all n! decks", apart: true,
		answer: func(ctx context.Context, q results.Question, env run.Options) (results.Record, error) {
			return q.(computed.Law).Written(ctx, env, o.decks)
		}}, options{
		output(&o.decks, "decks", "write the probability of every deck to `FILE` as CSV", fileio.CheckWritableAs(".csv")),
	})
}

func newPairs() *cobra.Command {
	var o askFlags
	return o.asksFor("pairs", &cobra.Command{
		Use:   "pairs WORD",
		Short: "The law of ordered pairs of cards after a word, and which neighbours stay together",
		Example: `  dovetail pairs HDHRDHH
  dovetail pairs RRRRRRR -n 32 --format csv`,
	}, asking{label: "pairs", threads: true, memory: programMemory})
}

func newRiffles() *cobra.Command {
	var o askFlags
	return o.asksFor("riffles", &cobra.Command{
		Use:   "riffles [CARD...]",
		Short: "How far a deck is from fair after riffles, or shelf machines, exactly",
		Long: `The distance from a fair deck after riffles (Gilbert, Shannon and Reeds), by the closed form of Bayer
and Diaconis over rising sequences: total variation, separation, maximum relative error, entropy deficit and
birthday bound. With --cut the deck is also cut once, at a uniform place, before or after all riffles. JSON and CSV
also give the event whose probabilities in this deck and in a fair one differ most, and both probabilities. The event
is that the deck has at most a certain number of rising sequences.

With --shelf: after passes through a shelf machine, by the closed form of Diaconis, Fulman and Holmes over peaks.
With --top: after moves of that many cards from the top to random places, by the closed form of Diaconis, Fill and
Pitman. With a deck, given by its cards or in --file: the probability of that deck.`,
		Example: `  dovetail riffles
  dovetail riffles --riffles 1..7
  dovetail riffles --digits 30
  dovetail riffles -n 1000 --riffles 10..20 --png cutoff.png
  dovetail riffles --a 3 --cut none,before,after --format csv
  dovetail riffles --shelf 10 --riffles 1..3
  dovetail riffles --top 1 --riffles 100..300 --png top.png
  dovetail riffles --file deck.txt`,
	}, asking{label: "shuffles", cards: new(cardFlags), draws: "draw the distances over the number of shuffles"})
}

// The command about one deck.

func newDeck() *cobra.Command {
	var o askFlags
	return o.asksFor("deck", &cobra.Command{
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
	}, asking{label: "riffles", cards: new(cardFlags)})
}

// The commands about decks that are sampled.

func newTVD() *cobra.Command {
	var o askFlags
	return o.asksFor("tvd", &cobra.Command{
		Use:   "tvd WORD",
		Short: "A word's distance from a fair deck over all orders: exact, proved or sampled",
		Long: `A confidence interval, of confidence 1 - delta, for the total variation distance of a word from uniform over all n!
orders. Certified bounds are computed first. Decks are sampled only if these bounds are neither exact nor narrow
enough. With --proved nothing is sampled, and --explain prints every inequality that gives a bound. Up to 9 cards the
distance comes from the law on all orders, unless --decks is given.

The densities of sampled decks under the word are exact where a closed form is known (riffles with a Hindu shuffle or
cuts before or after them). For other words with riffles they are estimated without bias by annealed importance
sampling. The interval is never wider than the certified one. Walks that are too short make it wider, but not wrong.

By default 256 decks are sampled, then 512, 1024 and so on, until the interval is as narrow as --width, or the next
step would take more than --work or --time allows.`,
		Example: `  dovetail tvd RRRRRDR
  dovetail tvd RRRRDRR --width 0.03 --time 10m
  dovetail tvd HRRRRRR --decks 1e5 --format json
  dovetail tvd HRRRRRR --proved --explain`,
	}, asking{label: "decks", threads: true, memory: programMemory, resume: true},
		options{o.doubleOption("from other decks, of the next seed")})
}

func newOpening() *cobra.Command {
	var o askFlags
	return o.asksFor("opening", &cobra.Command{
		Use:   "opening WORD",
		Short: "How many cards of a kind, or of several, are in an opening hand after a word",
		Long: `The numbers of cards of one kind or of several, such as the lands and creatures of a card game, among the first cards of
a deck after a word of shuffles, compared with a fair deck. The means are exact. The standard deviations are exact up to
128 cards if the letters have laws of pairs. The probability of each hand is estimated from random deals; all intervals
hold together.`,
		Example: `  dovetail opening RRR -n 60 --kinds 24 --hand 7
  dovetail opening RRR -n 40 --kinds land=17,creature=15,spell=8 --keep land=2..4 --mulligans 1
  dovetail opening MMMMMC -n 99 --kinds 37 --hand 7 --deals 1e6`,
	}, asking{
		label: "deals", threads: true, memory: programMemory + " for the exact standard deviation",
		draws: "draw the shares of the hands",
	})
}

func newSample() *cobra.Command {
	var o struct {
		askFlags
		decks string
	}
	return o.asksFor("sample", &cobra.Command{
		Use:   "sample WORD",
		Short: "Statistics of random deals of a word on decks of up to ten million cards (sampled)",
		Long: `Deal a word many times, and compare the distributions of ten statistics of the deck with those of a fair deck. The
answer also has a lower bound on the total variation distance of the word over all orders: half of the deals choose
an event, the other half test it. The same seed gives the same answer for any number of threads.`,
		Example: `  dovetail sample RRRRRRR
  dovetail sample RRRRRRRRRRRRRRRRRRRRRRR -n 1e5 --deals 1000 --png riffles.png
  dovetail sample HRD -n 1000 --deals 20 --decks decks.ndjson`,
	}, asking{
		label: "deals", threads: true, draws: "draw the distributions of the statistics", apart: true,
		answer: func(ctx context.Context, q results.Question, env run.Options) (results.Record, error) {
			return q.(deals.Sampling).Written(ctx, env, o.decks)
		},
	}, options{
		output(&o.decks, "decks", "write the decks to `FILE`, one on each line, as a JSON list of its cards from the top",
			fileio.CheckWritableAs(".ndjson", ".jsonl")),
	})
}

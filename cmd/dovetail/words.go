package main

import (
	"github.com/spf13/cobra"
)

// The commands about words and their laws: score for one word, rank for all of a length, and what
// the paper printed.

func newScore() *cobra.Command {
	return questionCommand("score", &cobra.Command{
		Use:   "score WORD",
		Short: "All scores of one word, after each of its letters or repeated",
		Long: `All scores of one word, after each of its letters, from its exact law. With --deals also the scores counted from
that many random deals, as in the paper. The same seed deals the same cards for any number of threads.

--times scores the word repeated 1, 2, ... times. --runs R shows how the white count w varies over random deals: the word
is dealt --samples times in each of R runs, as in the paper, and the distribution of w is compared with the
prediction of the exact law (sampled).`,
		Example: `  dovetail score HDHRDHH
  dovetail score RRRRRRR --png rrrrrrr.png
  dovetail score HRD -n 10 --matrix P --format csv
  dovetail score HDHRDHH --deals 1e6 --seed 1 --png dealt.png
  dovetail score H --times 90 --png hindu.png
  dovetail score RRR --runs 200 --samples 1e5 --seed 7 --format csv`,
	}, commandSpec{label: "scores", threads: true,
		draws: "draw the blue, white and red cells of the word, T of random deals in greys, or each repetition and the curve of C,"})
}

func newRank() *cobra.Command {
	return questionCommand("rank", &cobra.Command{
		Use:   "rank",
		Short: "Rank every word of shuffles by its distance from a fair deck",
		Long: `Rank all words of a given length by their total variation distance from a fair deck over all orders: by
intervals that are on record or certified. The convergence C of single cards stands beside them. The best known word
comes first. The answer also gives the number of words that are not yet ruled out as the best.

--by bound ranks by certified intervals alone, and says whether the best word is proved to be best.

--by decks narrows these intervals by sampled decks, as dovetail tvd does, in rounds for the words that are not yet
ruled out, until one word is left, or the limit --work or --time is reached. The probability that all intervals hold
is at least 1 - delta.

With --effort R=5,H=6,D=35 --within 45 the rankings by distance, bound and decks have the words of all lengths whose
letters together take at most 45 seconds (or any other unit), and give the best word for each effort.

--by law computes the distance exactly, for small decks, from the law on all n! orders, and gives Kendall's tau
between this ranking and those by scores of single cards.

--by c, ew, maxerror, tvd and worst rank by scores of single cards, from exact position laws: nothing is sampled.
Up to length 8 every law is scored. For longer words most laws are rejected by bounds without being computed, if the
score is tvd, worst or maxerror, or if it is c and enough words have C = 1; the answer is the same to the last
bit. C is truncated, not rounded, to three decimals, as in Ide and Okuda (2018).

--by sampled takes decks of up to ten million cards. From --deals random deals of each word it computes a lower
bound on the distance, and the C and distance of a position law of 64 by 64 cells.`,
		Example: `  dovetail rank
  dovetail rank -m 2..7 --top 3
  dovetail rank -m 10 --by tvd --out best.csv
  dovetail rank -n 32 -m 6 --alphabet H,R --model 'H=hindu(mean=6,sd=1)'
  dovetail rank --preset narrow-cut --by ew
  dovetail rank -m 18 --by tvd
  dovetail rank --effort R=5,H=6,D=35 --within 60
  dovetail rank -m 6..9 --png best.png
  dovetail rank --by bound
  dovetail rank --by decks -m 5 --work 5m --resume race5
  dovetail rank -n 8 -m 4 --by law --model 'H=hindu(mean=20/13,sd=10/39)' --model 'D=deal(order=1-3-2)'
  dovetail rank -n 1e5 -m 3 --alphabet R,C,T --by sampled --deals 100
  dovetail rank -m 20 --by tvd --resume rank20`,
	}, commandSpec{
		label: "words", threads: true, memory: programMemory, resume: true,
		draws: "draw the distance of the best word over the lengths or, by scores of single cards, the blue, white and red cells of the " +
			"ten best words of each length",
	})
}

// The commands about laws of more than single cards: law and pairs of a word, and riffles.

func newLaw() *cobra.Command {
	return questionCommand("law", &cobra.Command{
		Use:   "law WORD",
		Short: "The law of a word on all n! decks, for small n",
		Long: `Compute the probability of each of the n! decks after a word of shuffles, and how far this law is from uniform:
total variation distance, separation, l-2 norm, entropy, support, and the most and least likely decks. Letters with
rational probabilities are computed in whole numbers, others with a bound on the error.`,
		Example: `  dovetail law RRDRR -n 8
  dovetail law HRRR -n 8 --model 'H=hindu(mean=20/13,sd=25/78)' --top 5
  dovetail law RRRRRRR -n 10 --format json
  dovetail law RDR -n 6 --decks decks.csv`,
	}, commandSpec{label: "laws", threads: true, memory: programMemory + " for laws on all n! decks",
		decks: "write the probability of every deck to `FILE` as CSV", decksAs: []string{".csv"}})
}

func newPairs() *cobra.Command {
	return questionCommand("pairs", &cobra.Command{
		Use:   "pairs WORD",
		Short: "The law of ordered pairs of cards after a word, and which neighbours stay together",
		Example: `  dovetail pairs HDHRDHH
  dovetail pairs RRRRRRR -n 32 --format csv`,
	}, commandSpec{label: "pairs", threads: true, memory: programMemory})
}

func newRiffles() *cobra.Command {
	return questionCommand("riffles", &cobra.Command{
		Use:   "riffles [TIMES|CARD...]",
		Short: "How far a deck is from fair after riffles, or shelf machines, exactly",
		Long: `The distance from a fair deck after riffles (Gilbert, Shannon and Reeds), by the closed form of Bayer
and Diaconis over rising sequences: total variation, separation, maximum relative error, entropy deficit and
birthday bound. With --cut the deck is also cut once, at a uniform place, before or after all riffles. JSON and CSV
also give the event whose probabilities in this deck and in a fair one differ most, and both probabilities. The event
is that the deck has at most a certain number of rising sequences.

With --shelf: after passes through a shelf machine, by the closed form of Diaconis, Fulman and Holmes over peaks.
With --top: after moves of that many cards from the top to random places, by the closed form of Diaconis, Fill and
Pitman. With --swaps: after exchanges of the cards of two random places, of up to 60 cards, by the law of the lengths
of cycles. With a deck, given by its cards or in --file: the probability of that deck. One argument of rising numbers,
such as 7, 5..8 or 7,8, is numbers of riffles.`,
		Example: `  dovetail riffles
  dovetail riffles 7
  dovetail riffles 5..8
  dovetail riffles --digits 30
  dovetail riffles -n 1000 --riffles 10..20 --png cutoff.png
  dovetail riffles --a 3 --cut none,before,after --format csv
  dovetail riffles --shelf 10 --riffles 1..3
  dovetail riffles --top 1 --riffles 100..300 --png top.png
  dovetail riffles --swaps
  dovetail riffles --file deck.txt`,
	}, commandSpec{label: "shuffles", threads: true, cards: &cardFlags{times: "riffles"},
		draws: "draw the distances over the number of shuffles"})
}

// The command about one deck.

func newDeck() *cobra.Command {
	return questionCommand("deck", &cobra.Command{
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
	}, commandSpec{label: "riffles", cards: new(cardFlags)})
}

// The commands about decks that are sampled.

func newTVD() *cobra.Command {
	return questionCommand("tvd", &cobra.Command{
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
step would take more than --work or --time allows.

With --piles 2..26 the deals of the word are into so many piles, one number after the other, to tell which deal is best. A
test of decks bounds each distance from below; with --decks walks bound it from above.`,
		Example: `  dovetail tvd RRRRRDR
  dovetail tvd RRRRDRR --width 0.03 --time 10m
  dovetail tvd HRRRRRR --decks 1e5 --format json
  dovetail tvd HRRRRRR --proved --explain
  dovetail tvd RDRRDRRR --piles 2..26 --png piles.png`,
	}, commandSpec{label: "decks", threads: true, memory: programMemory, resume: true, draws: "with --piles, draw the distances over the number of piles"})
}

func newOpening() *cobra.Command {
	return questionCommand("opening", &cobra.Command{
		Use:   "opening [WORD]",
		Short: "How many cards of a kind, or of several, are in an opening hand after a word",
		Long: `The numbers of cards of one kind or of several, such as the lands and creatures of a card game, among the first cards of
a deck after a word of shuffles, compared with a fair deck; without a word, of a fair deck, exactly. The means are exact. The standard deviations are exact up to
128 cards if the letters have laws of pairs. The probability of each hand is estimated from random deals; all intervals
hold together.`,
		Example: `  dovetail opening RRR -n 60 --kinds 24 --hand 7
  dovetail opening -n 60 --kinds 24 --hand 7
  dovetail opening RRR -n 40 --kinds land=17,creature=15,spell=8 --keep land=2..4 --mulligans 1
  dovetail opening MMMMMC -n 99 --kinds 37 --hand 7 --deals 1e6`,
	}, commandSpec{
		label: "deals", threads: true, memory: programMemory + " for the exact standard deviation",
		draws: "draw the shares of the hands",
	})
}

func newSample() *cobra.Command {
	return questionCommand("sample", &cobra.Command{
		Use:   "sample WORD",
		Short: "Statistics of random deals of a word on decks of up to ten million cards (sampled)",
		Long: `Deal a word many times, and compare the distributions of ten statistics of the deck with those of a fair deck. The
answer also has a lower bound on the total variation distance of the word over all orders: half of the deals choose
an event, the other half test it. The same seed gives the same answer for any number of threads.`,
		Example: `  dovetail sample RRRRRRR
  dovetail sample RRRRRRRRRRRRRRRRRRRRRRR -n 1e5 --deals 1000 --png riffles.png
  dovetail sample HRD -n 1000 --deals 20 --decks decks.ndjson`,
	}, commandSpec{
		label: "deals", threads: true, draws: "draw the distributions of the statistics",
		decks:   "write the decks to `FILE`, one on each line, as a JSON list of its cards from the top",
		decksAs: []string{".ndjson", ".jsonl"},
	})
}

// The commands about assumptions: emax and models.

func newEmax() *cobra.Command {
	return questionCommand("emax", &cobra.Command{
		Use:   "emax",
		Short: "The tolerance e_max within which a uniform shuffle looks white",
		Long: `The tolerance e_max within which all n^2 cells of a uniform shuffle stay in 95% of experiments of s
deals: by exact binomial tails of independent cells, by the closed formula, and with --simulate by the
paper's own procedure.`,
		Example: `  dovetail emax
  dovetail emax --simulate 1000 --png emax.png
  dovetail emax -n 40 --samples 1e5`,
	}, commandSpec{label: "deals", threads: true, draws: "draw the distribution of the largest errors of the runs"})
}

func newModels() *cobra.Command {
	return questionCommand("models", &cobra.Command{
		Use:   "models [NAME]",
		Short: "The shuffle models, their parameters, and the letters that stand for them",
		Long: `The shuffle models with their parameters, and the default letters that stand for them; --model of other commands
redefines one. A model is written name(key=value,...); parameters left out have their defaults. A name is that of a model,
or a word of players such as mash, strip or smoosh.`,
		Example: `  dovetail models
  dovetail models mash
  dovetail models --format json
  dovetail rank --alphabet R,F,T -m 6
  dovetail score XRX --model 'X=inverse(of=hindu(mean=4,sd=1))'`,
	}, commandSpec{label: "models"})
}

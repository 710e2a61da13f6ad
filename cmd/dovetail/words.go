package main

import (
	"github.com/spf13/cobra"
)

// The commands about words: score about one, rank about all of a length.

func newScore() *cobra.Command {
	var o askFlags
	return o.asksFor("score", &cobra.Command{
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
	}, asking{label: "scores", threads: true,
		draws: "draw the blue, white and red cells of the word, T of random deals in greys, or each repetition and the curve of C,"})
}

func newRank() *cobra.Command {
	var o askFlags
	return o.asksFor("rank", &cobra.Command{
		Use:   "rank",
		Short: "Rank every word of shuffles by its distance from a fair deck",
		Long: `Rank all words of a given length by their total variation distance from a fair deck over all orders: by
intervals that are on record or certified, beside the convergence C of single cards. The best known word comes
first. The answer also gives the number of words that are not yet ruled out as the best.

--by bound ranks by certified intervals alone, and says whether the best word is proved to be best.

--by decks narrows these intervals by sampled decks, as dovetail tvd does, in rounds for the words that are not yet
ruled out, until one word is left, or the limit --work or --time is reached. The probability that all intervals hold
is at least 1 - delta. With --effort R=5,H=6,D=35 --within 45 it ranks the words of all lengths whose letters together
take at most 45 seconds (or any other unit), and gives the best word for each effort.

--by law computes the distance exactly, for small decks, from the law on all n! orders, and gives Kendall's tau
between this ranking and those by scores of single cards.

--by c, ew, maxerror, tvd and worst rank by scores of single cards, from exact position laws: nothing is sampled.
Up to length 8 every law is scored. For longer words most laws are rejected by bounds without being computed, if the
score is tvd, worst or maxerror, or if it is c and enough words have C = 1; the answer is the same to the last bit
(--exhaustive scores every law). C is truncated, not rounded, to three decimals, as in Ide and Okuda (2018).

--by sampled takes decks of up to ten million cards. From --deals random deals of each word it computes a lower
bound on the distance, and the C and distance of a position law of 64 by 64 cells.`,
		Example: `  dovetail rank
  dovetail rank -m 2..7 --top 3
  dovetail rank -m 10 --by tvd --out best.csv
  dovetail rank -n 32 -m 6 --alphabet H,R --model 'H=hindu(mean=6,sd=1)'
  dovetail rank --preset narrow-cut --by ew
  dovetail rank -m 18 --by tvd
  dovetail rank --by bound
  dovetail rank --by decks -m 5 --work 5m --resume race5
  dovetail rank --by decks --effort R=5,H=6,D=35 --within 45
  dovetail rank -n 8 -m 4 --by law --model 'H=hindu(mean=20/13,sd=10/39)' --model 'D=deal(order=1-3-2)'
  dovetail rank -n 1e5 -m 3 --alphabet R,C,T --by sampled --deals 100
  dovetail rank -m 20 --by tvd --resume rank20`,
	}, asking{
		label: "words", threads: true, memory: programMemory, resume: true,
		draws: "draw the blue, white and red cells of the ten best words of each length",
	}, options{o.doubleOption("by scoring every law where bounds rejected most, and the reverse")})
}

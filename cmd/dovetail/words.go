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

--times scores the word repeated over and over. --runs says how the white count varies over real deals: the word is
dealt --samples times, as in the paper, in each of so many runs, and the distribution of w is compared with the
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
intervals that are on record or else certified, beside the convergence C of single cards. The best known word comes
first, and it is said how many others are not ruled out.

--by bound ranks by certified intervals alone, and says whether the best word is proved to be best.

--by decks makes these intervals narrower by sampled decks, as dovetail tvd does, in rounds for the words that are not
ruled out, until one is left, or --work is done or --time over. The probability that all intervals hold is at
least 1 - delta. With --effort R=5,H=6,D=35 --within 45 it takes the words of all lengths whose letters together take at most 45, in
seconds or any other unit, and says what each effort buys.

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

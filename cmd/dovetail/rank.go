package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/number"
	"dovetail/search/deals"
	"dovetail/search/decks"
	"dovetail/search/laws"
	"dovetail/search/words"
)

func newRank() *cobra.Command {
	var o struct {
		queryFlags
		outputFlags
		threadFlags
		resumeFlags
		memoryFlags
		yesFlags
		lengths            [2]int
		by                 words.Key
		top, deals, rounds int
		exhaustive         bool
		time               time.Duration
		delta              float64
		seed               number.Uint
		picture            string
	}
	keys := map[words.Key]func(words.All) results.Question{
		words.ByBound: func(all words.All) results.Question { return words.IntervalRanking{All: all} },
		decks.ByDecks: func(all words.All) results.Question {
			return decks.Race{All: all, Delta: o.delta, Seed: o.seed, Rounds: o.rounds,
				Time: time.Duration(float64(o.time) * all.Share(o.lengths))}
		},
		laws.ByLaw: func(all words.All) results.Question { return laws.Question{All: all} },
		deals.BySampled: func(all words.All) results.Question {
			return deals.Ranking{N: all.N, Letters: all.Letters, M: all.M, Top: all.Top, Deals: o.deals, Seed: o.seed,
				Delta: o.delta}
		},
	}
	for _, key := range words.Keys {
		keys[key] = func(all words.All) results.Question {
			return words.ScoreRanking{All: all, By: key, Exhaustive: o.exhaustive}
		}
	}
	questions := func([]string) (all []results.Question, err error) {
		letters, err := o.Letters()
		for m := o.lengths[0]; m <= o.lengths[1]; m++ {
			all = append(all, keys[o.by](words.All{Scoring: o.scoring(letters), M: m, Top: o.top}))
		}
		return all, err
	}
	draw := func(ctx context.Context, records []results.Record) error {
		if o.picture == "" {
			return nil
		}
		blocks, err := words.Picture(ctx, records)
		if err == nil {
			err = figure.WriteFile(o.picture, blocks...)
		}
		return err
	}
	return o.command(&cobra.Command{
		Use:   "rank",
		Short: "Rank every word of shuffles by how well it mixes single cards, exactly",
		Long: `Rank all words of a given length by the scores of their exact position laws.
Nothing is sampled: the laws of the letters are multiplied. Up to length 8 every law is scored. For longer words
most laws are rejected by bounds without being computed, if the score is tvd, worst or maxerror, or if it is c
and enough words have C = 1; the answer is the same to the last bit (--exhaustive scores every law). C is truncated,
not rounded, to three decimals, as in Ide and Okuda (2018).

These scores describe single cards. Other scores describe the order of the whole deck, by its total variation
distance from a fair deck.

--by law computes this distance exactly, for small decks, from the law on all n! orders, and gives Kendall's tau
between this ranking and those by scores of single cards.

--by bound ranks the words by certified intervals that contain the distance, gives their rank by C, and says
whether the best word is proved to be best.

--by decks makes these intervals narrower by sampled decks, as dovetail tvd does, in rounds for the words that could
still be best, until one is left or --time is over. The probability that all intervals hold is at least 1 - delta.

--by sampled takes decks of up to ten million cards. From --deals random deals of each word it computes a lower
bound on the distance, and the C and distance of a position law of 64 by 64 cells.`,
		Example: `  dovetail rank
  dovetail rank -m 2..7 --top 3
  dovetail rank -m 10 --by tvd --out best.csv
  dovetail rank -n 32 -m 6 --alphabet H,R --model 'H=hindu(mean=6,sd=1)'
  dovetail rank --preset narrow-cut --by ew
  dovetail rank -m 18 --by tvd
  dovetail rank --by bound
  dovetail rank --by decks -m 5 --time 5m --resume race5
  dovetail rank -n 8 -m 4 --by law --model 'H=hindu(mean=20/13,sd=10/39)' --model 'D=deal(order=1-3-2)'
  dovetail rank -n 1e5 -m 3 --alphabet R,C,T --by sampled --deals 100
  dovetail rank -m 20 --by tvd --resume rank20`,
	}, asking{
		label: "words", questions: questions, draw: draw,
		threads: &o.threadFlags, memory: &o.memoryFlags, yes: &o.yesFlags, resume: &o.resumeFlags,
	}, o.queryFlags.upTo(deals.MaxSampledDeck), options{
		flag(&o.lengths, "length,m", "7", "length of the words, or a range such as 2..10",
			span[int]("m", 1, words.MaxLength)),
		flag(&o.by, "by", string(words.ByConvergence),
			"score to rank by: c, ew, maxerror, tvd or worst (of single cards; ties are ordered by mean TVD, then by the "+
				"word); bound (certified TVD over all orders); decks (sampled TVD over all orders); law (exact TVD over all "+
				"orders, for small n); sampled (lower bounds from random deals, for any n)", choice("by",
				append(words.Keys, words.ByBound, decks.ByDecks, laws.ByLaw, deals.BySampled)...)),
		numberOption(&o.top, "top", "10", 0, words.MaxTop, "number of words to list"),
		boolFlag(&o.exhaustive, "exhaustive", "compute and score every law instead of rejecting most by bounds"),
		flag(&o.delta, "delta", "1e-6", "with --by decks or sampled, probability that not all intervals or bounds hold",
			chance("delta")),
		numberOption(&o.deals, "deals", "1000", 2, deals.MaxSamples,
			"with --by sampled, number of deals of each word, 2 to 1e6"),
		seedOption(&o.seed),
		pictureOption(&o.picture, "draw the blue, white and red cells of the ten best words of each length"),
		{check: func() error {
			if o.picture != "" && (!slices.Contains(words.Keys, o.by) || o.top == 0) {
				return fmt.Errorf("png draws the best words by a score of single cards, %s: not by %s, and --top 1 at least",
					list(words.Keys), o.by)
			}
			return nil
		}},
	}, roundOptions(&o.rounds, decks.MaxRounds, &o.time, "10m0s", "with --by decks, "))
}

package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"dovetail/exact/pairs"
	"dovetail/exact/tally"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/deals"
	"dovetail/search/decks"
	"dovetail/search/laws"
	"dovetail/search/words"
)

// The commands about words: score, repeat and spread about one, rank about all of a length.

func newScore() *cobra.Command {
	var o struct {
		askFlags
		queryFlags
		text, matrix string
		deals        int64
		seed         number.Uint
	}
	var cmd *cobra.Command
	dealt := flag(&o.deals, "deals", "",
		"also deal the word this many times, and give T, P, E, w and C of these deals; replaces --samples",
		integer[int64]("deals", 1, tally.MaxSamples))
	dealt.check = func() error {
		switch {
		case o.deals > 0 && cmd.Flags().Changed("samples"):
			return errors.New("deals and samples are the same number s: give only one of them")
		case o.deals > 0:
			o.samples = o.deals
		}
		return nil
	}
	question := func([]string) ([]results.Question, error) {
		word, err := o.word(o.text)
		d := deals.Dealt{Spelled: word, Deals: o.deals > 0}
		if d.Deals {
			d.Seed = o.seed
		}
		if o.matrix != "" {
			return []results.Question{deals.Matrix{Dealt: d, What: o.matrix}}, err
		}
		return []results.Question{deals.Score{Dealt: d}}, err
	}
	cmd = o.command(&cobra.Command{
		Use:   "score WORD",
		Short: "All scores of one word, after each of its letters",
		Long: `All scores of one word, after each of its letters, from its exact law. With --deals also the scores counted from
that many random deals, as in the paper. The same seed deals the same cards for any number of threads.`,
		Example: `  dovetail score HDHRDHH
  dovetail score RRRRRRR --png rrrrrrr.png
  dovetail score HRD -n 10 --matrix P --format csv
  dovetail score HDHRDHH --deals 1e6 --seed 1 --png dealt.png`,
	}, asking{label: "letters", threads: true, questions: question,
		draws: "draw the blue, white and red cells of the word, and T of random deals in greys,"}, options{
		wordArgument(&o.text),
		dealt,
		seedOption(&o.seed),
		flag(&o.matrix, "matrix", "", "write the position law instead: P, or E = P - 1/n, or T = s P of random deals",
			choice("matrix", "P", "E", "T")),
	}, o.queryFlags.options())
	return cmd
}

func newRepeat() *cobra.Command {
	var o struct {
		askFlags
		queryFlags
		text  string
		times int
	}
	return o.command(&cobra.Command{
		Use:   "repeat WORD",
		Short: "Scores of a word repeated over and over",
		Example: `  dovetail repeat H --times 90 --png hindu.png
  dovetail repeat R --times 10
  dovetail repeat HDR --times 5 --format csv`,
	}, asking{label: "repetitions", draws: "draw each repetition and the curve of C",
		questions: func([]string) ([]results.Question, error) {
			word, err := o.word(o.text)
			return []results.Question{words.Repetitions{Spelled: word, Times: o.times}}, err
		}}, options{
		wordArgument(&o.text),
		numberOption(&o.times, "times", "20", 1, words.MaxTimes, "number of repetitions of the word").alias("max"),
	}, o.queryFlags.options())
}

func newSpread() *cobra.Command {
	var o struct {
		askFlags
		queryFlags
		text string
		runs int
		seed number.Uint
	}
	return o.command(&cobra.Command{
		Use:   "spread WORD",
		Short: "How the white count of a word varies over real deals (sampled)",
		Long: `Deal a word --samples times and count the white cells, as the paper does; repeat this --runs times. The answer
compares the distribution of w with the prediction of the exact law. The same seed gives the same answer for any
number of threads.`,
		Example: `  dovetail spread HDHRDHH --runs 50
  dovetail spread RRR --runs 200 --samples 1e5 --seed 7 --format csv`,
	}, asking{label: "deals", threads: true,
		questions: func([]string) ([]results.Question, error) {
			word, err := o.word(o.text)
			return []results.Question{deals.Spreading{Spelled: word, Runs: o.runs, Seed: o.seed}}, err
		}}, options{
		wordArgument(&o.text),
		numberOption(&o.runs, "runs", "50", 1, deals.MaxRuns, "number of repetitions of s deals"),
		seedOption(&o.seed),
	}, o.queryFlags.options())
}

// Groups of flags that choose a deck, and the letters of words.

// cardsOption is the flag for the size of a deck.
func cardsOption(to *int, byDefault string, lo, hi int64) option {
	return flag(to, "cards,n", byDefault, fmt.Sprintf("number of cards, %d to %d", lo, hi),
		integer[int]("n", lo, hi)).alias("size")
}

// dealsOption is the flag for the number of deals.
func dealsOption(to *int64) option {
	return numberOption(to, "samples", "1e6", 1, tally.MaxSamples,
		"number s of deals for which E[w] and the automatic e_max are computed")
}

// presetOption reads the paper.
func presetOption(to *string) option {
	return flag(to, "preset", shuffle.Literal,
		"models of the letters: literal (the paper taken literally) or narrow-cut (riffle cut rounded from N(n/2, sd 5/3))",
		choice("preset", shuffle.Presets()...))
}

// modelOption defines letters.
func modelOption(to *[]shuffle.Letter) option {
	return flag(to, "model", "",
		"define a letter, for example 'R=riffle(cut=normal,sd=5/3)', by a model of dovetail models; repeatable", model(to))
}

// letterFlags choose the letters.
type letterFlags struct{ shuffle.Spelling }

func (f *letterFlags) options() options {
	return options{
		flag(&f.Names, "alphabet", shuffle.ListNames(shuffle.DefaultNames),
			"letters that words are made of; "+shuffle.ListNames(shuffle.Names())+" have a model (see dovetail models), "+
				"others need --model", alphabet),
		presetOption(&f.Preset),
		modelOption(&f.Definitions),
	}
}

// queryFlags choose deck, letters and tolerance.
type queryFlags struct {
	letterFlags
	samples int64
	emax    string
}

func (f *queryFlags) options() options { return f.upTo(words.MaxDeck) }

// upTo is for decks of other sizes too, which someone else refuses.
func (f *queryFlags) upTo(most int64) options {
	return append(f.letterFlags.options(),
		cardsOption(&f.N, "52", 1, most),
		dealsOption(&f.samples),
		flag(&f.emax, "emax", "",
			"tolerance: paper (5.86e-4), auto (exact binomial tails) or a number (default: paper if n=52 and s=1e6, "+
				"otherwise auto)", filled("text", "emax", "paper, auto or a number")),
	)
}

// query computes the laws of the letters.
func (f *queryFlags) query(letters []shuffle.Letter) (words.Query, error) {
	q, err := words.NewQuery(f.N, letters, f.emax, f.samples)
	return q, usage(err)
}

// all are the letters of the alphabet with their laws.
func (f *queryFlags) all() (words.Query, error) {
	letters, err := f.Letters()
	if err != nil {
		return words.Query{}, usage(err)
	}
	return f.query(letters)
}

// word reads a word, whose letters join the default alphabet if they have models.
func (f *queryFlags) word(text string) (words.Spelled, error) {
	letters, text, err := f.Word(text)
	return words.Spelled{Scoring: f.scoring(letters), Word: text}, err
}

// scoring is what scores of words of the letters depend on.
func (f *queryFlags) scoring(letters []shuffle.Letter) words.Scoring {
	return words.Scoring{N: f.N, Letters: letters, Emax: cmp.Or(f.emax, tally.Default(f.N, f.samples)), Samples: f.samples}
}

// pairFlags choose the deck and the models of the letters of one word.
type pairFlags struct {
	shuffle.Spelling
	text string
}

func (f *pairFlags) options(largest int64) options {
	return options{
		wordArgument(&f.text),
		cardsOption(&f.N, "52", pairs.MinDeck, largest),
		presetOption(&f.Preset),
		modelOption(&f.Definitions),
	}
}

// question reads the word, whose letters are in the order of their first appearance.
func (f *pairFlags) question() (pairs.Question, error) {
	letters, text, err := f.Own(f.text)
	return pairs.Question{N: f.N, Letters: letters, Word: text}, err
}

func newRank() *cobra.Command {
	var o struct {
		askFlags
		queryFlags
		lengths            [2]int
		by                 words.Key
		top, deals, rounds int
		exhaustive         bool
		time               time.Duration
		delta              float64
		seed               number.Uint
		budget             words.Budget
	}
	keys := map[words.Key]func(words.All) results.Question{
		words.ByBound: func(all words.All) results.Question { return words.IntervalRanking{All: all} },
		decks.ByDecks: func(all words.All) results.Question {
			return decks.Race{All: all, Budget: o.budget, Delta: o.delta, Seed: o.seed, Rounds: o.rounds,
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
		if o.budget.Given() {
			longest := max(1, o.budget.Longest(letters))
			o.lengths = [2]int{longest, longest}
		}
		for m := o.lengths[0]; m <= o.lengths[1]; m++ {
			all = append(all, keys[o.by](words.All{Scoring: o.scoring(letters), M: m, Top: o.top}))
		}
		return all, err
	}
	lengths := flag(&o.lengths, "length,m", "7", "length of the words, or a range such as 2..10",
		span[int]("m", 1, words.MaxLength))
	effort := flag(&o.budget.Effort, "effort", "", "with --by decks, what each letter takes, such as R=5,H=6,D=35: "+
		"words of all lengths that take no more than --within", efforts)
	within := flag(&o.budget.Within, "within", "", "with --effort, the most that a word may take, in the same unit",
		positive("within"))
	exhaustive := boolFlag(&o.exhaustive, "exhaustive", "compute and score every law instead of rejecting most by bounds")
	each := numberOption(&o.deals, "deals", "1000", 2, deals.MaxSamples,
		"with --by sampled, number of deals of each word, 2 to 1e6")
	seed, rounds := seedOption(&o.seed), roundOptions(&o.rounds, decks.MaxRounds, &o.time, "10m0s", "with --by decks, ")
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
With --effort R=5,H=6,D=35 --within 45 it takes the words of all lengths whose letters together take at most 45, in
seconds or any other unit, and says what each effort buys.

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
  dovetail rank --by decks --effort R=5,H=6,D=35 --within 45
  dovetail rank -n 8 -m 4 --by law --model 'H=hindu(mean=20/13,sd=10/39)' --model 'D=deal(order=1-3-2)'
  dovetail rank -n 1e5 -m 3 --alphabet R,C,T --by sampled --deals 100
  dovetail rank -m 20 --by tvd --resume rank20`,
	}, asking{
		label: "words", questions: questions, threads: true, memory: programMemory, resume: true,
		draws: "draw the blue, white and red cells of the ten best words of each length",
	}, o.queryFlags.upTo(deals.MaxSampledDeck), options{
		lengths, effort, within,
		flag(&o.by, "by", string(words.ByConvergence),
			"score to rank by: c, ew, maxerror, tvd or worst (of single cards; ties are ordered by mean TVD, then by the "+
				"word); bound (certified TVD over all orders); decks (sampled TVD over all orders); law (exact TVD over all "+
				"orders, for small n); sampled (lower bounds from random deals, for any n)", choice("by",
				append(words.Keys, words.ByBound, decks.ByDecks, laws.ByLaw, deals.BySampled)...)),
		numberOption(&o.top, "top", "10", 0, words.MaxTop, "number of words to list"),
		o.doubleOption("by scoring every law where bounds rejected most, and the reverse"),
		exhaustive,
		flag(&o.delta, "delta", "1e-6", "with --by decks or sampled, probability that not all intervals or bounds hold",
			chance("delta")),
		each, seed,
		{check: func() error {
			by := func(keys ...words.Key) bool { return slices.Contains(keys, o.by) }
			if err := cmp.Or(
				rounds.without(!by(decks.ByDecks), "only --by decks has rounds and a limit of time"),
				options{each}.without(!by(deals.BySampled), "only --by sampled deals decks of each word"),
				options{seed}.without(!by(decks.ByDecks, deals.BySampled), "nothing is sampled by "+string(o.by)),
				options{exhaustive}.without(!by(words.Keys...), "every word is looked at by "+string(o.by)),
			); err != nil {
				return err
			}
			switch {
			case effort.given() != within.given():
				return errors.New("effort and within belong together: --effort R=5,H=6,D=35 --within 45")
			case effort.given() && o.by != decks.ByDecks:
				return fmt.Errorf("effort: words are ranked within one by decks only, not by %s", o.by)
			case effort.given() && lengths.given():
				return errors.New("effort is for words of all lengths; leave out -m")
			}
			if o.picture != "" && (!slices.Contains(words.Keys, o.by) || o.top == 0) {
				return fmt.Errorf("png draws the best words by a score of single cards, %s: not by %s, and --top 1 at least",
					list(words.Keys), o.by)
			}
			return nil
		}},
	}, rounds)
}

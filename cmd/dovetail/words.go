package main

import (
	"errors"

	"github.com/spf13/cobra"

	"dovetail/exact/tally"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/number"
	"dovetail/search/deals"
	"dovetail/search/words"
)

// The commands about one word: score, repeat and spread.

func newScore() *cobra.Command {
	var o struct {
		queryFlags
		outputFlags
		threadFlags
		yesFlags
		text, picture, matrix string
		deals                 int64
		seed                  number.Uint
	}
	var cmd *cobra.Command
	dealt := flag(&o.deals, "deals", "", "also deal the word this many times, and give T, P, E, w and C of these deals; replaces --samples",
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
	cmd = declare(&cobra.Command{
		Use:   "score WORD",
		Short: "All scores of one word, after each of its letters",
		Long: `All scores of one word, after each of its letters, from its exact law. With --deals also the scores counted from
that many random deals, as in the paper. The same seed deals the same cards for any number of threads.`,
		Example: `  dovetail score HDHRDHH
  dovetail score RRRRRRR --png rrrrrrr.png
  dovetail score HRD -n 10 --matrix P --format csv
  dovetail score HDHRDHH --deals 1e6 --seed 1 --png dealt.png`,
	}, o.ask(asking{label: "letters", threads: &o.threadFlags, yes: &o.yesFlags, questions: question, answer: drawing(&o.picture)}), options{
		wordArgument(&o.text),
		dealt,
		seedOption(&o.seed),
		output(&o.picture, "png", "", "draw the blue, white and red cells of the word, and T of random deals in greys, to `FILE` (.png or .svg)", figure.Check),
		flag(&o.matrix, "matrix", "", "write the position law instead: P, or E = P - 1/n, or T = s P of random deals", choice("matrix", "P", "E", "T")),
	}, o.yesFlags.options(), o.queryFlags.options(), o.threadFlags.options(), o.outputFlags.options())
	return cmd
}

func newRepeat() *cobra.Command {
	var o struct {
		queryFlags
		outputFlags
		yesFlags
		text, picture string
		times         int
	}
	return declare(&cobra.Command{
		Use:   "repeat WORD",
		Short: "Scores of a word repeated over and over",
		Example: `  dovetail repeat H --times 90 --png hindu.png
  dovetail repeat R --times 10
  dovetail repeat HDR --times 5 --format csv`,
	}, o.ask(asking{label: "repetitions", yes: &o.yesFlags, questions: func([]string) ([]results.Question, error) {
		word, err := o.word(o.text)
		return []results.Question{words.Repetitions{Spelled: word, Times: o.times}}, err
	}, answer: drawing(&o.picture)}), options{
		wordArgument(&o.text),
		flag(&o.times, "times", "20", "number of repetitions of the word", integer[int]("times", 1, words.MaxTimes)).known("max"),
		output(&o.picture, "png", "", "draw each repetition and the curve of C to `FILE` (.png or .svg)", figure.Check),
	}, o.yesFlags.options(), o.queryFlags.options(), o.outputFlags.options())
}

func newSpread() *cobra.Command {
	var o struct {
		queryFlags
		outputFlags
		threadFlags
		yesFlags
		text string
		runs int
		seed number.Uint
	}
	return declare(&cobra.Command{
		Use:   "spread WORD",
		Short: "How the white count of a word varies over real deals (sampled)",
		Long: `Deal a word --samples times and count the white cells, as the paper does; repeat this --runs times. The answer
compares the distribution of w with the prediction of the exact law. The same seed gives the same answer for any
number of threads.`,
		Example: `  dovetail spread HDHRDHH --runs 50
  dovetail spread RRR --runs 200 --samples 1e5 --seed 7 --format csv`,
	}, o.ask(asking{label: "deals", threads: &o.threadFlags, yes: &o.yesFlags, questions: func([]string) ([]results.Question, error) {
		word, err := o.word(o.text)
		return []results.Question{deals.Spreading{Spelled: word, Runs: o.runs, Seed: o.seed}}, err
	}}), options{
		wordArgument(&o.text),
		flag(&o.runs, "runs", "50", "number of repetitions of s deals", integer[int]("runs", 1, deals.MaxRuns)),
		seedOption(&o.seed),
	}, o.yesFlags.options(), o.queryFlags.options(), o.threadFlags.options(), o.outputFlags.options())
}

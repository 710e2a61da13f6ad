package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"dovetail/exact/tally"
	"dovetail/results"
	"dovetail/results/figure"
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
		seed                  uint64
	}
	var cmd *cobra.Command
	dealt := flag(&o.deals, "deals", "", "also deal the word this often: T, P and E of real deals, and w and C from them; it stands for --samples",
		integer[int64]("deals", 1, tally.MaxSamples))
	dealt.check = func() error {
		switch {
		case o.deals > 0 && cmd.Flags().Changed("samples"):
			return errors.New("deals and samples are the same number s: give one of them")
		case o.deals > 0:
			o.samples = o.deals
		case o.matrix == "T":
			return errors.New("matrix=T counts real deals: say how many with --deals")
		}
		return nil
	}
	cmd = declare(&cobra.Command{
		Use:   "score WORD",
		Short: "All scores of one word, after each of its letters",
		Long: `All scores of one word, after each of its letters, from its exact law; with --deals also what so many
real deals show, as the paper finds it. The same seed deals the same cards for any number of threads.`,
		Example: `  dovetail score HDHRDHH
  dovetail score RRRRRRR --png rrrrrrr.png
  dovetail score HRD -n 10 --matrix P --format csv
  dovetail score HDHRDHH --deals 1e6 --seed 1 --png dealt.png`,
	}, o.paced("letters", func(ctx context.Context) ([]results.Record, error) {
		q, s, w, err := o.word(o.text, &o.outputFlags)
		if err != nil {
			return nil, err
		}
		v := words.NewEvaluator(q)
		plate := func() ([]figure.Block, error) { return words.Plate(ctx, v, q, w) }
		law := func() (results.Law, error) { return words.LawRecord(ctx, v, q, s, w, o.matrix) }
		score := func() (results.Score, error) { return words.ScoreRecord(ctx, v, q, s, w) }
		if o.deals > 0 {
			if err := o.yesFlags.check(fmt.Sprintf("%d deals", o.deals), deals.Seconds(o.N, len(w), o.deals, 1), o.threads); err != nil {
				return nil, err
			}
			c, err := deals.Count(ctx, deals.Query{Alphabet: q.Alphabet, Word: w, Deals: o.deals, Seed: o.seed, Emax: q.Emax.Exact},
				deals.Options{Threads: o.threads, Meter: o.meter.For("deals")})
			if err != nil {
				return nil, err
			}
			plate = func() ([]figure.Block, error) { return c.Plate(), nil }
			law = func() (results.Law, error) { return c.LawRecord(s, o.matrix), nil }
			score = func() (results.Score, error) { return c.Score(ctx, q, s) }
		}
		if o.picture != "" {
			blocks, err := plate()
			if err != nil {
				return nil, err
			}
			if err := figure.WriteFile(o.picture, blocks...); err != nil {
				return nil, err
			}
		}
		if o.matrix != "" {
			return one(law())
		}
		return one(score())
	}), options{
		wordArgument(&o.text),
		dealt,
		seedOption(&o.seed),
		output(&o.picture, "png", "", "draw the word's blue, white and red cells to `FILE` (.png or .svg), and T of real deals in greys", figure.Check),
		flag(&o.matrix, "matrix", "", "write the position law instead: P, or E = P - 1/n, or T = s P of real deals", choice("matrix", "P", "E", "T")),
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
	}, o.paced("repetitions", func(ctx context.Context) ([]results.Record, error) {
		q, s, w, err := o.word(o.text, &o.outputFlags)
		if err != nil {
			return nil, err
		}
		if err := o.yesFlags.check(fmt.Sprintf("%d repetitions", o.times), words.RepeatSeconds(q, w, o.times), 1); err != nil {
			return nil, err
		}
		v := words.NewEvaluator(q)
		r, err := words.Repeat(ctx, v, q, s, w, o.times)
		if err != nil {
			return nil, err
		}
		if o.picture != "" {
			blocks, err := words.Montage(ctx, v, q, w, r)
			if err != nil {
				return nil, err
			}
			if err := figure.WriteFile(o.picture, blocks...); err != nil {
				return nil, err
			}
		}
		return one(r, nil)
	}), options{
		wordArgument(&o.text),
		flag(&o.times, "times", "20", "how often to repeat the word", integer[int]("times", 1, 10000)).known("max"),
		output(&o.picture, "png", "", "draw every repetition and the curve of C to `FILE` (.png or .svg)", figure.Check),
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
		seed uint64
	}
	return declare(&cobra.Command{
		Use:   "spread WORD",
		Short: "How the white count of a word varies over real deals (sampled)",
		Long: `Deal a word --samples times, count the white cells as the paper does, and repeat --runs times: the
distribution of w, beside what the exact law predicts. The same seed gives the same answer for any
number of threads.`,
		Example: `  dovetail spread HDHRDHH --runs 50
  dovetail spread RRR --runs 200 --samples 1e5 --seed 7 --format csv`,
	}, o.answer("deals", func(ctx context.Context) ([]results.Record, error) {
		q, s, w, err := o.word(o.text, &o.outputFlags)
		if err != nil {
			return nil, err
		}
		if err := o.yesFlags.check(fmt.Sprintf("%d runs of %d deals", o.runs, o.samples),
			deals.Seconds(o.N, len(w), o.samples, o.runs), o.threads); err != nil {
			return nil, err
		}
		spread := deals.Query{Alphabet: q.Alphabet, Word: w, Deals: o.samples, Runs: o.runs, Seed: o.seed, Emax: q.Emax.Exact}
		return one(spread.Record(ctx, q, s, deals.Options{Threads: o.threads, Meter: o.meter}))
	}), options{
		wordArgument(&o.text),
		flag(&o.runs, "runs", "50", "repetitions of s deals", integer[int]("runs", 1, deals.MaxRuns)),
		seedOption(&o.seed),
	}, o.yesFlags.options(), o.queryFlags.options(), o.threadFlags.options(), o.outputFlags.options())
}

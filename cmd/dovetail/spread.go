package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"dovetail/results/number"
	"dovetail/search/deals"
	"dovetail/search/words"
)

func newSpread() *cobra.Command {
	var model modelFlags
	var output outputFlags
	var threads threadFlags
	var seed seedFlag
	var yes yesFlag
	var runs string
	cmd := &cobra.Command{
		Use:   "spread WORD",
		Short: "How the white count of a word varies over real deals (sampled)",
		Long: `Deal a word --samples times, count the white cells as the paper does, and repeat --runs times: the
distribution of w, beside what the exact law predicts. The same seed gives the same answer for any
number of threads.`,
		Example: `  dovetail spread HDHRDHH --runs 50
  dovetail spread RRR --runs 200 --samples 1e5 --seed 7 --format csv`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			repetitions, err := number.ParseInt("runs", runs, 1, deals.MaxRuns)
			if err != nil {
				return usage(err)
			}
			if err := cmp.Or(threads.check(), output.check()); err != nil {
				return err
			}
			ctx, meter := cmd.Context(), output.meter("deals")
			meter.Start(0, 0)
			defer meter.Stop()
			q, setting, w, err := model.word(args[0])
			if err != nil {
				return err
			}
			if err := yes.check(fmt.Sprintf("%d runs of %d deals", repetitions, model.samples),
				deals.Seconds(model.n, len(w), model.samples, int(repetitions)), threads.workers()); err != nil {
				return err
			}
			white, err := deals.Spread(ctx, deals.Query{
				Alphabet: q.Alphabet,
				Word:     w,
				Deals:    model.samples,
				Runs:     int(repetitions),
				Seed:     seed.value,
				Emax:     q.Emax.Exact,
			}, deals.Options{Threads: threads.threads, Meter: meter})
			if err != nil {
				return err
			}
			exact, err := words.NewEvaluator(q).Row(ctx, w)
			if err != nil {
				return err
			}
			predicted, err := deals.Predict(ctx, q.Alphabet, w, q.White, deals.PredictDeals, seed.value)
			if err != nil {
				return err
			}
			return write(&output, deals.SpreadRecord(setting, exact, seed.value, white, predicted))
		},
	}
	cmd.Flags().StringVar(&runs, "runs", "50", "repetitions of s deals")
	yes.register(cmd)
	seed.register(cmd)
	model.register(cmd)
	threads.register(cmd)
	output.register(cmd)
	return cmd
}

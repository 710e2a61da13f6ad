package main

import (
	"cmp"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/deals"
	"dovetail/search/words"
)

// maxRuns bounds the repetitions of sampling commands.
const maxRuns = 1e7

func newSpread() *cobra.Command {
	var model modelFlags
	var output outputFlags
	var threads threadFlags
	var seed seedFlag
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
			repetitions, err := number.ParseInt("runs", runs, 1, maxRuns)
			if err != nil {
				return usage(err)
			}
			if err := cmp.Or(threads.check(), output.check()); err != nil {
				return err
			}
			q, setting, w, err := model.word(args[0])
			if err != nil {
				return err
			}
			white, err := deals.Spread(cmd.Context(), deals.Query{
				Alphabet: q.Alphabet,
				Word:     w,
				Deals:    model.samples,
				Runs:     int(repetitions),
				Seed:     seed.value,
				Emax:     q.Emax.Exact,
			}, deals.Options{Threads: threads.threads, Meter: output.meter("deals")})
			if err != nil {
				return err
			}
			exact, err := words.NewEvaluator(q).Row(cmd.Context(), w)
			if err != nil {
				return err
			}
			predicted, err := deals.Predict(cmd.Context(), q.Alphabet, w, q.White, deals.PredictDeals, seed.value)
			if err != nil {
				return err
			}
			return write(&output, spreadRecord(setting, exact, seed.value, white, predicted))
		},
	}
	cmd.Flags().StringVar(&runs, "runs", "50", "repetitions of s deals")
	seed.register(cmd)
	model.register(cmd)
	threads.register(cmd)
	output.register(cmd)
	return cmd
}

func spreadRecord(s results.Setting, exact words.Row, seed uint64, white []int, p deals.Prediction) results.Spread {
	summary := deals.Summarize(white)
	record := results.Spread{
		Schema:           results.SpreadSchema,
		Kind:             results.Sampled,
		Setting:          s,
		Word:             exact.Word,
		Runs:             len(white),
		Seed:             seed,
		Mean:             summary.Mean,
		MeanError:        known(summary.MeanError),
		SD:               known(summary.SD),
		SDError:          known(summary.SDError),
		Expected:         exact.Expected,
		IndependentSD:    p.Independent,
		PredictedSD:      p.SD,
		PredictedSDError: p.SDError,
		White:            exact.White,
	}
	slices.Sort(white)
	for _, w := range slices.Backward(white) {
		if k := len(record.Counts); k == 0 || record.Counts[k-1].White != w {
			record.Counts = append(record.Counts, results.Count{White: w})
		}
		record.Counts[len(record.Counts)-1].Runs++
	}
	return record
}

// known is x, or nil where it is not a number.
func known(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}

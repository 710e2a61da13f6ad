package main

import (
	"cmp"
	"math/big"

	"github.com/spf13/cobra"

	"dovetail/exact/tally"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/deals"
)

func newEmax() *cobra.Command {
	var deck deckFlags
	var output outputFlags
	var threads threadFlags
	var seed seedFlag
	var simulate string
	cmd := &cobra.Command{
		Use:   "emax",
		Short: "The tolerance e_max within which a uniform shuffle looks white",
		Long: `The tolerance e_max within which all n^2 cells of a uniform shuffle stay in 95% of experiments of s
deals: by exact binomial tails of independent cells, by the closed formula, and with --simulate by the
paper's own procedure.`,
		Example: `  dovetail emax
  dovetail emax --simulate 1000
  dovetail emax -n 40 --samples 1e5`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := deck.read(); err != nil {
				return err
			}
			runs, err := number.ParseInt("simulate", simulate, 0, maxRuns)
			if err != nil {
				return usage(err)
			}
			if err := cmp.Or(threads.check(), output.check()); err != nil {
				return err
			}
			record := emaxRecord(deck.n, deck.samples, tally.Auto(deck.n, deck.samples))
			if runs > 0 {
				s, err := deals.MaxErrors(cmd.Context(), deck.n, deck.samples, int(runs), seed.value,
					deals.Options{Threads: threads.threads, Meter: output.meter("deals")})
				if err != nil {
					return err
				}
				record.Simulated = quantile(s, int(runs), seed.value)
			}
			return write(&output, record)
		},
	}
	cmd.Flags().StringVar(&simulate, "simulate", "0", "also deal this many runs of s uniform shuffles")
	seed.register(cmd)
	threads.register(cmd)
	deck.register(cmd)
	output.register(cmd)
	return cmd
}

func emaxRecord(n int, samples int64, exact *big.Rat) results.Emax {
	e := results.Emax{
		Schema:     results.EmaxSchema,
		Kind:       results.Exact,
		N:          n,
		Samples:    number.OfInt(samples),
		Confidence: tally.Confidence.RatString(),
		Exact:      exact.RatString(),
		Formula:    tally.Formula(n, samples),
	}
	e.ExactFloat, _ = exact.Float64()
	if n == 52 && samples == 1000000 {
		e.Published, _ = tally.Published.Float64()
	}
	return e
}

func quantile(s *deals.Simulated, runs int, seed uint64) *results.Quantile {
	q := &results.Quantile{Kind: results.Sampled, Runs: runs, Seed: seed, StdError: known(s.Error)}
	q.Value, _ = s.Emax.Float64()
	for _, end := range []struct {
		from *big.Rat
		to   **float64
	}{{s.Low, &q.Low}, {s.High, &q.High}} {
		if end.from != nil {
			x, _ := end.from.Float64()
			*end.to = &x
		}
	}
	return q
}

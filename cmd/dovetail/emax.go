package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"dovetail/results/number"
	"dovetail/search/deals"
)

func newEmax() *cobra.Command {
	var deck deckFlags
	var output outputFlags
	var threads threadFlags
	var seed seedFlag
	var yes yesFlag
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
			runs, err := number.ParseInt("simulate", simulate, 0, deals.MaxRuns)
			if err != nil {
				return usage(err)
			}
			if err := cmp.Or(threads.check(), output.check()); err != nil {
				return err
			}
			record := deals.EmaxRecord(deck.n, deck.samples)
			if err := yes.check(fmt.Sprintf("%d runs of %d deals", runs, deck.samples),
				deals.Seconds(deck.n, 1, deck.samples, int(runs)), threads.workers()); err != nil {
				return err
			}
			if runs > 0 {
				s, err := deals.MaxErrors(cmd.Context(), deck.n, deck.samples, int(runs), seed.value,
					deals.Options{Threads: threads.threads, Meter: output.meter("deals")})
				if err != nil {
					return err
				}
				record.Simulated = s.Record(seed.value)
			}
			return write(&output, record)
		},
	}
	cmd.Flags().StringVar(&simulate, "simulate", "0", "also deal this many runs of s uniform shuffles")
	yes.register(cmd)
	seed.register(cmd)
	threads.register(cmd)
	deck.register(cmd)
	output.register(cmd)
	return cmd
}

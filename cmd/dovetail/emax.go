package main

import (
	"math/big"

	"github.com/spf13/cobra"

	"dovetail/exact/tally"
	"dovetail/results"
	"dovetail/results/number"
)

func newEmax() *cobra.Command {
	var deck deckFlags
	var output outputFlags
	cmd := &cobra.Command{
		Use:   "emax",
		Short: "The tolerance e_max within which a uniform shuffle looks white",
		Example: `  dovetail emax
  dovetail emax -n 40 --samples 1e5`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := deck.read(); err != nil {
				return err
			}
			if err := output.check(); err != nil {
				return err
			}
			return write(&output, emaxRecord(deck.n, deck.samples, tally.Auto(deck.n, deck.samples)))
		},
	}
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

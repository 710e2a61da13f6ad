package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

func newOrdersVerify() *cobra.Command {
	var plan planFlags
	var threads threadFlags
	var output outputFlags
	var yes yesFlag
	cmd := &cobra.Command{
		Use:   "verify A..B",
		Short: "Recompute the orders modulo the odd numbers of a range by an independent route",
		Long: `Recompute the orders modulo the odd numbers of a range with plain remainders: small orders by a
halving walk, the others by a certificate that proves them minimal. Exit code 3 on any mismatch.`,
		Example: `  dovetail orders verify 3..1e7
  dovetail orders verify 1e12..1e12+1e5 --engine window`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := threads.check(); err != nil {
				return err
			}
			if err := output.check(); err != nil {
				return err
			}
			p, err := plan.moduli(args[0], workers(threads.threads))
			if err != nil {
				return err
			}
			if err := yes.check(p.Name(), p.Seconds()+p.VerifySeconds(), workers(threads.threads)); err != nil {
				return err
			}
			meter := output.meter("verify")
			meter.Start(float64((p.To-p.From)/2+1), 0)
			v, err := p.Verify(cmd.Context(), threads.threads, func(moduli int) { meter.Add(float64(moduli)) })
			meter.Stop()
			if err != nil {
				return err
			}
			if err := write(&output, p.VerifyRecord(v)); err != nil {
				return err
			}
			if n := len(v.Mismatches); n > 0 {
				return mismatchError{fmt.Errorf("%d orders are wrong", n)}
			}
			return nil
		},
	}
	yes.register(cmd)
	plan.register(cmd)
	threads.register(cmd)
	output.register(cmd)
	return cmd
}

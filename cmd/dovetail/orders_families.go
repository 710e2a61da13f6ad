package main

import (
	"github.com/spf13/cobra"

	"dovetail/perm/faro"
	"dovetail/results/number"
)

func newOrdersFamilies() *cobra.Command {
	var output outputFlags
	cmd := &cobra.Command{
		Use:   "families N",
		Short: "The perfect shuffles of a deck: k-handed, Monge, milk, deals, and the group of in and out",
		Example: `  dovetail orders families 52
  dovetail orders families 24 --format json`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			n, err := number.ParseInt("n", args[0], 2, 1<<62-1)
			if err != nil {
				return usage(err)
			}
			if err := output.check(); err != nil {
				return err
			}
			record, err := faro.FamiliesRecord(uint64(n))
			if err != nil {
				return refuted(err)
			}
			return write(&output, record)
		},
	}
	output.register(cmd)
	return cmd
}

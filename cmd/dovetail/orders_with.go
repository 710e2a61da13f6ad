package main

import (
	"github.com/spf13/cobra"

	"dovetail/perm/mersenne"
	"dovetail/results/number"
	"dovetail/search/orders"
)

func newOrdersWith() *cobra.Command {
	var output outputFlags
	cmd := &cobra.Command{
		Use:   "with K",
		Short: "Every deck that exactly K perfect shuffles restore",
		Example: `  dovetail orders with 8
  dovetail orders with 101 --format csv`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			k, err := number.ParseInt("k", args[0], 1, mersenne.MaxExponent)
			if err != nil {
				return usage(err)
			}
			if err := output.check(); err != nil {
				return err
			}
			ctx, meter := output.watch(cmd.Context(), "curves")
			defer meter.Stop()
			f, err := mersenne.Factor(ctx, uint64(k))
			if err != nil {
				return err
			}
			record, err := orders.WithRecord(f)
			if err != nil {
				return err
			}
			return write(&output, record)
		},
	}
	output.register(cmd)
	return cmd
}

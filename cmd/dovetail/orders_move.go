package main

import (
	"github.com/spf13/cobra"

	"dovetail/perm/faro"
	"dovetail/results/number"
)

func newOrdersMove() *cobra.Command {
	var output outputFlags
	var card, to string
	cmd := &cobra.Command{
		Use:   "move N --card P --to Q",
		Short: "In- and out-shuffles that bring the card at one position to another",
		Example: `  dovetail orders move 52 --card 1 --to 13
  dovetail orders move 2^60 --card 7 --to 1e9`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			n, err := number.ParseInt("n", args[0], 2, 1<<62-1)
			if err != nil {
				return usage(err)
			}
			p, err := number.ParseInt("card", card, 1, n)
			if err != nil {
				return usage(err)
			}
			q, err := number.ParseInt("to", to, 1, n)
			if err != nil {
				return usage(err)
			}
			if err := output.check(); err != nil {
				return err
			}
			record, err := faro.MoveRecord(uint64(n), uint64(p-1), uint64(q-1))
			if err != nil {
				return refuted(err)
			}
			return write(&output, record)
		},
	}
	cmd.Flags().StringVar(&card, "card", "1", "position of the card, from 1")
	cmd.Flags().StringVar(&to, "to", "1", "position to bring it to, from 1")
	output.register(cmd)
	return cmd
}

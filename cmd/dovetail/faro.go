package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"dovetail/perm/faro"
	"dovetail/results/number"
)

func newFaro() *cobra.Command {
	var output outputFlags
	var kind, times string
	var fromZero bool
	cmd := &cobra.Command{
		Use:   "faro N",
		Short: "The deck after each perfect shuffle",
		Example: `  dovetail faro 52 --times 8
  dovetail faro 13 --from-zero
  dovetail faro 52 --kind in --times 1`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := number.ParseInt("n", args[0], 1, faro.MaxPrinted/2)
			if _, larger := number.ParseInt("n", args[0], faro.MaxPrinted/2, largestDeck); err != nil && larger == nil {
				err = fmt.Errorf("%w; dovetail orders %s says after how many shuffles it returns", err, args[0])
			}
			if err != nil {
				return usage(err)
			}
			k, err := faro.ParseKind(kind)
			if err != nil {
				return usage(err)
			}
			order, err := k.Order(uint64(n))
			if err != nil {
				return err
			}
			shuffles := int64(order.Order)
			if times != "" {
				if shuffles, err = number.ParseInt("times", times, 0, faro.MaxPrinted); err != nil {
					return usage(err)
				}
			}
			if n*(shuffles+1) > faro.MaxPrinted {
				return usage(fmt.Errorf("%d cards after each of %d shuffles are more than %d numbers: choose --times; dovetail orders %d says after how many it returns", n, shuffles, faro.MaxPrinted, n))
			}
			if err := output.check(); err != nil {
				return err
			}
			first := 1
			if fromZero {
				first = 0
			}
			record, err := faro.TrailRecord(cmd.Context(), k, int(n), first, int(shuffles))
			if err != nil {
				return err
			}
			return write(&output, record)
		},
	}
	cmd.Flags().StringVar(&kind, "kind", "out", "out (the top card stays) or in (it becomes the second)")
	cmd.Flags().StringVar(&times, "times", "", "number of shuffles (default until the deck returns)")
	cmd.Flags().BoolVar(&fromZero, "from-zero", false, "number the cards from 0 instead of 1")
	output.register(cmd)
	return cmd
}

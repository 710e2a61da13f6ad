package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"dovetail/perm/faro"
	"dovetail/results"
	"dovetail/results/number"
)

// byCycles is the largest deck whose families are also built card by card.
const byCycles = 5000

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
			record, err := familiesRecord(uint64(n))
			if err != nil {
				return err
			}
			return write(&output, record)
		},
	}
	output.register(cmd)
	return cmd
}

func familiesRecord(n uint64) (results.Families, error) {
	record := results.Families{Schema: results.FamiliesSchema, Kind: results.Exact, N: natural(n)}
	members, err := faro.Families(n)
	if err != nil {
		return record, err
	}
	for _, f := range members {
		row := results.Family{Name: f.Name, Formula: f.Formula, Order: natural(f.Order)}
		if n <= byCycles {
			cycles := f.Perm().Order()
			if row.Cycles = cycles.Cmp(row.Order.Int) == 0; !row.Cycles {
				return record, mismatchError{fmt.Errorf("%s: %s is %s, but the cycles say %s", f.Name, f.Formula, row.Order, cycles)}
			}
		}
		record.Shuffles = append(record.Shuffles, row)
	}
	g, err := faro.GroupOf(n)
	if err != nil {
		record.Group = err.Error()
		return record, nil
	}
	record.GroupSize, record.Group = number.Of(g.Size), g.Name
	return record, nil
}

package main

import (
	"cmp"
	"runtime"

	"github.com/spf13/cobra"
)

func newOrdersStats() *cobra.Command {
	var plan planFlags
	var threads threadFlags
	var output outputFlags
	var resume resumeFlags
	var yes yesFlag
	cmd := &cobra.Command{
		Use:   "stats A..B",
		Short: "Sums, extremes and prime counts of the orders modulo the odd numbers of a range",
		Long: `Sums, extremes and prime counts of the orders modulo the odd numbers of a range.
With --resume the folder also holds the table of the full engine until the run is finished: 4 bytes for every
number up to a third of the upper end that has no factor 2 or 3, 4.4 GB for 3..1e10.`,
		Example: `  dovetail orders stats 3..1e9
  dovetail orders stats 1e12..1e12+1e6 --format json
  dovetail orders stats 3..1e10 --memory 8GiB --resume state`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(threads.check(), resume.check()); err != nil {
				return err
			}
			if err := output.check(resume.file()); err != nil {
				return err
			}
			p, err := plan.moduli(args[0], workers(threads.threads))
			if err != nil {
				return err
			}
			if err := yes.check(p.Name(), p.Seconds(), workers(threads.threads)); err != nil {
				return err
			}
			st, err := p.Total(cmd.Context(), resume.add(threads.options(output.meter("orders"))))
			if err != nil {
				return err
			}
			return write(&output, p.StatsRecord(st))
		},
	}
	resume.register(cmd)
	yes.register(cmd)
	plan.register(cmd)
	threads.register(cmd)
	output.register(cmd)
	return cmd
}

// workers is the number of threads meant by the flag.
func workers(threads int) int {
	if threads == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return threads
}

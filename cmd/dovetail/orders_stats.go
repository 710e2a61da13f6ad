package main

import (
	"runtime"

	"github.com/spf13/cobra"
)

func newOrdersStats() *cobra.Command {
	var plan planFlags
	var threads threadFlags
	var output outputFlags
	var dir string
	cmd := &cobra.Command{
		Use:   "stats A..B",
		Short: "Sums, extremes and prime counts of the orders modulo the odd numbers of a range",
		Example: `  dovetail orders stats 3..1e9
  dovetail orders stats 1e12..1e12+1e6 --format json
  dovetail orders stats 3..1e10 --memory 8GiB --resume state`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := threads.check(); err != nil {
				return err
			}
			if err := output.check(stateFile(dir)); err != nil {
				return err
			}
			p, err := plan.moduli(args[0], workers(threads.threads))
			if err != nil {
				return err
			}
			o := threads.options(output.meter("orders"))
			o.Dir = dir
			st, err := p.Total(cmd.Context(), o)
			if err != nil {
				return err
			}
			return write(&output, p.StatsRecord(st))
		},
	}
	fileVar(cmd, &dir, "resume", "", "keep the state in `DIR` and go on from it")
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

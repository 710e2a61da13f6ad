package main

import (
	"cmp"

	"github.com/spf13/cobra"

	"dovetail/exact/bound"
	"dovetail/exact/pairs"
)

func newBound() *cobra.Command {
	var law pairFlags
	var output outputFlags
	var threads threadFlags
	var memory memoryFlag
	var explain bool
	cmd := &cobra.Command{
		Use:   "bound WORD",
		Short: "A certified interval for a word's distance from uniform over all orders of the deck",
		Example: `  dovetail bound HDHRDHH
  dovetail bound HRRRRRR --explain
  dovetail bound RRRRRRR --format json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(threads.check(), output.check()); err != nil {
				return err
			}
			limit, err := memory.read()
			if err != nil {
				return err
			}
			a, w, err := law.word(args[0])
			if err != nil {
				return err
			}
			if err := pairs.CheckMemory(a, w, limit); err != nil {
				return usage(err)
			}
			ctx, meter := output.watch(cmd.Context(), "pairs")
			defer meter.Stop()
			record, err := bound.Record(ctx, a, w, pairs.Workers(a, w, threads.workers(), limit), explain)
			if err != nil {
				return err
			}
			output.note(record.N, record.Models)
			return write(&output, record)
		},
	}
	cmd.Flags().BoolVar(&explain, "explain", false, "print every inequality that proves anything, with its numbers")
	law.register(cmd)
	threads.register(cmd)
	memory.register(cmd, "")
	output.register(cmd)
	return cmd
}

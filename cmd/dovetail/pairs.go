package main

import (
	"cmp"

	"github.com/spf13/cobra"

	"dovetail/exact/pairs"
)

func newPairs() *cobra.Command {
	var law pairFlags
	var output outputFlags
	var threads threadFlags
	var memory memoryFlag
	cmd := &cobra.Command{
		Use:   "pairs WORD",
		Short: "The law of ordered pairs of cards after a word, and which neighbours stay together",
		Example: `  dovetail pairs HDHRDHH
  dovetail pairs RRRRRRR -n 32 --format csv`,
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
			record, err := pairs.Record(ctx, a, w, pairs.Workers(a, w, threads.workers(), limit))
			if err != nil {
				return usage(err)
			}
			output.note(record.N, record.Models)
			return write(&output, record)
		},
	}
	law.register(cmd)
	threads.register(cmd)
	memory.register(cmd, "")
	output.register(cmd)
	return cmd
}

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
			a, w, err := law.word(args[0])
			if err != nil {
				return err
			}
			record, err := pairs.Record(cmd.Context(), a, w, threads.workers())
			if err != nil {
				return usage(err)
			}
			output.note(record.N, record.Models)
			return write(&output, record)
		},
	}
	law.register(cmd)
	threads.register(cmd)
	output.register(cmd)
	return cmd
}

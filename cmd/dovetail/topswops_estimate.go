package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"dovetail/results/number"
	swops "dovetail/search/topswops"
)

func newTopswopsEstimate() *cobra.Command {
	var output outputFlags
	var least string
	var limit time.Duration
	var seed seedFlag
	cmd := &cobra.Command{
		Use:   "estimate N",
		Short: "How long the search for the longest games on N cards would take, by random probes",
		Long: `How long the search would take on one core of this machine, by random probes of its tree.
A tree of few decks is walked, and counted exactly.
The lengths for fewer cards are taken from the published table; so is the length asked for, if not given.`,
		Example: `  dovetail topswops estimate 19
  dovetail topswops estimate 24 --at-least 420 --time 50s`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			size, err := number.ParseInt("n", args[0], 2, int64(len(swops.Known))+1)
			if err != nil {
				return usage(err)
			}
			n := int(size)
			if limit <= 0 {
				return usage(fmt.Errorf("time=%v must be positive", limit))
			}
			if err := output.check(); err != nil {
				return err
			}
			known, ok := swops.KnownAt(n)
			t := int64(known.Length)
			if least != "" {
				known.Source = "given"
				if t, err = number.ParseInt("at-least", least, 1, swops.LongestAsked); err != nil {
					return usage(err)
				}
			} else if !ok {
				return usage(fmt.Errorf("no length is published for n=%d: give --at-least", n))
			}
			f := []int{0}
			for _, k := range swops.Known[:n-1] {
				f = append(f, k.Length)
			}
			e, err := swops.Sample(cmd.Context(), n, int(t), f, limit, seed.value, output.meter("probes"))
			if err != nil {
				return err
			}
			return write(&output, e.Record(known.Source, seed.value))
		},
	}
	output.register(cmd)
	cmd.Flags().StringVar(&least, "at-least", "", "length `T` to search for")
	cmd.Flags().DurationVar(&limit, "time", 20*time.Second, "time for probes")
	seed.register(cmd)
	return cmd
}

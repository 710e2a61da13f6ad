package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"dovetail/results/number"
	swops "dovetail/search/topswops"
)

func newTopswopsMax() *cobra.Command {
	var flags searchFlags
	var engine, least string
	cmd := &cobra.Command{
		Use:   "max N",
		Short: "The longest game on N cards and every deck that reaches it",
		Long: `The longest game on N cards and every deck that reaches it, in lexicographic order.
Nothing is looked up: the lengths for fewer cards, which bound the search, are computed first.`,
		Example: `  dovetail topswops max 14
  dovetail topswops max 9 --at-least 20 --format csv
  dovetail topswops max 17 --resume f17 --assume-known
  dovetail topswops max 16 --shard 2/3 --resume part2`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := deckSize(args[0], swops.MaxCards)
			if err != nil {
				return err
			}
			o, err := flags.check()
			if err != nil {
				return err
			}
			switch engine {
			case "halving":
			case "forward":
				if n > swops.ForwardMax || least != "" || o.Dir != "" {
					return usage(fmt.Errorf("engine=forward takes up to %d cards, and neither --at-least nor --resume", swops.ForwardMax))
				}
				o.Forward = true
			default:
				return usage(fmt.Errorf("engine=%q is not one of halving, forward", engine))
			}
			var a *swops.Answer
			if least == "" {
				a, err = swops.Longest(cmd.Context(), n, o)
			} else {
				t, wrong := number.ParseInt("at-least", least, 1, swops.LongestAsked)
				if wrong != nil {
					return usage(wrong)
				}
				a, err = swops.AtLeast(cmd.Context(), n, int(t), o)
			}
			if err != nil {
				return err
			}
			return write(&flags.outputFlags, a.Record())
		},
	}
	flags.registerAll(cmd)
	cmd.Flags().StringVar(&engine, "engine", "halving", "halving, or forward: the published search, far slower")
	cmd.Flags().StringVar(&least, "at-least", "", "find every deck of at least `T` moves instead of the longest")
	return cmd
}

func newTopswopsSorted() *cobra.Command {
	var flags searchFlags
	cmd := &cobra.Command{
		Use:     "sorted N",
		Short:   "The longest game on N cards that ends in order, and its decks",
		Example: "  dovetail topswops sorted 12",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := deckSize(args[0], swops.MaxCards)
			if err != nil {
				return err
			}
			if err := flags.outputFlags.check(); err != nil {
				return err
			}
			if err := flags.threadFlags.check(); err != nil {
				return err
			}
			o := swops.Options{Options: flags.options(flags.meter("decks"))}
			a, err := swops.LongestSorted(cmd.Context(), n, o)
			if err != nil {
				return err
			}
			return write(&flags.outputFlags, a.Record())
		},
	}
	flags.outputFlags.register(cmd)
	flags.threadFlags.register(cmd)
	return cmd
}

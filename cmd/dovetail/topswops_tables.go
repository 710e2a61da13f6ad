package main

import (
	"io"

	"github.com/spf13/cobra"

	"dovetail/results"
	swops "dovetail/search/topswops"
)

func newTopswopsCensus() *cobra.Command {
	var output outputFlags
	var threads threadFlags
	cmd := &cobra.Command{
		Use:     "census N",
		Short:   "How many of the N! decks have a game of each length",
		Example: "  dovetail topswops census 12 --format csv",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := deckSize(args[0], swops.CensusMax)
			if err != nil {
				return err
			}
			if err := output.check(); err != nil {
				return err
			}
			if err := threads.check(); err != nil {
				return err
			}
			r, err := swops.CensusRecord(cmd.Context(), n, threads.options(output.meter("decks")))
			if err != nil {
				return err
			}
			return write(&output, r)
		},
	}
	output.register(cmd)
	threads.register(cmd)
	return cmd
}

func newTopswopsTable() *cobra.Command {
	var output outputFlags
	var threads threadFlags
	var to string
	cmd := &cobra.Command{
		Use:   "table",
		Short: "The longest lengths f(1), f(2), ... and how many decks reach them",
		Example: `  dovetail topswops table --to 12
  dovetail topswops table --to 13 --format b-file`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			n, err := deckSize(to, swops.MaxCards)
			if err != nil {
				return err
			}
			if err := results.CheckFormat(output.format, results.BFile); err != nil {
				return usage(err)
			}
			if err := results.CheckWritable(output.out); err != nil {
				return usage(err)
			}
			if err := threads.check(); err != nil {
				return err
			}
			answers, err := swops.Table(cmd.Context(), n, swops.Options{Options: threads.options(output.meter("decks"))})
			if err != nil {
				return err
			}
			r := swops.TableRecord(answers)
			if output.format == results.BFile {
				return results.WriteFile(output.out, func(w io.Writer) error { return r.BFile(w) })
			}
			return write(&output, r)
		},
	}
	output.register(cmd)
	threads.register(cmd)
	cmd.Flags().Lookup("format").Usage = "how to print the answer: text, json, csv or b-file"
	cmd.Flags().StringVar(&to, "to", "12", "last number of cards")
	return cmd
}

func newTopswopsBounds() *cobra.Command {
	var output outputFlags
	cmd := &cobra.Command{
		Use:     "bounds N",
		Short:   "What is known of f(N) without a search: upper bounds, and a long deck",
		Example: "  dovetail topswops bounds 52",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := deckSize(args[0], swops.BoundsMax)
			if err != nil {
				return err
			}
			if err := output.check(); err != nil {
				return err
			}
			meter := output.meter("playing")
			meter.Start(0, 0)
			b, err := swops.BoundsAt(cmd.Context(), n)
			meter.Stop()
			if err != nil {
				return err
			}
			return write(&output, b.Record())
		},
	}
	output.register(cmd)
	return cmd
}

package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"dovetail/perm/faro"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/orders"
)

// largestDeck is the largest deck whose moduli are below 2^63.
const largestDeck = 1<<63 - 1

func newOrders() *cobra.Command {
	var kind, format, out string
	var plan planFlags
	cmd := &cobra.Command{
		Use:   "orders N|A..B",
		Short: "After how many perfect shuffles a deck returns: for one deck, ranges and windows",
		Long: `After how many perfect shuffles a deck of N cards returns.
One N is answered with its proof: the factorisation of the order o and the powers 2^(o/q), none of which is 1.
A range is listed row by row, so that long ones can be piped on.`,
		Example: `  dovetail orders 52
  dovetail orders 2^61
  dovetail orders 2..1000 --kind out --format b-file
  dovetail orders 1e12..1e12+100 --format csv`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			a, b, err := number.ParseRange("deck", args[0], 2, largestDeck)
			if err != nil {
				return usage(err)
			}
			if err := results.CheckOrderRows(format, kind); err != nil {
				return usage(err)
			}
			if err := results.CheckWritable(out); err != nil {
				return usage(err)
			}
			method, err := plan.method()
			if err != nil {
				return err
			}
			if !strings.Contains(args[0], "..") && format != results.BFile {
				if err := plan.check(orders.Plan{Method: orders.Single}, 1); err != nil {
					return err
				}
				record, err := faro.DeckRecord(uint64(a))
				if err != nil {
					return err
				}
				return write(&outputFlags{format: format, out: out}, record)
			}
			p, err := orders.PlanDecks(uint64(a), uint64(b), method)
			if err != nil {
				return usage(err)
			}
			if err := plan.check(p, 1); err != nil {
				return err
			}
			return results.WriteFile(out, func(w io.Writer) error {
				return listDecks(cmd, p, w, format, kind, uint64(a), uint64(b))
			})
		},
	}
	cmd.Flags().StringVar(&kind, "kind", "both", "shuffles to list in a range: out, in or both")
	cmd.Flags().StringVar(&format, "format", "text", "text, csv, json, or b-file for ranges of one kind")
	fileVar(cmd, &out, "out", "-", "write the answer to `FILE` instead of the standard output")
	plan.register(cmd)
	cmd.AddCommand(newOrdersStats(), newOrdersWith(), newOrdersVerify(), newOrdersSet(), newOrdersFamilies(), newOrdersMove())
	return cmd
}

func listDecks(cmd *cobra.Command, p orders.Plan, w io.Writer, format, kind string, a, b uint64) error {
	rows, err := results.NewOrderRows(w, format, kind, a, b)
	if err != nil {
		return err
	}
	var failed error
	err = p.Decks(cmd.Context(), a, b, func(n, out, in uint64) bool {
		failed = rows.Row(n, out, in)
		return failed == nil
	})
	if failed != nil {
		return failed
	}
	if err != nil {
		return err
	}
	return rows.Close()
}

package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"dovetail/perm/faro"
	"dovetail/results"
	"dovetail/search/orders"
)

func newOrdersSet() *cobra.Command {
	var plan planFlags
	var primitive, decks bool
	var kind, out, info, format string
	cmd := &cobra.Command{
		Use:   "set A..B --out FILE | set --info FILE",
		Short: "Write the primes with primitive root 2, or the decks with maximal order, as a roaring bitmap",
		Long: `Write the primes of a range of moduli for which 2 is a primitive root, or with --decks the deck sizes that
belong to them and so take as many shuffles as possible, as a roaring bitmap in its portable format.`,
		Example: `  dovetail orders set 3..1e8 --primitive --out primes.roaring
  dovetail orders set 3..1e6 --decks --kind in --out decks.roaring
  dovetail orders set --info primes.roaring`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := results.CheckFormat(format); err != nil {
				return usage(err)
			}
			answer := outputFlags{format: format, out: "-"}
			if info != "" {
				if len(args) > 0 || out != "" || primitive || decks {
					return usage(errors.New("--info takes neither a range nor --out, --primitive or --decks"))
				}
				record, err := orders.ReadSet(info)
				if err != nil {
					return usage(err)
				}
				return write(&answer, record)
			}
			k, err := faro.ParseKind(kind)
			if err != nil {
				return usage(err)
			}
			switch {
			case len(args) == 0:
				return usage(errors.New("want a range such as 3..1e8, or --info FILE"))
			case out == "" || out == "-":
				return usage(errors.New("want a file for the set: --out FILE"))
			case primitive && decks:
				return usage(errors.New("--primitive and --decks exclude each other"))
			}
			if err := results.CheckWritable(out); err != nil {
				return usage(err)
			}
			p, err := plan.moduli(args[0], 1)
			if err != nil {
				return err
			}
			if err := p.CheckSet(); err != nil {
				return usage(err)
			}
			ctx, meter := answer.watch(cmd.Context(), "moduli")
			defer meter.Stop()
			set, what, err := p.Set(ctx, orders.Members{Decks: decks, Kind: k})
			if err != nil {
				return err
			}
			if err := results.WriteFile(out, func(w io.Writer) error {
				_, err := set.WriteTo(w)
				return err
			}); err != nil {
				return err
			}
			record, err := orders.ReadSet(out)
			record.What = what
			if err != nil {
				return err
			}
			return write(&answer, record)
		},
	}
	cmd.Flags().BoolVar(&primitive, "primitive", false, "the primes themselves (the default)")
	cmd.Flags().BoolVar(&decks, "decks", false, "the deck sizes that belong to these primes")
	cmd.Flags().StringVar(&kind, "kind", "out", "shuffle of the decks: out or in")
	fileVar(cmd, &out, "out", "", "`FILE` for the set")
	fileVar(cmd, &info, "info", "", "describe the set in `FILE`")
	cmd.Flags().StringVar(&format, "format", "text", "how to print the answer: text, json or csv")
	plan.register(cmd)
	return cmd
}

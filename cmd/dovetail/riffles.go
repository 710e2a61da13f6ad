package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dovetail/exact/riffle"
	"dovetail/results"
	"dovetail/results/number"
)

// rifflesFlags are what the distances are of.
type rifflesFlags struct {
	riffle.Question // with each of the cuts
	cuts            []riffle.Cut

	nText, packetsText, fromText, lastText, digitsText, cutText string
}

func newRiffles() *cobra.Command {
	var shuffles rifflesFlags
	var output outputFlags
	var picture string
	cmd := &cobra.Command{
		Use:   "riffles",
		Short: "How far a deck is from fair after riffles, exactly, for any deck",
		Long: `The distance from a fair deck after riffles (Gilbert, Shannon and Reeds), by the closed form of Bayer
and Diaconis over rising sequences: total variation, separation, greatest relative error, entropy deficit
and birthday bound. A cut is once, at a place chosen uniformly, before or after all of the riffles.`,
		Example: `  dovetail riffles
  dovetail riffles -n 52 --max 12 --digits 30
  dovetail riffles -n 1000 --from 10 --max 20 --png cutoff.png
  dovetail riffles --a 3 --cut none,before,after --format csv`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := cmp.Or(shuffles.read(), checkPicture(picture), output.check(picture)); err != nil {
				return err
			}
			ctx, meter := output.watch(cmd.Context(), "shuffles")
			defer meter.Stop()
			var records []results.Riffles
			var curves []rifflesCurve
			for _, cut := range shuffles.cuts {
				shuffles.Cut = cut
				curve := rifflesCurve{cut: cut}
				record, err := shuffles.Record(ctx, curve.add)
				if err != nil {
					return err
				}
				records, curves = append(records, record), append(curves, curve)
			}
			if picture != "" {
				if err := draw(picture, shuffles.blocks(curves)...); err != nil {
					return err
				}
			}
			return write(&output, records...)
		},
	}
	shuffles.register(cmd)
	fileVar(cmd, &picture, "png", "", "draw the distances over the number of shuffles to `FILE` (.png or .svg)")
	output.register(cmd)
	return cmd
}

func (f *rifflesFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.nText, "cards", "n", "52", "number of cards, 1 to 1000")
	cmd.Flags().StringVar(&f.packetsText, "a", "2", "packets that a shuffle cuts the deck into: 2 for riffles, a for a-shuffles")
	cmd.Flags().StringVar(&f.fromText, "from", "1", "first number of shuffles")
	cmd.Flags().StringVar(&f.lastText, "max", "12", "last number of shuffles")
	cmd.Flags().StringVar(&f.cutText, "cut", string(riffle.None), "also cut the deck uniformly: none, before or after all shuffles, or a list of these")
	cmd.Flags().StringVar(&f.digitsText, "digits", "10", "digits after the point; significant ones of numbers below 0.001 or from 10^6")
}

func (f *rifflesFlags) read() error {
	for _, x := range []struct {
		name, text string
		value      *int
		lo, hi     int64
	}{
		{"n", f.nText, &f.N, 1, riffle.MaxDeck},
		{"from", f.fromText, &f.From, 1, riffle.MaxTimes},
		{"max", f.lastText, &f.To, 1, riffle.MaxTimes},
		{"digits", f.digitsText, &f.Digits, 1, riffle.MaxDigits},
	} {
		v, err := number.ParseInt(x.name, x.text, x.lo, x.hi)
		if err != nil {
			return usage(err)
		}
		*x.value = int(v)
	}
	if f.From > f.To {
		return usage(fmt.Errorf("from=%d is above max=%d; give --max as well", f.From, f.To))
	}
	var err error
	if f.Packets, err = number.ParseInt("a", f.packetsText, 1, riffle.MaxPackets); err != nil {
		return usage(err)
	}
	for name := range strings.SplitSeq(f.cutText, ",") {
		cut := riffle.Cut(strings.TrimSpace(name))
		if !slices.Contains(riffle.Cuts, cut) {
			return usage(fmt.Errorf("cut=%q is not none, before or after, or a list of these", f.cutText))
		}
		if slices.Contains(f.cuts, cut) {
			return usage(fmt.Errorf("cut=%q has %s twice", f.cutText, cut))
		}
		f.cuts = append(f.cuts, cut)
	}
	return nil
}

package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"dovetail/exact/riffle"
	"dovetail/results"
	"dovetail/results/figure"
)

func newRiffles() *cobra.Command {
	var o struct {
		riffle.Question // with each of the cuts
		outputFlags
		cuts    []riffle.Cut
		picture string
	}
	times := func(what string) form[int] { return integer[int](what, 1, riffle.MaxTimes) }
	return declare(&cobra.Command{
		Use:   "riffles",
		Short: "How far a deck is from fair after riffles, exactly, for any deck",
		Long: `The distance from a fair deck after riffles (Gilbert, Shannon and Reeds), by the closed form of Bayer
and Diaconis over rising sequences: total variation, separation, greatest relative error, entropy deficit
and birthday bound. A cut is once, at a place chosen uniformly, before or after all of the riffles.`,
		Example: `  dovetail riffles
  dovetail riffles -n 52 --to 12 --digits 30
  dovetail riffles -n 1000 --from 10 --to 20 --png cutoff.png
  dovetail riffles --a 3 --cut none,before,after --format csv`,
	}, o.paced("shuffles", func(ctx context.Context) ([]results.Record, error) {
		records, picture, err := o.Records(ctx, o.cuts)
		if err == nil && o.picture != "" {
			err = figure.WriteFile(o.picture, picture...)
		}
		return many(records, err)
	}), options{
		cards(&o.N, "52", 1, riffle.MaxDeck),
		flag(&o.Packets, "a", "2", "packets that a shuffle cuts the deck into: 2 for riffles, a for a-shuffles", integer[int64]("a", 1, riffle.MaxPackets)),
		flag(&o.From, "from", "1", "first number of shuffles", times("from")),
		flag(&o.To, "to", "12", "last number of shuffles", times("to")).known("max"),
		flag(&o.cuts, "cut", string(riffle.None), "also cut the deck uniformly: none, before or after all shuffles, or a list of these", choices("cut", riffle.Cuts...)),
		flag(&o.Digits, "digits", "10", "digits after the point; significant ones of numbers below 0.001 or from 10^6", integer[int]("digits", 1, riffle.MaxDigits)),
		output(&o.picture, "png", "", "draw the distances over the number of shuffles to `FILE` (.png or .svg)", figure.Check),
		{check: func() error {
			if o.From > o.To {
				return fmt.Errorf("from=%d is above to=%d; give --to as well", o.From, o.To)
			}
			return nil
		}},
	}, o.outputFlags.options())
}

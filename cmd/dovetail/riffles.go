package main

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dovetail/exact/riffle"
	"dovetail/results"
	"dovetail/results/number"
)

// Limits of riffles.
const (
	maxPackets = 1e6
	maxRiffles = 100
	maxDigits  = 1000
)

// rifflesFlags are what the distances are of.
type rifflesFlags struct {
	n, digits, from, last int
	packets               int64
	cuts                  []riffle.Cut

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
			var records []results.Riffles
			var curves []rifflesCurve
			for _, cut := range shuffles.cuts {
				record, curve, err := shuffles.distances(cmd.Context(), cut)
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
		{"n", f.nText, &f.n, 1, maxDeck},
		{"from", f.fromText, &f.from, 1, maxRiffles},
		{"max", f.lastText, &f.last, 1, maxRiffles},
		{"digits", f.digitsText, &f.digits, 1, maxDigits},
	} {
		v, err := number.ParseInt(x.name, x.text, x.lo, x.hi)
		if err != nil {
			return usage(err)
		}
		*x.value = int(v)
	}
	if f.from > f.last {
		return usage(fmt.Errorf("from=%d is above max=%d; give --max as well", f.from, f.last))
	}
	var err error
	if f.packets, err = number.ParseInt("a", f.packetsText, 1, maxPackets); err != nil {
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

// distances computes the rows of one kind of cut.
func (f *rifflesFlags) distances(ctx context.Context, cut riffle.Cut) (results.Riffles, rifflesCurve, error) {
	record := results.Riffles{
		Schema: results.RifflesSchema,
		Kind:   results.Exact,
		N:      f.n,
		A:      f.packets,
		Cut:    string(cut),
		Digits: f.digits,
	}
	curve := rifflesCurve{cut: cut}
	shuffle := riffle.New(f.n, cut)
	text := func(x *big.Rat) string { return number.Decimal(x, f.digits) }
	for m := f.from; m <= f.last; m++ {
		if err := ctx.Err(); err != nil {
			return record, curve, err
		}
		a := new(big.Int).Exp(big.NewInt(f.packets), big.NewInt(int64(m)), nil)
		tvd, separation := shuffle.TVD(a), shuffle.Separation(a)
		entropy, _ := shuffle.Entropy(a, func(lo, hi *big.Rat) bool { return text(lo) == text(hi) })
		record.Rows = append(record.Rows, results.RifflesRow{
			Shuffles:   m,
			TVD:        text(tvd),
			Separation: text(separation),
			Linf:       text(shuffle.Linf(a)),
			Entropy:    text(entropy),
			Birthday:   text(riffle.Birthday(f.n, a)),
		})
		curve.add(tvd, separation)
	}
	return record, curve, nil
}

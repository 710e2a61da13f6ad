package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/search/deals"
)

// sampleFlags say how real decks are dealt to bound a word's distance.
type sampleFlags struct {
	deals int
	seed  uint64
	delta float64
}

func (f *sampleFlags) options(deal, use string) options {
	return options{
		flag(&f.deals, "deals", deal, "decks to deal of a word"+use+", 2 to 1e6", integer[int]("deals", 2, deals.MaxSamples)),
		flag(&f.delta, "delta", "1e-6", "how likely a bound may be wrong"+use, chance("delta")),
		seedOption(&f.seed),
	}
}

func newSample() *cobra.Command {
	var o struct {
		letterFlags
		outputFlags
		threadFlags
		yesFlags
		sampleFlags
		text, save, picture string
	}
	return declare(&cobra.Command{
		Use:   "sample WORD",
		Short: "What real deals of a word look like on decks of up to ten million cards (sampled)",
		Long: `Deal a word, and show the laws of ten statistics of the deck beside what they are for a fair deck, with a
lower bound on the word's total variation distance over all orders: an event is chosen on half of the deals
and tested on the other. The same seed gives the same answer for any number of threads.`,
		Example: `  dovetail sample RRRRRRR
  dovetail sample RRRRRRRRRRRRRRRRRRRRRRR -n 1e5 --deals 1000 --png riffles.png
  dovetail sample HRD -n 1000 --deals 20 --save decks.ndjson`,
	}, o.answer("deals", func(ctx context.Context) ([]results.Record, error) {
		letters, word, err := o.Used(o.text)
		if err != nil {
			return nil, usage(err)
		}
		q := deals.Sampling{N: o.N, Letters: letters, Word: word, Deals: o.deals, Seed: o.seed, Delta: o.delta}
		if err := o.yesFlags.check(fmt.Sprintf("%d deals of %d cards", q.Deals, q.N), q.Seconds(), o.threads); err != nil {
			return nil, err
		}
		o.note(o.N, letters)
		return one(q.Record(ctx, deals.Options{Threads: o.threads, Meter: o.meter}, o.save, o.picture))
	}), options{
		argument(&o.text, text),
		cards(&o.N, "52", 1, deals.MaxSampledDeck),
		output(&o.save, "save", "", "write the decks to `FILE`, each a JSON list of its cards from the top on a line", results.CheckWritable),
		output(&o.picture, "png", "", "draw the laws of the statistics to `FILE` (.png or .svg)", figure.Check),
	}, o.sampleFlags.options("1e4", ""), o.letterFlags.options(), o.yesFlags.options(), o.threadFlags.options(), o.outputFlags.options())
}

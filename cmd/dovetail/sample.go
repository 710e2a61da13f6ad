package main

import (
	"context"

	"github.com/spf13/cobra"

	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/search/deals"
)

func newSample() *cobra.Command {
	var o struct {
		letterFlags
		outputFlags
		threadFlags
		yesFlags
		sampling             deals.Sampling
		text, decks, picture string
	}
	return declare(&cobra.Command{
		Use:   "sample WORD",
		Short: "Statistics of random deals of a word on decks of up to ten million cards (sampled)",
		Long: `Deal a word many times, and compare the distributions of ten statistics of the deck with those of a fair deck. The
answer also has a lower bound on the total variation distance of the word over all orders: half of the deals choose
an event, the other half test it. The same seed gives the same answer for any number of threads.`,
		Example: `  dovetail sample RRRRRRR
  dovetail sample RRRRRRRRRRRRRRRRRRRRRRR -n 1e5 --deals 1000 --png riffles.png
  dovetail sample HRD -n 1000 --deals 20 --decks decks.ndjson`,
	}, o.ask(asking{
		label: "deals", threads: &o.threadFlags, yes: &o.yesFlags,
		questions: func([]string) (_ []results.Question, err error) {
			q := o.sampling
			q.N = o.N
			q.Letters, q.Word, err = o.Used(o.text)
			return []results.Question{q}, err
		},
		answer: func(ctx context.Context, q results.Question, env results.Env) (results.Record, error) {
			return q.(deals.Sampling).Written(ctx, env, o.decks, o.picture)
		},
	}), options{
		wordArgument(&o.text),
		cardsOption(&o.N, "52", 1, deals.MaxSampledDeck),
		flag(&o.sampling.Deals, "deals", "1e4", "number of decks to deal, 2 to 1e6", integer[int]("deals", 2, deals.MaxSamples)),
		flag(&o.sampling.Delta, "delta", "1e-6", "probability that the bound does not hold", chance("delta")),
		seedOption(&o.sampling.Seed),
		output(&o.decks, "decks", "", "write the decks to `FILE`, one on each line, as a JSON list of its cards from the top", results.CheckWritable),
		output(&o.picture, "png", "", "draw the distributions of the statistics to `FILE` (.png or .svg)", figure.Check),
	}, o.letterFlags.options(), o.yesFlags.options(), o.threadFlags.options(), o.outputFlags.options())
}

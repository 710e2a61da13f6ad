package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"dovetail/results"
	"dovetail/search/decks"
	"dovetail/search/words"
)

// The commands about decks that are sampled.

func newTVD() *cobra.Command {
	var o struct {
		pairFlags
		outputFlags
		resumeFlags
		decks.Query
	}
	number := flag(&o.Decks, "decks", "0", "number of uniform decks; 0 for as many as it takes", integer[int]("decks", 0, decks.MaxDecks))
	return declare(&cobra.Command{
		Use:   "tvd WORD",
		Short: "A word's distance from a fair deck over all orders, sampled with confidence",
		Long: `The total variation distance of a word from uniform over all n! orders, in an interval that holds it
with confidence 1 - delta: sampled decks, with their exact densities under the word where these have a
closed form (riffles with a Hindu shuffle or cuts before or after them), and otherwise with unbiased
estimates of them by annealed walks, which take any word with riffles in it. The interval is at least as
narrow as the certified one of dovetail bound, and costs only width where walks are too short.

Without --decks there are looks at 256 decks, 512, 1024 and so on, until the interval is as narrow as
--width, or the next look would take more than --time.`,
		Example: `  dovetail tvd RRRRRDR
  dovetail tvd RRRRDRR --width 0.03 --time 10m
  dovetail tvd HRRRRRR --decks 1e5 --format json`,
	}, o.paced("decks", func(ctx context.Context) ([]results.Record, error) {
		a, w, workers, err := o.word(&o.outputFlags)
		if err != nil {
			return nil, err
		}
		o.Query.Alphabet, o.Query.Word, o.threads = a, w, workers
		return one(o.TVD(ctx, o.resumeFlags.run(o.threadFlags, o.outputFlags)))
	}), options{
		flag(&o.Delta, "delta", "1e-6", "chance that the interval does not hold the distance", chance("delta")),
		number,
		flag(&o.Steps, "steps", "0", "sweeps of a walk; 0 for as many as the width asks for", integer[int]("steps", 0, decks.MaxSteps)),
		flag(&o.Walks, "walks", "2", "walks on each deck", integer[int]("walks", 2, decks.MaxWalks)),
		flag(&o.Width, "width", "0.05", "how narrow the interval is to be", chance("width")),
		timeOption(&o.Time, "1m0s", "how long the answer may take; without a limit if --decks is given alone", &number),
		seedOption(&o.Seed),
		{check: func() error {
			if o.Decks > 0 && o.Decks < 2 {
				return fmt.Errorf("decks=%d: want at least 2", o.Decks)
			}
			return nil
		}},
	}, o.resumeFlags.options(), o.pairFlags.options(words.MaxDeck), o.outputFlags.options())
}

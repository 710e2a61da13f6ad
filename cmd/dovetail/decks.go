package main

import (
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
	}
	var q decks.Question
	number := flag(&q.Decks, "decks", "0", "number of uniform decks; 0 means as many as --width needs", integer[int]("decks", 0, decks.MaxDecks))
	return declare(&cobra.Command{
		Use:   "tvd WORD",
		Short: "A word's distance from a fair deck over all orders, sampled with confidence",
		Long: `A confidence interval, of confidence 1 - delta, for the total variation distance of a word from uniform over all n!
orders. Decks are sampled. Their densities under the word are exact where a closed form is known (riffles with a
Hindu shuffle or cuts before or after them); for other words with riffles they are estimated without bias by
annealed walks. The interval is at least as narrow as the certified one of dovetail bound. Walks that are too
short make it wider, but not wrong.

By default 256 decks are sampled, then 512, 1024 and so on, until the interval is as narrow as --width, or the next
step would take more than --time.`,
		Example: `  dovetail tvd RRRRRDR
  dovetail tvd RRRRDRR --width 0.03 --time 10m
  dovetail tvd HRRRRRR --decks 1e5 --format json`,
	}, o.ask(asking{label: "decks", threads: &o.threadFlags, memory: &o.memoryFlags, resume: &o.resumeFlags, questions: func([]string) (_ []results.Question, err error) {
		q.Question, err = o.question()
		return []results.Question{q}, err
	}}), options{
		flag(&q.Delta, "delta", "1e-6", "probability that the interval does not contain the distance", chance("delta")),
		number,
		flag(&q.Steps, "steps", "0", "sweeps of a walk; 0 means as many as --width needs", integer[int]("steps", 0, decks.MaxSteps)),
		flag(&q.Walks, "walks", "2", "number of walks on each deck", integer[int]("walks", 2, decks.MaxWalks)),
		flag(&q.Width, "width", "0.05", "width of the interval to reach", chance("width")),
		timeOption(&q.Time, "1m0s", "time limit of the answer; no limit if --decks is given without --time", &number),
		seedOption(&q.Seed),
	}, o.resumeFlags.options(), o.pairFlags.options(words.MaxDeck), o.outputFlags.options())
}

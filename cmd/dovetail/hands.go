package main

import (
	"github.com/spf13/cobra"

	"dovetail/exact/fit"
	"dovetail/results"
	"dovetail/search/decks"
)

func newHands() *cobra.Command {
	var o struct {
		fit.Hands
		askFlags
	}
	var q decks.Hands
	number := numberOption(&q.Decks, "decks", "0", 0, decks.MaxDecks,
		"number of uniform decks for each row; 0 means as many as --width needs")
	stages := flag(&q.Stages, "stages", "", "how far each number of riffles is taken, as a record says it: 0 counted, "+
		"1 coarse, 2 tested, 3 and more looks at ever more decks", integers("stages", 0, 100))
	return o.command(&cobra.Command{
		Use:   "hands [FILE]",
		Short: "How many riffles somebody's hands need (sampled with confidence)",
		Long: `How far from a fair deck is a deck after 1, 2, ... riffles by somebody's own hands, and how many riffles are enough?
Each row has a confidence interval for the total variation distance over all n! orders; all of them hold together with
confidence 1 - delta. Beside it stands the ideal riffle of Gilbert, Shannon and Reeds, exactly.

The hands are a file of counts, as dovetail fit reads them (- is the standard input); a preset; or how often the packet
changes from one card to the next (--switch, 0.5 of the ideal riffle, 0.65 of neat hands, 0.4 of clumsy ones), with how
the deck is cut (--cut). By default they are those of the person whose riffles P. Diaconis published in 1988.
--preset 2017 is another person, M. Shinn, who published counts of his own riffles.

The first answer comes after some seconds, with coarse intervals. More --time makes them narrower.`,
		Example: `  dovetail hands
  dovetail hands --preset clumsy
  dovetail hands --switch 0.6 --cut normal --sd 2 --time 10m
  dovetail hands mine.txt --png hands.png`,
		Args: cobra.MaximumNArgs(1),
	}, asking{
		label: "hands", threads: true, memory: programMemory, resume: true,
		draws: "draw the distances over the number of riffles",
		questions: func(files []string) (_ []results.Question, err error) {
			var counts *fit.Counts
			if len(files) > 0 {
				read, err := readCounts(files[0])
				if err != nil {
					return nil, err
				}
				counts = &read
			}
			m, err := o.Model(counts)
			if err != nil {
				return nil, err
			}
			q.Riffle = m.String()
			return []results.Question{q}, nil
		},
	}, options{
		flag(&o.Preset, "preset", "", "hands by name: "+list(fit.Presets), choice("preset", fit.Presets...)),
		flag(&o.Switch, "switch", "", "chance that the next card falls from the other packet", text),
		flag(&o.Hands.Cut, "cut", "", "how the deck is cut: "+list(fit.Cuts)+"; chain, as --switch makes it, by default",
			choice("cut", fit.Cuts...)),
		flag(&o.Off, "off", "", "mean of a normal cut, in cards off the middle", text),
		flag(&o.SD, "sd", "", "standard deviation of a normal cut, in cards", text),
		flag(&o.Riffle, "riffle", "", "a riffle by its model, such as riffle(p=2/5)", text),
		cardsOption(&q.N, "52", 2, decks.HandsDeck),
		numberOption(&q.Max, "max", "12", 1, decks.MaxRiffles, "largest number of riffles"),
		flag(&q.Delta, "delta", "1e-6", "probability that any interval does not contain its distance", chance("delta")),
		number,
		stages,
		numberOption(&q.Steps, "steps", "0", 0, decks.MaxSteps, "sweeps of a walk; 0 means as many as --width needs"),
		flag(&q.Width, "width", "0.03", "width of the intervals to reach", chance("width")),
		timeOption(&q.Time, "5s", "time limit of the answer; no limit if --decks or --stages is given without --time",
			&number, &stages),
		seedOption(&q.Seed),
		{check: func() error { return o.Check() }},
	})
}

package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"dovetail/results/number"
	"dovetail/search/run"
	swops "dovetail/search/topswops"
)

func newTopswops() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "topswops",
		Short: "Longest games of topswops, exactly, with every deck that reaches them",
		Example: `  dovetail topswops max 14
  dovetail topswops play 3 1 4 5 2
  dovetail topswops census 12 --format csv`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newTopswopsMax(), newTopswopsPlay(), newTopswopsCensus(), newTopswopsSorted(), newTopswopsTable(), newTopswopsBounds(), newTopswopsEstimate())
	return cmd
}

// searchFlags say how a search for long games runs.
type searchFlags struct {
	outputFlags
	threadFlags
	shard, resume string
	interval      time.Duration
	assume, count bool
}

func (f *searchFlags) registerAll(cmd *cobra.Command) {
	f.outputFlags.register(cmd)
	f.threadFlags.register(cmd)
	cmd.Flags().StringVar(&f.shard, "shard", "", "do only part `i/N` of the work; merge combines the parts")
	fileVar(cmd, &f.resume, "resume", "", "keep the state in `DIR` and go on from there")
	cmd.Flags().DurationVar(&f.interval, "checkpoint-interval", time.Minute, "time between checkpoints")
	cmd.Flags().BoolVar(&f.count, "count-only", false, "count the decks without listing them")
	cmd.Flags().BoolVar(&f.assume, "assume-known", false, "take the longest length and those of smaller decks from the published table")
}

// check reads the flags.
func (f *searchFlags) check() (swops.Options, error) {
	o := swops.Options{Bare: f.count}
	if err := f.outputFlags.check(stateFile(f.resume)); err != nil {
		return o, err
	}
	if err := f.threadFlags.check(); err != nil {
		return o, err
	}
	shard, err := run.ParseShard(f.shard)
	if err != nil {
		return o, usage(err)
	}
	if shard.N > 1 && f.resume == "" {
		return o, usage(fmt.Errorf("shard=%s needs --resume DIR, where the part is kept for merge", f.shard))
	}
	o.Options = f.options(f.meter("decks"))
	o.Dir, o.Interval, o.Shard = f.resume, f.interval, shard
	if f.assume {
		o.Known = swops.Known
	}
	return o, nil
}

// deckSize reads the number of cards.
func deckSize(s string, most int64) (int, error) {
	n, err := number.ParseInt("n", s, 1, most)
	return int(n), usage(err)
}

package main

import (
	"cmp"
	"fmt"

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
	resumeFlags
	shard         string
	assume, count bool
}

func (f *searchFlags) registerAll(cmd *cobra.Command) {
	f.outputFlags.register(cmd)
	f.threadFlags.register(cmd)
	cmd.Flags().StringVar(&f.shard, "shard", "", "do only part `i/N` of the work; merge combines the parts")
	f.resumeFlags.register(cmd)
	cmd.Flags().BoolVar(&f.count, "count-only", false, "count the decks without listing them")
	cmd.Flags().BoolVar(&f.assume, "assume-known", false, "take the longest length and those of smaller decks from the published table")
}

// check reads the flags.
func (f *searchFlags) check() (swops.Options, error) {
	o := swops.Options{Bare: f.count}
	if err := cmp.Or(f.outputFlags.check(f.file()), f.threadFlags.check(), f.resumeFlags.check()); err != nil {
		return o, err
	}
	shard, err := run.ParseShard(f.shard)
	if err != nil {
		return o, usage(err)
	}
	if shard.N > 1 && f.dir == "" {
		return o, usage(fmt.Errorf("shard=%s needs --resume DIR, where the part is kept for merge", f.shard))
	}
	o.Options = f.add(f.options(f.meter("decks")))
	o.Shard = shard
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

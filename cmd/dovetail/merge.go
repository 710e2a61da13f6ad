package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"dovetail/search/run"
	swops "dovetail/search/topswops"
)

// mergers combine the complete parts of a search, by the job that they name.
var mergers = map[string]func(f *outputFlags, parts []*run.State) error{
	swops.HalvingJob: func(f *outputFlags, parts []*run.State) error {
		a, err := swops.Merged(parts...)
		if err != nil {
			return err
		}
		return write(f, a.Record())
	},
}

func newMerge() *cobra.Command {
	var output outputFlags
	cmd := &cobra.Command{
		Use:   "merge PART...",
		Short: "Combine the parts of a search that was cut by --shard",
		Long: `Combine the parts of a search that was cut by --shard. A part is the directory that
--resume named, or the checkpoint in it. Gaps, overlaps and unfinished parts are refused.`,
		Example: "  dovetail merge part1 part2 part3 --format json --out f16.json",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, files []string) error {
			if err := output.check(); err != nil {
				return err
			}
			var parts []*run.State
			for _, file := range files {
				if info, err := os.Stat(file); err == nil && info.IsDir() {
					file = run.Checkpoint(file)
				}
				s, err := run.Load(file)
				if err != nil {
					return usage(err)
				}
				parts = append(parts, s)
			}
			merge, ok := mergers[parts[0].Params["job"]]
			if !ok {
				return usage(fmt.Errorf("%s: parts of %q cannot be merged", files[0], parts[0].Params["job"]))
			}
			return merge(&output, parts)
		},
	}
	output.register(cmd)
	return cmd
}

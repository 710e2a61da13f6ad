package main

import (
	"cmp"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"dovetail/results"
	"dovetail/search/verify"
)

func newVerify() *cobra.Command {
	var output outputFlags
	var threads threadFlags
	var memory memoryFlag
	var limit time.Duration
	var full bool
	cmd := &cobra.Command{
		Use:   "verify FILE...",
		Short: "Check stored JSON records of any command",
		Long: `Check stored JSON records of any command: one in a file, or several, one after the other or in lists;
the file - is the standard input. The question is read off the record and asked again, and the
answer must be the same, field by field, as it is printed. Where that would take longer than --time
allows for a record, what stands on its own is checked: decks are played, rows scored, sums added up. What was
not checked is listed, field by field. --full takes whatever time it takes.

Exit code 3 means that a record does not hold; 2, that there is one of which nothing could be
checked, as it is no record of this program or needs more --time or --memory.`,
		Example: `  dovetail verify f14.json
  dovetail verify law.json riffles.json --format json
  dovetail rank --format json | dovetail verify -
  dovetail verify f16.json --full`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, files []string) error {
			bytes, err := memory.read()
			if err := cmp.Or(err, threads.check(), output.check()); err != nil {
				return err
			}
			if limit <= 0 {
				return usage(fmt.Errorf("time=%v must be positive; --full takes whatever time it takes", limit))
			}
			if full {
				limit = 0
			}
			limits := verify.Limits{Time: limit, Memory: bytes, Threads: threads.threads}
			ctx, meter := output.watch(cmd.Context(), "records")
			defer meter.Stop()
			record, err := verify.Files(ctx, limits, cmd.InOrStdin(), files...)
			if err != nil {
				return err
			}
			if record.Empty() {
				return verdict(record)
			}
			return cmp.Or(write(&output, record), verdict(record))
		},
	}
	cmd.Flags().DurationVar(&limit, "time", 20*time.Second, "how long the check of one record may take")
	cmd.Flags().BoolVar(&full, "full", false, "compute everything again, whatever time it takes")
	memory.register(cmd, "")
	threads.register(cmd)
	output.register(cmd)
	return cmd
}

// verdict is the error of records that do not hold, or else of some that could not be
// checked.
func verdict(v results.Verdicts) error {
	worst, first, count := v.Worst()
	err := fmt.Errorf("%s: %s", first.File, first.Reason)
	if count > 1 {
		err = fmt.Errorf("%w (and %d more)", err, count-1)
	}
	switch worst {
	case results.Fails:
		return mismatchError{err}
	case results.Unknown:
		return usage(err)
	}
	return nil
}

package main

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"dovetail/perm/pace"
	"dovetail/results"
	"dovetail/results/catalogue"
	"dovetail/search/run"
	swops "dovetail/search/topswops"
	"dovetail/search/verify"
)

// The commands about stored answers: verify for records, merge for parts of searches.

func newVerify() *cobra.Command {
	var o struct {
		outputFlags
		limitFlags
		storeFlags
	}
	cmd := &cobra.Command{
		Use:   "verify FILE...",
		Short: "Check stored JSON records of any command",
		Long: `Check stored JSON records of any command. A file holds one record, or several, one after the other or in lists;
the file - is the standard input. The computation that the record describes is repeated, and the answer must be the
same in every printed field. If that would take longer for a record than --time allows, the parts that can be checked
quickly are: decks are played, rows are scored, sums are added up. The fields that were not checked are listed. --full
has no time limit.

Exit code 3 means that a record is wrong; 2, that nothing in a record could be checked, because it is not a record of
this program or needs more --time or --memory.`,
		Example: `  dovetail verify f14.json
  dovetail verify law.json riffles.json --format json
  dovetail rank --format json | dovetail verify -
  dovetail verify f16.json --full`,
		Args: cobra.MinimumNArgs(1),
	}
	return declare(cmd, func(ctx context.Context, files []string) error {
		return o.judged(func(ctx context.Context) (v results.Verdicts, err error) {
			l := o.limits()
			if o.store == "" {
				return verify.Files(ctx, l, cmd.InOrStdin(), files...)
			}
			err = o.with(ctx, catalogue.Existing, func(c *catalogue.Catalogue) error {
				l.Catalogue = c
				v, err = verify.Files(ctx, l, cmd.InOrStdin(), files...)
				return err
			})
			return v, err
		})(ctx, nil)
	}, o.limitFlags.options(), options{flag(&o.store, "catalogue", "",
		"compare lists and best words of a catalogue with the catalogue in `FILE`", file("catalogue"))},
		o.printOptions(), options{o.outOption()})
}

// limitFlags are what the check of a record may take.
type limitFlags struct {
	threadFlags
	memoryFlags
	limit time.Duration
	full  bool
}

func (f *limitFlags) options() options {
	return append(append(options{
		flag(&f.limit, "time", "20s", "time limit for checking one record", period("time", "; --full has no limit")),
		boolFlag(&f.full, "full", "repeat the whole computation, without a time limit"),
	}, f.memoryFlags.options(programMemory)...), f.threadFlags.options()...)
}

func (f *limitFlags) limits() verify.Limits {
	l := verify.Limits{Time: f.limit, Memory: f.memory, Threads: f.threads}
	if f.full {
		l.Time = 0
	}
	return l
}

// judged is the work of checking records: the verdicts are printed, and are the error.
func (f *outputFlags) judged(check func(ctx context.Context) (results.Verdicts, error)) work {
	return func(ctx context.Context, _ []string) error {
		f.start("records")
		defer f.meter.Stop()
		v, err := check(pace.Listen(ctx, f.meter))
		if err != nil {
			return err
		}
		if len(v.Records) > 0 && v.Empty() {
			return verdict(v)
		}
		return cmp.Or(f.write(v), verdict(v))
	}
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

// mergers combine the complete parts of a search, by the job that they name.
var mergers = map[string]func(parts ...*run.State) (results.Record, error){
	swops.BundlesJob: longestOf,
}

func longestOf(parts ...*run.State) (results.Record, error) {
	a, err := swops.Merged(parts...)
	if err != nil {
		return nil, err
	}
	return a.Record(), nil
}

func newMerge() *cobra.Command {
	var o struct{ outputFlags }
	return declare(&cobra.Command{
		Use:   "merge PART...",
		Short: "Combine the parts of a search that was divided by --shard",
		Long: `Combine the parts of a search that was divided by --shard. A part is the directory given to --resume, or the
checkpoint in it. Missing, overlapping and unfinished parts are refused.`,
		Example: "  dovetail merge part1 part2 part3 --out f16.json",
		Args:    cobra.MinimumNArgs(1),
	}, func(_ context.Context, files []string) error {
		parts, err := run.LoadAll(files...)
		if err != nil {
			return usage(err)
		}
		merge, ok := mergers[parts[0].Params["job"]]
		if !ok {
			return usage(fmt.Errorf("%s: parts of %q cannot be merged", files[0], parts[0].Params["job"]))
		}
		record, err := merge(parts...)
		if err != nil {
			return err
		}
		return o.write(record)
	}, o.outputFlags.options())
}

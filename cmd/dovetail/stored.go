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
	}, o.limitFlags.options(), options{flag(&o.store, "catalogue", "", "hold lists and best words of a catalogue against that in `FILE`", file("catalogue"))},
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
		flag(&f.limit, "time", "20s", "how long the check of one record may take", period("time", "; --full takes whatever time it takes")),
		toggle(&f.full, "full", "compute everything again, whatever time it takes"),
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
func (f *outputFlags) judged(check func(ctx context.Context) (results.Verdicts, error)) func(context.Context, []string) error {
	return func(ctx context.Context, _ []string) error {
		f.start(ctx, "records")
		defer f.meter.Stop()
		v, err := check(pace.Listen(ctx, f.meter))
		if err != nil {
			return err
		}
		if len(v.Records) > 0 && v.Empty() {
			return verdict(v)
		}
		if err := verdict(v); err != nil && f.within != nil {
			f.notes = append(f.notes, err.Error())
			return f.write(v)
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
	swops.HalvingJob: longestOf,
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
		Short: "Combine the parts of a search that was cut by --shard",
		Long: `Combine the parts of a search that was cut by --shard. A part is the directory that
--resume named, or the checkpoint in it. Gaps, overlaps and unfinished parts are refused.`,
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

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"dovetail/perm/number"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/results/catalogue"
	"dovetail/results/forms"
	"dovetail/results/param"
	"dovetail/results/stored"
	"dovetail/search/verify"
)

// The commands about the catalogue.

func newCatalogue() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "catalogue",
		Short: "List, show, export, import and check the records stored by --save",
		Long: `The catalogue stores the records of commands run with --save, each with a manifest: the command line, the version
of the program, the machine, the time the computation took, and a checksum. It is one file, an SQLite database that
several processes may write at once. Its path is that of --catalogue, or else of $DOVETAIL_CATALOGUE; by default it
is in the user's data directory.`,
		Example: `  dovetail rank --save
  dovetail rank --reuse
  dovetail catalogue list`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newCatalogueList(), newCatalogueShow(), newCatalogueExport(), newCatalogueImport(),
		newCatalogueVerify(), newCatalogueBest())
	return cmd
}

// filterFlags choose records.
type filterFlags struct {
	storeFlags
	catalogue.Filter
	n, id int64
}

// day is a date.
func day(what string) param.Kind[string] {
	return param.Kind[string]{Name: "date", Parse: func(_, text string) (string, error) {
		if _, err := time.Parse(time.DateOnly, text); err != nil {
			return "", fmt.Errorf("%s=%q is not a date such as 2026-11-30", what, text)
		}
		return text, nil
	}}
}

func (f *filterFlags) options() options {
	n := numberOption(&f.n, "cards,n", "", 1, 1<<62, "only records with this number of cards")
	n.check = func() error {
		if f.n > 0 {
			f.N = number.OfInt(f.n)
		}
		return nil
	}
	id := numberOption(&f.id, "id", "", 1, 1<<62, "only the record with this number")
	id.check = func() error {
		if f.id > 0 {
			f.IDs = []int64{f.id}
		}
		return nil
	}
	return options{
		flag(&f.Schema, "schema", "", "only records with this schema, given as rank, rank/1 or dovetail/rank/1", param.Text),
		n,
		numberOption(&f.M, "length,m", "", 1, 1e6, "only records of words of this length"),
		flag(&f.Word, "word", "", "only records of this word", param.Kind[string]{Name: "letters", Parse: func(_, text string) (string, error) { return notation.Written(text) }}),
		flag(&f.Since, "since", "", "only records saved on this day or later", day("since")),
		flag(&f.Until, "until", "", "only records saved on this day or earlier", day("until")),
		id,
		numberOption(&f.Before, "before", "", 1, 1<<62, "only records with a smaller number than this"),
		numberOption(&f.Last, "last", "", 1, 1e9, "only the last `N` of the records that match"),
		f.option(),
	}
}

// listed are the entries that the filter admits, with their records or without.
func (f *filterFlags) listed(ctx context.Context, bodies bool) (l stored.Listing, err error) {
	l = stored.Listing{Schema: results.CatalogueSchema, Kind: results.Exact, Entries: []stored.Entry{}}
	err = f.with(ctx, catalogue.Existing, func(c *catalogue.Catalogue) error {
		return c.Each(ctx, f.Filter, func(e stored.Entry) error {
			if !bodies {
				e.Record = nil
			}
			l.Entries = append(l.Entries, e)
			return nil
		})
	})
	return l, err
}

func newCatalogueList() *cobra.Command {
	var o struct {
		outputFlags
		filterFlags
	}
	return declare(&cobra.Command{
		Use:   "list",
		Short: "List the records of the catalogue",
		Example: `  dovetail catalogue list
  dovetail catalogue list --schema rank -n 52 -m 7
  dovetail catalogue list --last 20
  dovetail catalogue list --word RRRRDRR --since 2026-11-01 --format json`,
	}, o.answer("records", func(ctx context.Context) ([]results.Record, error) {
		return one(o.listed(ctx, false))
	}), o.filterFlags.options(), o.printOptions(), options{o.outOption()})
}

func newCatalogueShow() *cobra.Command {
	var o struct {
		outputFlags
		storeFlags
		id int64
	}
	return declare(&cobra.Command{
		Use:   "show ID",
		Short: "Print a record of the catalogue; its manifest goes to the standard error",
		Example: `  dovetail catalogue show 3
  dovetail catalogue show 3 --format json | dovetail verify -`,
	}, func(ctx context.Context, _ []string) error {
		o.start("record")
		defer o.meter.Stop()
		filter := filterFlags{storeFlags: o.storeFlags, Filter: catalogue.Filter{IDs: []int64{o.id}}}
		l, err := filter.listed(ctx, true)
		if err != nil {
			return err
		}
		if len(l.Entries) == 0 {
			return usage(fmt.Errorf("there is no record %d", o.id))
		}
		record, err := forms.Read(l.Entries[0].Record, l.Entries[0].Cards)
		if err != nil {
			return err
		}
		if err := o.write(record); err != nil || o.quiet {
			return err
		}
		return l.Entries[0].Lines(os.Stderr)
	}, options{argument(&o.id, "id", param.Number[int64](1, 1<<62)), o.option()}, o.printOptions(), options{o.outOption()})
}

func newCatalogueExport() *cobra.Command {
	var o struct {
		outputFlags
		filterFlags
		damaged bool
	}
	filters := o.filterFlags.options()
	cmd := declare(&cobra.Command{
		Use:   "export",
		Short: "Export records of the catalogue with their manifests",
		Long: `Export records of the catalogue with their manifests: as JSON, which dovetail catalogue import and dovetail verify
read, or as CSV, one row for each record with its JSON in the last column. --damaged recovers all records
of a damaged catalogue that can still be read and whose checksum is right.`,
		Example: `  dovetail catalogue export --out mine.json
  dovetail catalogue export --schema tvd --out tvd.csv
  dovetail catalogue export --damaged --catalogue broken.sqlite --out saved.json`,
	}, o.answer("records", func(ctx context.Context) ([]results.Record, error) {
		if !o.damaged {
			return one(o.listed(ctx, true))
		}
		path, err := o.path()
		if err != nil {
			return nil, err
		}
		l, lost, err := catalogue.Saved(ctx, path)
		if err == nil && lost > 0 && !o.quiet {
			o.notes = append(o.notes, fmt.Sprintf("%s omitted because of damage", number.Count(lost, "record")))
		}
		return one(l, usage(err))
	}), filters, options{boolFlag(&o.damaged, "damaged", "recover all that can be read from a damaged "+
		"catalogue"), {check: func() error {
		// the last says which catalogue
		return filters[:len(filters)-1].without(o.damaged, "damaged recovers all records that can be read")
	}}}, o.printOptions(), options{o.outOption()})
	format := cmd.Flags().Lookup("format")
	format.DefValue = "json"
	if err := format.Value.Set("json"); err != nil {
		panic(err)
	}
	return cmd
}

func newCatalogueImport() *cobra.Command {
	var o struct {
		outputFlags
		storeFlags
		limitFlags
	}
	var cmd *cobra.Command
	cmd = declare(&cobra.Command{
		Use:   "import FILE|DIR...",
		Short: "Verify the records in files, and save those that pass",
		Long: `Verify the records in files, in all JSON files of a folder, or on the standard input (-), and save those that pass
in the catalogue. The input is what a command printed with --format json, or what dovetail catalogue export wrote.
Records are checked as by dovetail verify, and the catalogue stores what was checked. A record is not saved if it
fails, or if nothing in it could be checked within --time. Records already in the catalogue are not saved again.`,
		Example: `  dovetail catalogue import docs/records
  dovetail catalogue import theirs.json --full`,
		Args: cobra.MinimumNArgs(1),
	}, func(ctx context.Context, files []string) error {
		return o.judged(func(ctx context.Context) (v stored.Verdicts, err error) {
			err = o.with(ctx, catalogue.Open, func(c *catalogue.Catalogue) error {
				v, err = verify.Import(ctx, o.limits(), c, cmd.InOrStdin(), files...)
				return err
			})
			return v, err
		})(ctx, nil)
	}, options{o.option()}, o.limitFlags.options(), o.printOptions(), options{o.outOption()})
	return cmd
}

func newCatalogueVerify() *cobra.Command {
	var o struct {
		outputFlags
		filterFlags
		limitFlags
	}
	return declare(&cobra.Command{
		Use:   "verify",
		Short: "Check the records of the catalogue and the file itself",
		Long: `Check the file of the catalogue and the records in it. As in dovetail verify, the computation that each record
describes is repeated and must give the same answer. If the text of a record is not the one that was saved the
catalogue is damaged, and nothing is checked: dovetail catalogue export --damaged recovers the others.`,
		Example: `  dovetail catalogue verify
  dovetail catalogue verify --schema rank --time 5m`,
	}, o.judged(func(ctx context.Context) (v stored.Verdicts, err error) {
		err = o.with(ctx, catalogue.Existing, func(c *catalogue.Catalogue) error {
			v, err = verify.Kept(ctx, o.limits(), c, o.Filter)
			if err == nil && len(v.Records) == 0 {
				return usage(errors.New("no record of the catalogue matches"))
			}
			return err
		})
		return v, err
	}), o.filterFlags.options(), o.limitFlags.options(), o.printOptions(), options{o.outOption()})
}

func newCatalogueBest() *cobra.Command {
	var o struct {
		outputFlags
		storeFlags
		n, m int
	}
	return declare(&cobra.Command{
		Use:   "best",
		Short: "The best words in the catalogue under each score, and how each is known to be best",
		Long: `The best words of m letters on n cards in the catalogue, under each score: c, ew, maxerror, tvd and worst are scores
of single cards; law, bound and decks are distances over all orders (see dovetail rank). If a record ranks all words
by a score, its first word is the best of all; otherwise the word listed is the best of those in the catalogue. Words
with different models are listed separately; so are c and ew with different tolerances and numbers of deals.`,
		Example: `  dovetail catalogue best -m 7 -n 52`,
	}, o.answer("records", func(ctx context.Context) (all []results.Record, err error) {
		err = o.with(ctx, catalogue.Existing, func(c *catalogue.Catalogue) error {
			all, err = one(c.Best(ctx, o.n, o.m))
			return err
		})
		return all, err
	}), options{
		numberOption(&o.n, "cards,n", "52", 1, 1e7, "number of cards"),
		numberOption(&o.m, "length,m", "7", 1, 1e6, "length of the words"),
		o.option(),
	}, o.printOptions(), options{o.outOption()})
}

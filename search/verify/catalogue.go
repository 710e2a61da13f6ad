package verify

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"dovetail/results"
	"dovetail/results/catalogue"
)

// Import saves the records of files, or of all JSON files in folders, that hold: other
// people's records are checked first. It fails only if ctx is cancelled or c cannot be
// written.
func Import(ctx context.Context, l Limits, c *catalogue.Catalogue, stdin io.Reader, paths ...string) (results.Verdicts, error) {
	all := results.Verdicts{Schema: results.VerifySchema, Kind: results.Exact, Records: []results.Verdict{}}
	var files []string
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			inside, err := filepath.Glob(filepath.Join(path, "*.json"))
			if err != nil {
				return all, err
			}
			files = append(files, inside...)
			continue
		}
		files = append(files, path)
	}
	for _, file := range files {
		text, err := l.read(ctx, file, stdin)
		if ctx.Err() != nil {
			return all, ctx.Err()
		}
		var entries []results.Entry
		if err == nil {
			entries, err = entriesOf(text)
		}
		if err != nil {
			all.Records = append(all.Records, unreadable(file, err))
			continue
		}
		for i, e := range entries {
			v, err := Record(ctx, l, e.Record)
			if err != nil {
				return all, err
			}
			v.File, v.Index = file, i+1
			all.Records = append(all.Records, v)
			if v.Verdict != results.Holds && v.Verdict != results.Partly {
				continue
			}
			e.Question, e.Source, e.Checked = "", filepath.Base(file), v.Checked
			e.Saved = cmp.Or(e.Saved, time.Now().UTC().Format(time.RFC3339))
			if _, err := c.Save(ctx, e); err != nil {
				return all, err
			}
		}
	}
	return all, nil
}

// entriesOf are the records of a file, with their manifests if they were exported.
func entriesOf(text []byte) (all []results.Entry, err error) {
	records, err := Split(text)
	if err != nil {
		return nil, err
	}
	for _, record := range records {
		var list results.Listing
		if json.Unmarshal(record, &list) == nil && list.Schema == results.CatalogueSchema {
			for _, e := range list.Entries {
				own, err := results.Describe(e.Record)
				if err != nil {
					return nil, fmt.Errorf("entry %d: %w", e.ID, err)
				}
				own.Manifest, own.Cards = e.Manifest, e.Cards
				all = append(all, own)
			}
			continue
		}
		e, err := results.Describe(record)
		if err != nil { // no record: its verdict says so
			e = results.Entry{Record: record}
		}
		all = append(all, e)
	}
	return all, nil
}

// Kept checks the records of a catalogue that a filter lets pass.
func Kept(ctx context.Context, l Limits, c *catalogue.Catalogue, f catalogue.Filter) (results.Verdicts, error) {
	all := results.Verdicts{Schema: results.VerifySchema, Kind: results.Exact, Records: []results.Verdict{}}
	err := c.Each(ctx, f, func(e results.Entry) error {
		v, err := Record(ctx, l, e.Record)
		v.File, v.Index = c.Path(), int(e.ID)
		all.Records = append(all.Records, v)
		return err
	})
	return all, err
}

// exported checks the records in a list from a catalogue. What else it says of them is
// what the machines said that computed them.
func exported(e *exam, l results.Listing) error {
	for _, entry := range l.Entries {
		if entry.Record == nil {
			continue
		}
		own, err := results.Describe(entry.Record)
		if err != nil {
			return fmt.Errorf("entry %d: %w", entry.ID, err)
		}
		own.ID, own.Manifest, own.Cards, own.Checksum = entry.ID, entry.Manifest, entry.Cards, catalogue.Checksum(own.Record)
		said, err := treeOf(entry)
		says, err2 := treeOf(own)
		if err := cmp.Or(err, err2); err != nil {
			return err
		}
		if where := differ(said, says, "as the record says"); where != "" {
			return fmt.Errorf("entry %d: %s", entry.ID, where)
		}
		v, err := Record(e.ctx, e.Limits, own.Record)
		if err != nil {
			return err
		}
		if v.Verdict == results.Fails {
			return fmt.Errorf("entry %d: %s", entry.ID, v.Reason)
		}
	}
	e.checked("what entries say of the records in them, and as much of these records as they allow by themselves")
	e.unchecked("entries", "manifests are what the machine said that computed the record")
	return e.same(results.Listing{Schema: results.CatalogueSchema, Kind: results.Exact, Entries: l.Entries})
}

// bestWords are checked by the records that they come from.
func bestWords(e *exam, b results.BestWords) error {
	for _, row := range b.Rows {
		if err := cmp.Or(
			require(len([]rune(row.Word)) == b.M, "%s has not %d letters", row.Word, b.M),
			require(slices.Contains([]string{results.Exact, results.Bound, results.Sampled}, row.Kind), "kind %q of %s", row.Kind, row.Word),
		); err != nil {
			return err
		}
	}
	e.checked("the lengths of the words")
	e.unchecked("n, rows", "the records are in the catalogue: dovetail catalogue verify")
	return e.same(results.BestWords{Schema: results.BestSchema, Kind: results.Exact, N: b.N, M: b.M, Rows: b.Rows})
}

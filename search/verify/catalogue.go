package verify

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"dovetail/exact/pairs"
	"dovetail/perm/cards"
	"dovetail/results"
	"dovetail/results/catalogue"
	"dovetail/results/forms"
	"dovetail/results/stored"
)

// Import checks the records of files, or of all JSON files in folders, and saves those that hold,
// because they may be other people's. It fails only if ctx is cancelled, c cannot be written, or a
// folder has a name that is a pattern.
func Import(ctx context.Context, l Limits, c *catalogue.Catalogue, stdin io.Reader, paths ...string) (stored.Verdicts,
	error) {
	var files []string
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			inside, err := filepath.Glob(filepath.Join(path, "*.json"))
			if err != nil {
				return stored.Verdicts{}, err
			}
			files = append(files, inside...)
			continue
		}
		files = append(files, path)
	}
	record := func(e stored.Entry) json.RawMessage { return e.Record }
	return eachOf(ctx, l, stdin, files, entriesOf, record, func(e stored.Entry, v *stored.Verdict) error {
		if e.SHA256 != "" { // an exported entry
			if err := checkEntry(e); err != nil {
				refute(v, err)
			}
		}
		if v.Verdict != stored.Holds && v.Verdict != stored.Partly {
			return nil
		}
		e.Question, e.Source, e.Checked = "", filepath.Base(v.File), v.Checked
		e.Saved = cmp.Or(e.Saved, time.Now().UTC().Format(time.RFC3339))
		err := c.Save(ctx, e)
		return err
	})
}

// entriesOf are the records of a file, with their manifests if they were exported.
func entriesOf(text []byte) (all []stored.Entry, err error) {
	records, err := Split(text)
	if err != nil {
		return nil, err
	}
	for _, record := range records {
		var list stored.Listing
		if json.Unmarshal(record, &list) == nil && strings.HasPrefix(list.Schema, "dovetail/catalogue/") {
			for _, e := range list.Entries {
				own, err := stored.Describe(e.Record)
				if err == nil && e.SHA256 == "" {
					err = errors.New("sha256 is missing")
				}
				if err != nil {
					return nil, fmt.Errorf("entry %d: %w", e.ID, err)
				}
				e.Record = own.Record // without the blanks between its values
				all = append(all, e)
			}
			continue
		}
		e, err := stored.Describe(record)
		if err != nil { // not a record: its verdict says so
			e = stored.Entry{Record: record}
		}
		all = append(all, e)
	}
	return all, nil
}

// Kept checks the records of a catalogue that a filter lets pass.
func Kept(ctx context.Context, l Limits, c *catalogue.Catalogue, f catalogue.Filter) (stored.Verdicts, error) {
	all := stored.Verdicts{Schema: results.VerifySchema, Kind: results.Exact, Records: []stored.Verdict{}}
	l.Laws = cmp.Or(l.Laws, new(pairs.Cache))
	err := c.Each(ctx, f, func(e stored.Entry) error {
		v, err := Record(ctx, l, e.Record)
		if wrong := cmp.Or(catalogue.Held(e), checkCards(e)); wrong != nil && err == nil {
			refute(&v, wrong)
		}
		v.File, v.Index = c.Path(), int(e.ID)
		all.Records = append(all.Records, v)
		return err
	})
	return all, err
}

// exported checks the records in a list from a catalogue, each by itself and all within the time of
// one. Entries without records are checked by what the catalogue has. What else entries say with
// their records is the claim of the machines that computed them.
func exported(e *checker, l stored.Listing) error {
	began, inside := time.Now(), 0
	for _, entry := range l.Entries {
		if entry.Record == nil {
			if err := e.onRecord(entry); err != nil {
				return err
			}
			continue
		}
		if err := checkEntry(entry); err != nil {
			return err
		}
		if inside++; inside == 1 {
			e.checked("what entries say of the records in them")
			e.unchecked("entries", "manifests are what the machine said that computed the record")
		}
		limits := e.Limits
		if e.Time > 0 {
			limits.Time = max(1, e.Time-time.Since(began))
		}
		v, err := Record(e.outer, limits, entry.Record)
		switch {
		case err != nil:
			return err
		case v.Verdict == stored.Fails:
			return fmt.Errorf("entry %d: %s", entry.ID, v.Reason)
		case v.Verdict != stored.Holds:
			e.open = true
		}
		if len(v.Unchecked) == 0 && v.Verdict == stored.Unknown {
			e.unchecked(fmt.Sprintf("entry %d", entry.ID), "%s", v.Reason)
		}
		for _, line := range v.Unchecked {
			e.unchecked(fmt.Sprintf("entry %d", entry.ID), "%s", line)
		}
		if len(v.Checked) > 0 {
			e.checked("of entry %d: %s", entry.ID, strings.Join(v.Checked, "; "))
		}
	}
	return e.same(stored.Listing{Schema: results.CatalogueSchema, Kind: results.Exact, Entries: l.Entries})
}

// checkEntry compares an entry with the record in it.
func checkEntry(e stored.Entry) error {
	own, err := stored.Describe(e.Record)
	if err != nil {
		return fmt.Errorf("entry %d: %w", e.ID, err)
	}
	own.ID, own.Manifest, own.Cards, own.SHA256 = e.ID, e.Manifest, e.Cards, catalogue.Seal(own.Record)
	return cmp.Or(agrees(e, own, "as the record says"), checkCards(e))
}

// checkCards is the error for names of cards that differ from those of the record in an entry.
func checkCards(e stored.Entry) error {
	if len(e.Cards) == 0 {
		return nil
	}
	if _, named := forms.Forms()[e.Schema].(interface{ CardNames() []string }); !named || e.N.Int == nil {
		return fmt.Errorf("entry %d: card_names are of no cards", e.ID)
	}
	if err := cards.Style(e.Cards).CheckNew(int(e.N.Int64())); err != nil {
		return fmt.Errorf("entry %d: card_names: %w", e.ID, err)
	}
	return nil
}

// checkNames is the error for a record whose number of cards differs from that of its names.
func checkNames(text []byte) error {
	var r struct {
		N     int
		Names []string `json:"card_names"`
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return results.Misread(err)
	}
	if err := cards.Style(r.Names).CheckNew(r.N); err != nil {
		return fmt.Errorf("card_names: %w", err)
	}
	return nil
}

// agrees is the error for a wrong entry.
func agrees(entry, should stored.Entry, name string) error {
	said, err := treeOf(entry)
	says, err2 := treeOf(should)
	if err := cmp.Or(err, err2); err != nil {
		return err
	}
	if where := differ(said, says, name); where != "" {
		return fmt.Errorf("entry %d: %s", entry.ID, where)
	}
	return nil
}

// onRecord compares an entry without its record with the catalogue.
func (e *checker) onRecord(entry stored.Entry) error {
	if e.Catalogue == nil {
		e.left(fmt.Sprintf("entry %d", entry.ID), notAtHand)
		return nil
	}
	found := false
	err := e.Catalogue.Each(e.ctx, catalogue.Filter{IDs: []int64{entry.ID}}, func(kept stored.Entry) error {
		found, kept.Record, kept.Cards = true, nil, entry.Cards
		return agrees(entry, kept, "on record")
	})
	if err := cmp.Or(err, require(found, "entry %d is not on record", entry.ID)); err != nil {
		return err
	}
	e.checked("entry %d, as it is on record", entry.ID)
	return nil
}

// notAtHand is why statements about a catalogue's records are not judged.
const notAtHand = "its record is in a catalogue: name that by --catalogue"

// bestWords are computed from the records of the catalogue again.
func bestWords(e *checker, b stored.BestWords) error {
	if e.Catalogue == nil {
		e.left(everything, notAtHand)
		return nil
	}
	return e.whole(0, func(ctx context.Context) (any, error) { return e.Catalogue.Best(ctx, b.N, b.M) })
}

// verdicts are what the check of records says about other records.
func verdicts(e *checker, _ stored.Verdicts) error {
	e.unchecked(everything, "a verdict is checked by checking the record itself")
	return nil
}

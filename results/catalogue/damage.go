package catalogue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/fileio"
	"dovetail/results/stored"
)

// damaged is the error for a file that is not what was written.
type damaged struct{ error }

// Unwrap is the cause.
func (d damaged) Unwrap() error { return d.error }

// Unwritten is the error for a disk that cannot be written.
type Unwritten struct{ error }

// Unwrap is the error of the disk.
func (u Unwritten) Unwrap() error { return u.error }

// room is the error for a disk with less room than the initial log of SQLite and its index need.
func room(path string) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".dovetail-room-*")
	if err != nil {
		return reason(err)
	}
	defer os.Remove(f.Name())
	_, err = f.Write(make([]byte, 64<<10))
	return reason(cmp.Or(err, f.Sync(), f.Close()))
}

// explain makes an error of SQLite one for users: a damaged file is refused, and the error says how
// much of it can be saved.
func (c *Catalogue) explain(ctx context.Context, err error) error {
	var bad damaged
	switch {
	case err == nil || ctx.Err() != nil:
		return err
	case code(err) == notSQL:
		return fmt.Errorf("catalogue %s: not a catalogue, or damaged in its first bytes, so that no record can be "+
			"read", c.path)
	case code(err) == corrupt, errors.As(err, &bad):
		whole, lost := 0, 0
		for _, err := range c.salvage(ctx) {
			if err != nil {
				lost++
			} else {
				whole++
			}
		}
		return fmt.Errorf("catalogue %s is damaged (%v); %s lost, %s can be recovered, with dovetail catalogue export "+
			"--damaged --catalogue FILE --out saved.json",
			c.path, err, number.Count(lost, "record"), number.Count(whole, "record"))
	case code(err) == busy:
		return fmt.Errorf("catalogue %s: another process has locked it for more than %v", c.path, lockTimeout)
	case code(err) == cantOpen:
		if err := fileio.CheckWritable(c.path); err != nil {
			return fmt.Errorf("catalogue cannot be opened: %w", err)
		}
		return fmt.Errorf("catalogue %s: cannot be opened", c.path)
	case code(err) == full:
		return Unwritten{fmt.Errorf("catalogue %s cannot be written: %w", c.path, syscall.ENOSPC)}
	case slices.Contains(writing, extended(err)):
		return Unwritten{fmt.Errorf("catalogue %s cannot be written: %w", c.path, cmp.Or(room(c.path), error(syscall.EIO)))}
	case code(err) == readOnly:
		return fmt.Errorf("catalogue %s cannot be written: it is read-only", c.path)
	case code(err) == failedIO:
		return fmt.Errorf("catalogue %s cannot be read: %w", c.path, syscall.EIO)
	case code(err) != 0:
		return fmt.Errorf("catalogue %s: %w", c.path, err)
	}
	return err
}

// salvage are the entries that can be read, from both ends of the file up to the damage, and then
// an error for each damaged entry. Manifests may be lost where records are not.
func (c *Catalogue) salvage(ctx context.Context) iter.Seq2[stored.Entry, error] {
	return func(yield func(stored.Entry, error) bool) {
		seen := map[int64]bool{}
		for _, order := range []string{"ASC", "DESC"} {
			for _, id := range c.ids(ctx, order) {
				if seen[id] {
					continue
				}
				seen[id] = true
				e, err := c.entry(ctx, id)
				if err != nil {
					e, err = c.bare(ctx, id)
				}
				if !yield(e, err) {
					return
				}
			}
		}
	}
}

// ids are those of the records up to the first damage.
func (c *Catalogue) ids(ctx context.Context, order string) (ids []int64) {
	rows, err := c.db.QueryContext(ctx, "SELECT id FROM record NOT INDEXED ORDER BY id "+order)
	if err != nil {
		return nil
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if rows.Scan(&id) != nil {
			break
		}
		ids = append(ids, id)
	}
	return ids
}

// bare is a record without its manifest.
func (c *Catalogue) bare(ctx context.Context, id int64) (stored.Entry, error) {
	var checksum, body string
	if err := c.db.QueryRowContext(ctx, "SELECT checksum, body FROM record NOT INDEXED WHERE id = ?", id).
		Scan(&checksum, &body); err != nil {
		return stored.Entry{ID: id}, err
	}
	e, err := stored.Describe([]byte(body))
	if err == nil && Checksum([]byte(body)) != checksum {
		err = damaged{fmt.Errorf("record %d is damaged: its checksum does not match", id)}
	}
	e.ID, e.SHA256 = id, Seal([]byte(body))
	return e, err
}

// Saved is what can be read of a damaged file, and the number of records that can be found but not
// read.
func Saved(ctx context.Context, path string) (l stored.Listing, lost int, err error) {
	l = stored.Listing{Schema: results.CatalogueSchema, Kind: results.Exact, Entries: []stored.Entry{}}
	if _, err := os.Stat(path); err != nil {
		return l, 0, unopened(path, err)
	}
	c, err := connect(path, "")
	if err != nil {
		return l, 0, err
	}
	defer c.Close()
	for e, err := range c.salvage(ctx) {
		if err != nil {
			lost++
			continue
		}
		l.Entries = append(l.Entries, e)
	}
	if len(l.Entries) == 0 {
		return l, lost, fmt.Errorf("catalogue %s: no record can be read", path)
	}
	slices.SortFunc(l.Entries, func(a, b stored.Entry) int { return cmp.Compare(a.ID, b.ID) })
	return l, lost, nil
}

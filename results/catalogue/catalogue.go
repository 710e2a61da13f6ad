// Package catalogue stores records with their manifests in a file, an SQLite database that several
// processes may write to at once. An answer is saved completely or not at all: it is one
// transaction, and a killed process leaves nothing half done. A record carries the xxhash64 of its
// text, so that a flipped bit is noticed, and a file that is damaged is refused before anything is
// written to it.
package catalogue

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// Catalogue is an open file.
type Catalogue struct {
	db   *sql.DB
	path string
}

// DefaultPath is in the user's data directory.
func DefaultPath() (string, error) {
	dir := os.Getenv("XDG_DATA_HOME")
	if !filepath.IsAbs(dir) {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		dir = filepath.Join(home, ".local", "share")
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		var err error
		if dir, err = os.UserConfigDir(); err != nil {
			return "", err
		}
	}
	return filepath.Join(dir, "dovetail", "catalogue.sqlite"), nil
}

const (
	// application marks the file as a catalogue, form is the number of its layout.
	application = 0x646f7665
	form        = 1

	// lockTimeout is how long a process waits for another one's transaction.
	lockTimeout = 20 * time.Second
)

// An answer may have several records: it is a row with the manifest, and a row for each record.
const layout = `
CREATE TABLE answer (
	id INTEGER PRIMARY KEY, question TEXT NOT NULL, digest TEXT NOT NULL, saved TEXT NOT NULL, command TEXT NOT NULL,
	version TEXT NOT NULL, revision TEXT NOT NULL, machine TEXT NOT NULL,
	cpu_seconds REAL NOT NULL, wall_seconds REAL NOT NULL,
	source TEXT NOT NULL, checked TEXT NOT NULL, UNIQUE (question, digest));
CREATE TABLE record (
	id INTEGER PRIMARY KEY, answer INTEGER NOT NULL REFERENCES answer, schema TEXT NOT NULL, kind TEXT NOT NULL,
	n, m INTEGER NOT NULL, word TEXT NOT NULL, seed, cards TEXT NOT NULL, checksum TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX record_answer ON record (answer);
CREATE INDEX record_about ON record (schema, n, m, word);
`

// Open opens the catalogue in a file, or makes one.
func Open(ctx context.Context, path string) (*Catalogue, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, unopened(path, err)
	}
	c, err := opened(ctx, path, "")
	if err != nil && c != nil {
		err = c.explain(ctx, err)
		c.Close()
		return nil, err
	}
	return c, err
}

// opened is a sound file, with more parameters for SQLite. If there is an error it may have to be
// closed.
func opened(ctx context.Context, path, more string) (*Catalogue, error) {
	if err := checkHead(path); err != nil {
		return nil, err
	}
	c, err := connect(path, more)
	if err != nil {
		return nil, err
	}
	return c, c.prepare(ctx)
}

// checkHead refuses a file that is no database: SQLite treats a short one as a new one.
func checkHead(path string) error {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return unopened(path, err)
	}
	defer f.Close()
	const head = "SQLite format 3\x00"
	begins := make([]byte, len(head))
	n, err := io.ReadFull(f, begins)
	switch {
	case err != nil && n == 0 && errors.Is(err, io.EOF), string(begins) == head:
		return nil
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return unopened(path, err)
	}
	return fmt.Errorf("catalogue %s: not a catalogue, or damaged in its first bytes, so that no record can be read",
		path)
}

// Existing opens a catalogue that exists. SQLite stores a log and an index of that next to the
// file. In a folder that cannot be written the file is read directly, unless recent changes are
// still in a log.
func Existing(ctx context.Context, path string) (*Catalogue, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, unopened(path, err)
	}
	c, err := opened(ctx, path, "")
	if log, failed := os.Stat(path + "-wal"); (code(err) == cantOpen || code(err) == readOnly) &&
		(failed != nil || log.Size() == 0) {
		c.Close()
		c, err = opened(ctx, path, "&mode=ro&immutable=1")
	}
	if err != nil && c != nil {
		err = c.explain(ctx, err)
		c.Close()
		return nil, err
	}
	return c, err
}

func unopened(path string, err error) error {
	err = fmt.Errorf("catalogue %s: %w", path, reason(err))
	if errors.Is(err, syscall.ENOSPC) {
		return Unwritten{err}
	}
	return err
}

// reason is an error without the path.
func reason(err error) error {
	if failed := (*os.PathError)(nil); errors.As(err, &failed) {
		return failed.Err
	}
	return err
}

func connect(path, more string) (*Catalogue, error) {
	name := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
	db, err := sql.Open("sqlite", "file:"+name+"?_txlock=immediate&_pragma=foreign_keys(1)&_pragma=synchronous(full)"+
		fmt.Sprintf("&_pragma=busy_timeout(%d)", lockTimeout.Milliseconds())+more)
	if err != nil {
		return nil, unopened(path, err)
	}
	db.SetMaxOpenConns(1)
	return &Catalogue{db, path}, nil
}

// Writable is the reason why nothing could be saved now.
func (c *Catalogue) Writable(ctx context.Context) error {
	_, err := c.db.ExecContext(ctx, "DELETE FROM answer WHERE 0") // a change of no row
	return c.explain(ctx, err)
}

// Close ends the use of the file.
func (c *Catalogue) Close() error { return c.db.Close() }

// Path is the file.
func (c *Catalogue) Path() string { return c.path }

// prepare creates a new file, or checks that an old one is sound.
func (c *Catalogue) prepare(ctx context.Context) error {
	id, version, tables, err := c.head(ctx)
	if err != nil {
		return err
	}
	switch {
	case id == 0 && version == 0 && tables == 0:
		return cmp.Or(c.logged(ctx), c.create(ctx))
	case id != application:
		return fmt.Errorf("catalogue %s: this is a database of another program", c.path)
	case version != form:
		return fmt.Errorf("catalogue %s: its layout has version %d, but this program reads version %d", c.path,
			version, form)
	}
	var says string
	if err := c.scan(ctx, "PRAGMA quick_check(1)", &says); err != nil {
		return err
	}
	if says != "ok" {
		return damaged{errors.New(strings.TrimSpace(strings.ReplaceAll(says, "\n", " ")))}
	}
	return nil
}

// head reads what identifies a file, in one transaction: another process may be creating it.
func (c *Catalogue) head(ctx context.Context) (id, version, tables int, err error) {
	tx, err := c.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return 0, 0, 0, err
	}
	defer tx.Rollback()
	for query, to := range map[string]*int{
		"PRAGMA application_id": &id, "PRAGMA user_version": &version, "SELECT count(*) FROM sqlite_schema": &tables,
	} {
		if err := tx.QueryRowContext(ctx, query).Scan(to); err != nil {
			return 0, 0, 0, err
		}
	}
	return id, version, tables, nil
}

func (c *Catalogue) scan(ctx context.Context, query string, to any) error {
	return c.db.QueryRowContext(ctx, query).Scan(to)
}

// logged switches to a write-ahead log. Two processes that do this to a new file at once may meet a
// lock for which the system does not wait.
func (c *Catalogue) logged(ctx context.Context) error {
	for begun := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		var mode string
		err := c.scan(ctx, "PRAGMA journal_mode(wal)", &mode)
		if code(err) != busy || time.Since(begun) > lockTimeout {
			return err
		}
	}
}

// create makes the tables, unless another process has.
func (c *Catalogue) create(ctx context.Context) error {
	return c.transact(ctx, func(tx *sql.Tx) error {
		var version int
		if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil || version == form {
			return err
		}
		_, err := tx.ExecContext(ctx, layout+fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d;",
			application, form))
		return err
	})
}

// transact does all of it or nothing.
func (c *Catalogue) transact(ctx context.Context, do func(tx *sql.Tx) error) error {
	tx, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// code is the kind of an error of SQLite; 0 for others.
func code(err error) int { return extended(err) & 0xff }

// The codes of SQLite that are distinguished.
const (
	busy     = 5
	readOnly = 8
	failedIO = 10
	corrupt  = 11
	full     = 13
	cantOpen = 14
	notSQL   = 26
)

// writing are the failures to write to a disk, among those of [failedIO]: of a write, a sync of a
// file or a folder, a change of length, a deletion, and the index of the log, when it is opened,
// grown or mapped.
var writing = []int{
	failedIO | 3<<8, failedIO | 4<<8, failedIO | 5<<8, failedIO | 6<<8, failedIO | 10<<8, failedIO | 18<<8,
	failedIO | 19<<8, failedIO | 21<<8,
}

package catalogue

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/stored"
)

// Filter selects records. An empty field admits all.
type Filter struct {
	Schema       string // as dovetail/rank/1, rank/1 or rank
	N            number.Int
	M            int
	Word         string
	Since, Until string  // the days, as 2026-11-30, both included
	IDs          []int64 // any of these
	Before       int64   // those with smaller ids
	Last         int     // only the last n of the selected ones; 0 for all
}

// where is the condition, with its values.
func (f Filter) where() (string, []any) {
	conditions, values := []string{"1"}, []any{}
	is := func(condition string, of ...any) {
		conditions, values = append(conditions, condition), append(values, of...)
	}
	if f.Schema != "" {
		name := "dovetail/" + strings.TrimPrefix(f.Schema, "dovetail/")
		is("(r.schema = ? OR rtrim(r.schema, '0123456789') = ?)", name, name+"/")
	}
	if f.N.Int != nil {
		is("r.n = ?", whole(f.N))
	}
	if f.M > 0 {
		is("r.m = ?", f.M)
	}
	if f.Word != "" {
		is("r.word = ? COLLATE NOCASE", f.Word)
	}
	if f.Since != "" {
		is("substr(a.saved, 1, 10) >= ?", f.Since)
	}
	if f.Until != "" {
		is("substr(a.saved, 1, 10) <= ?", f.Until)
	}
	if len(f.IDs) > 0 {
		is("r.id IN (" + strings.Trim(strings.ReplaceAll(fmt.Sprint(f.IDs), " ", ","), "[]") + ")")
	}
	if f.Before > 0 {
		is("r.id < ?", f.Before)
	}
	where := strings.Join(conditions, " AND ")
	if f.Last > 0 {
		where = "r.id IN (SELECT r.id FROM record r JOIN answer a ON a.id = r.answer WHERE " + where +
			" ORDER BY r.id DESC LIMIT ?)"
		values = append(values, f.Last)
	}
	return where, values
}

const columns = `SELECT r.id, r.schema, r.kind, r.n, r.m, r.word, r.seed, r.cards, r.checksum, r.body,
	a.saved, a.command, a.question, a.version, a.revision, a.machine, a.cpu_seconds, a.wall_seconds, a.source, a.checked
	FROM record r JOIN answer a ON a.id = r.answer `

// Each visits the entries that a filter admits, in the order in which they were saved.
func (c *Catalogue) Each(ctx context.Context, f Filter, visit func(stored.Entry) error) error {
	where, values := f.where()
	return c.explain(ctx, each(c.find(ctx, columns+"WHERE "+where+" ORDER BY r.id", values...), visit))
}

// Held is the error for an entry whose columns, by which it is found, differ from its record, or
// whose question is about another number of cards.
func Held(e stored.Entry) error {
	own, err := stored.Describe(e.Record)
	if err != nil {
		return err
	}
	for _, column := range []struct {
		name         string
		column, says any
	}{
		{"schema", e.Schema, own.Schema}, {"kind", e.Kind, own.Kind}, {"n", whole(e.N), whole(own.N)},
		{"m", e.M, own.M}, {"word", e.Word, own.Word}, {"seed", whole(e.Seed), whole(own.Seed)},
	} {
		if column.column != column.says {
			return fmt.Errorf("record %d is stored with %s=%v, but its text has %v", e.ID, column.name, column.column,
				column.says)
		}
	}
	if !answers(e.Question, own) {
		return fmt.Errorf("record %d is stored as the answer to another question", e.ID)
	}
	return nil
}

// answers reports whether a record can be the answer to one of the questions, one on each line: it
// must have the form and the number of cards.
func answers(questions string, own stored.Entry) bool {
	known := false
	for line := range strings.Lines(questions) {
		var q struct {
			Schema   string
			Question struct{ N number.Int }
		}
		if json.Unmarshal([]byte(line), &q) != nil {
			continue // imported, or of a version before questions
		}
		known = true
		n := q.Question.N
		if q.Schema == own.Schema && (n.Int == nil || own.N.Int == nil || n.Cmp(own.N.Int) == 0) {
			return true
		}
	}
	return !known
}

// Answer are the records of the last answer to a question; none if it has none.
func (c *Catalogue) Answer(ctx context.Context, question string) (all []stored.Entry, err error) {
	last := columns + "WHERE a.id = (SELECT max(id) FROM answer WHERE question = ?) ORDER BY r.id"
	err = each(c.find(ctx, last, question), func(e stored.Entry) error {
		all = append(all, e)
		return Held(e)
	})
	return all, c.explain(ctx, err)
}

func each(entries iter.Seq2[stored.Entry, error], visit func(stored.Entry) error) error {
	for e, err := range entries {
		if err == nil {
			err = visit(e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// entry is that of an id.
func (c *Catalogue) entry(ctx context.Context, id int64) (e stored.Entry, err error) {
	err = sql.ErrNoRows
	for e, err = range c.find(ctx, columns+"WHERE r.id = ?", id) {
	}
	return e, err
}

func (c *Catalogue) find(ctx context.Context, query string, values ...any) iter.Seq2[stored.Entry, error] {
	return func(yield func(stored.Entry, error) bool) {
		rows, err := c.db.QueryContext(ctx, query, values...)
		if err != nil {
			yield(stored.Entry{}, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			if e, err := read(rows); !yield(e, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(stored.Entry{}, err)
		}
	}
}

// read reads an entry from a row, and checks that its record is what was saved.
func read(rows *sql.Rows) (e stored.Entry, err error) {
	var n, seed any
	var cards, checked, checksum, body string
	if err := rows.Scan(&e.ID, &e.Schema, &e.Kind, &n, &e.M, &e.Word, &seed, &cards, &checksum, &body, &e.Saved,
		&e.Command, &e.Question,
		&e.Version, &e.Revision, &e.Machine, &e.CPUSeconds, &e.WallSeconds, &e.Source, &checked); err != nil {
		return e, err
	}
	e.N, e.Seed, e.Record = wholeOf(n), wholeOf(seed), json.RawMessage(body)
	for text, to := range map[string]*[]string{cards: &e.Cards, checked: &e.Checked} {
		if text != "" && json.Unmarshal([]byte(text), to) != nil {
			return e, damaged{fmt.Errorf("record %d has a damaged manifest", e.ID)}
		}
	}
	e.SHA256 = Seal(e.Record)
	if Checksum(e.Record) != checksum {
		return e, damaged{fmt.Errorf("record %d is damaged: its checksum does not match", e.ID)}
	}
	return e, nil
}

// whole is an integer as it is stored: a number, or digits beyond 63 bits.
func whole(x number.Int) any {
	switch {
	case x.Int == nil:
		return nil
	case x.IsInt64():
		return x.Int64()
	}
	return x.String()
}

func wholeOf(stored any) number.Int {
	switch x := stored.(type) {
	case int64:
		return number.OfInt(x)
	case string:
		if v, ok := new(big.Int).SetString(x, 10); ok {
			return number.Of(v)
		}
	}
	return number.Int{}
}

// Seal is the SHA-256 of a record's text, which identifies it to others.
func Seal(text []byte) string { return fmt.Sprintf("%x", sha256.Sum256(text)) }

// Checksum is the xxhash64 of a record's text, by which the file notices that it is damaged.
func Checksum(text []byte) string { return fmt.Sprintf("%016x", xxhash.Sum64(text)) }

// Here is the manifest of an answer of this program on this machine, with the given processor time,
// and the time since it began.
func Here(command, question string, cpu time.Duration, began time.Time) stored.Manifest {
	m := stored.Manifest{
		Saved: time.Now().UTC().Format(time.RFC3339), Command: command, Question: question, Version: "unknown",
		Machine:    strings.TrimSpace(runtime.GOOS + "/" + runtime.GOARCH + " " + processor()),
		CPUSeconds: cpu.Seconds(), WallSeconds: time.Since(began).Seconds(),
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return m
	}
	m.Version = info.Main.Version + " " + info.GoVersion
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			m.Revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			m.Revision += " (modified)"
		}
	}
	return m
}

// processor is the name of the first one, on Linux.
func processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if name, value, _ := strings.Cut(lines.Text(), ":"); strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// Entries are those of the records of an answer.
func Entries(m stored.Manifest, records ...results.Record) (entries []stored.Entry, err error) {
	for _, r := range records {
		var text bytes.Buffer
		enc := json.NewEncoder(&text)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(r); err != nil {
			return nil, err
		}
		e, err := stored.Describe(text.Bytes())
		if err != nil {
			return nil, err
		}
		if named, ok := r.(interface{ CardNames() []string }); ok {
			e.Cards = named.CardNames()
		}
		e.Manifest = m
		entries = append(entries, e)
	}
	return entries, nil
}

// Save stores the records of an answer, which share their manifest, unless the same question has had the same answer
// before.
func (c *Catalogue) Save(ctx context.Context, entries ...stored.Entry) error {
	if len(entries) == 0 {
		return nil
	}
	digest := xxhash.New()
	for _, e := range entries {
		digest.Write(e.Record)
	}
	err := c.transact(ctx, func(tx *sql.Tx) error {
		m := entries[0].Manifest
		row := tx.QueryRowContext(ctx, `INSERT INTO answer
			(question, digest, saved, command, version, revision, machine, cpu_seconds, wall_seconds, source, checked)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id`,
			m.Question, fmt.Sprintf("%016x", digest.Sum64()), m.Saved, m.Command, m.Version, m.Revision, m.Machine,
			m.CPUSeconds, m.WallSeconds, m.Source, list(m.Checked))
		var answer int64
		if err := row.Scan(&answer); errors.Is(err, sql.ErrNoRows) {
			return nil // the same answer is there
		} else if err != nil {
			return err
		}
		for _, e := range entries {
			if _, err := tx.ExecContext(ctx, `INSERT INTO record
				(answer, schema, kind, n, m, word, seed, cards, checksum, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
				answer, e.Schema, e.Kind, whole(e.N), e.M, e.Word, whole(e.Seed), list(e.Cards), Checksum(e.Record),
				string(e.Record)); err != nil {
				return err
			}
		}
		return nil
	})
	return c.explain(ctx, err)
}

// list is a list of texts as one, "" if it is empty.
func list(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	b, err := json.Marshal(texts)
	if err != nil {
		panic(err) // strings always have JSON
	}
	return string(b)
}

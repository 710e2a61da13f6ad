package catalogue

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"dovetail/results"
)

// Checksum is the xxhash64 of a record's text.
func Checksum(text []byte) string { return fmt.Sprintf("%016x", xxhash.Sum64(text)) }

// Here is the manifest of an answer that this program gives on this machine, after the
// given time of its processors, and since it began.
func Here(command, question string, cpu time.Duration, began time.Time) results.Manifest {
	m := results.Manifest{
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
func Entries(m results.Manifest, records ...results.Record) (entries []results.Entry, err error) {
	for _, r := range records {
		var text bytes.Buffer
		enc := json.NewEncoder(&text)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(r); err != nil {
			return nil, err
		}
		e, err := results.Describe(text.Bytes())
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

// Save stores the records of an answer, which share their manifest, and returns how many
// are new: none, if the same question has had the same answer before.
func (c *Catalogue) Save(ctx context.Context, entries ...results.Entry) (saved int, err error) {
	if len(entries) == 0 {
		return 0, nil
	}
	digest := xxhash.New()
	for _, e := range entries {
		digest.Write(e.Record)
	}
	err = c.transact(ctx, func(tx *sql.Tx) error {
		m := entries[0].Manifest
		row := tx.QueryRowContext(ctx, `INSERT INTO answer
			(question, digest, saved, command, version, revision, machine, cpu_seconds, wall_seconds, source, checked)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id`,
			m.Question, fmt.Sprintf("%016x", digest.Sum64()), m.Saved, m.Command, m.Version, m.Revision, m.Machine,
			m.CPUSeconds, m.WallSeconds, m.Source, list(m.Checked))
		var answer int64
		if err := row.Scan(&answer); errors.Is(err, sql.ErrNoRows) {
			return nil // the same is there
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
		saved = len(entries)
		return nil
	})
	return saved, c.explain(ctx, err)
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

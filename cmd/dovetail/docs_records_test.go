package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dovetail/results"
	"dovetail/search/questions"
)

// The tables of docs/records.md are those of the records. -update writes them.
func TestRecordsPage(t *testing.T) {
	t.Run("lengths", func(t *testing.T) {
		tableOf(t, "| n | moves | moves/n^2 | published |\n|---|---|---|---|\n", lengths(t))
	})
	t.Run("origins", func(t *testing.T) {
		tableOf(t, "| record | found | by revision | command | SHA-256 |\n|---|---|---|---|---|\n", origins(t))
	})
}

// tableOf holds a table of docs/records.md, which has such a head, against its rows.
func tableOf(t *testing.T, head, rows string) {
	const page, end = "../../docs/records.md", "\n\n"
	old, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(old), head)
	_, after, more := strings.Cut(rest, end)
	if !ok || !more {
		t.Fatalf("%s has no table", page)
	}
	want := before + head + strings.TrimSuffix(rows, "\n") + end + after
	switch {
	case want == string(old):
	case *update:
		if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s has another table than the records: run with -update", page)
	}
}

// found are the days on which the records on file were found, and the revisions of the program that found
// them. Later revisions have put some into a new form, and verify what they say.
var found = map[string][2]string{
	"decks-5.json":            {"2026-11-22", "e25ca4e"},
	"decks-5-narrow.json":     {"2026-11-22", "669a591"},
	"decks-6.json":            {"2026-11-22", "c69514f"},
	"decks-6-narrow.json":     {"2026-11-22", "ee16819"},
	"decks-7.json":            {"2026-11-22", "2a64854"},
	"decks-7-narrow.json":     {"2026-11-22", "ee16819"},
	"hands-1988.json":         {"2026-11-23", "b43c650"},
	"hands-neat.json":         {"2026-11-23", "f8d72d6"},
	"hands-neat-decks.json":   {"2026-11-23", "e79bb68"},
	"routine-RRRRDRR.json":    {"2026-11-23", "e79bb68"},
	"topswops-17.json":        {"2026-11-22", "1f4f815"},
	"topswops-18.json":        {"2026-11-22", "9905903"},
	"topswops-19.json":        {"2026-11-22", "c69f6e0"},
	"topswops-census-14.json": {"2026-11-22", "f5a0880"},
	"topswops-census-15.json": {"2026-11-22", "e725ced"},
	"topswops.json":           {"2026-11-22", "b443c9f"},
}

// origins are the rows that say where each record on file comes from.
func origins(t *testing.T) string {
	files, err := filepath.Glob("../../docs/records/*.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(found) {
		t.Errorf("%d records are on file, but of %d it is said when they were found", len(files), len(found))
	}
	var table strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var r struct {
			Schema   string
			Question json.RawMessage
		}
		if err := json.Unmarshal(text, &r); err != nil {
			t.Fatal(err)
		}
		q, err := questions.All.Question(r.Schema, r.Question)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		of, ok := found[name]
		if !ok {
			t.Errorf("%s: it is not said when it was found", name)
		}
		fmt.Fprintf(&table, "| [%s](records/%s) | %s | %s | `dovetail %s` | %x |\n", name, name, of[0], of[1],
			commandLine(lineOf(q, nil)), sha256.Sum256(text))
	}
	return table.String()
}

// lengths are the rows of the longest games on record.
func lengths(t *testing.T) string {
	text, err := os.ReadFile("../../docs/records/topswops.json")
	if err != nil {
		t.Fatal(err)
	}
	var r results.TopswopsRecords
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	for _, row := range r.Rows {
		published := ""
		if row.Published != nil {
			published = fmt.Sprint(*row.Published)
		}
		fmt.Fprintf(&table, "| %d | %d | %.3f | %s |\n", row.N, row.Length, row.Square, published)
	}
	return table.String()
}

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"dovetail/docs"
	"dovetail/perm/longtest"
	"dovetail/results"
	"dovetail/search/questions"
	"dovetail/search/topswops"
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

// origins are the rows that say where each record on file comes from.
func origins(t *testing.T) string {
	files, err := filepath.Glob("../../docs/records/*.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(docs.Found) {
		t.Errorf("%d records are on file, but of %d it is said when they were found", len(files), len(docs.Found))
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
		of, ok := docs.Found[name]
		if !ok {
			t.Errorf("%s: it is not said when it was found", name)
		}
		fmt.Fprintf(&table, "| [%s](records/%s) | %s | %s | `dovetail %s` | %x |\n", name, name, of[0], of[1],
			questions.Quote(questions.Line(q, nil)), sha256.Sum256(text))
	}
	return table.String()
}

// lengths are the rows of the longest games on record.
func lengths(t *testing.T) string {
	var table strings.Builder
	for _, row := range longestGames(t) {
		published := ""
		if row.Published != nil {
			published = fmt.Sprint(*row.Published)
		}
		fmt.Fprintf(&table, "| %d | %d | %.3f | %s |\n", row.N, row.Length, row.Square, published)
	}
	return table.String()
}

// What README says of the longest games is what the record has.
func TestReadmeLengths(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	onRecord := map[string]string{}
	for _, row := range longestGames(t) {
		onRecord[fmt.Sprint(row.N)] = fmt.Sprint(row.Length)
	}
	said := regexp.MustCompile(`([\d,]+)\smoves\s(?:of|for)\s(\d+)\scards`).FindAllStringSubmatch(string(readme), -1)
	for _, m := range said {
		if moves, n := strings.ReplaceAll(m[1], ",", ""), m[2]; moves != onRecord[n] {
			t.Errorf("README has %s moves of %s cards, docs/records %s", moves, n, onRecord[n])
		}
	}
	if len(said) < 4 {
		t.Errorf("README names %d longest games", len(said))
	}
}

// What is said to be on record are the longest games of docs/records, where nothing longer is
// published.
func TestOnRecord(t *testing.T) {
	rows := longestGames(t)
	for _, row := range rows {
		known, published := topswops.KnownAt(row.N)
		got := topswops.OnRecordAt(row.N)
		if better := !published || known.Length < row.Length; better != (got != nil) || better && *got != row.Length {
			t.Errorf("n=%d: %v on record, docs/records has %d", row.N, got, row.Length)
		}
	}
	if last := rows[len(rows)-1].N; topswops.OnRecordAt(last+1) != nil {
		t.Errorf("more is on record than in docs/records, to %d cards", last)
	}
}

// longestGames are those on record.
func longestGames(t *testing.T) []results.TopswopsRecord {
	text, err := os.ReadFile("../../docs/records/topswops.json")
	if err != nil {
		t.Fatal(err)
	}
	r, err := results.Read(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r.(results.TopswopsRecords).Rows
}

// Python alone finds something to prove of every record on file, and nothing false.
func TestRecordsByPythonAlone(t *testing.T) {
	longtest.Needs(t, "python3")
	files, err := filepath.Glob("../../docs/records/*.json")
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	if !longtest.On() {
		files = []string{"../../docs/records/routine-RRRRDRR.json"}
	}
	args := append([]string{"-I", "../../check/check.py", "--time", "1", "--seed", "1"}, files...)
	out, err := exec.Command("python3", args...).CombinedOutput()
	if err != nil || bytes.Contains(out, []byte(": not checked")) || bytes.Count(out, []byte("json: dovetail/")) != len(files) {
		t.Errorf("%v\n%s", err, out)
	}
}

package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"dovetail/docs"
	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/results"
	"dovetail/results/forms"
	"dovetail/results/games"
	"dovetail/search/known"
	"dovetail/search/questions"
	"dovetail/search/topswops"
)

// The tables of docs/records.md are those of the records. -update writes them.
func TestRecordsPage(t *testing.T) {
	t.Run("lengths", func(t *testing.T) {
		tableOf(t, "| n | moves | moves/n^2 | published |\n|---|---|---|---|\n", lengths(t))
	})
	t.Run("origins", func(t *testing.T) {
		tableOf(t, "| record | found | by revision | CPU-s | command | SHA-256 |\n|---|---|---|---|---|---|\n", origins(t))
	})
}

// No byte of a record can be another without the page saying something else, and with it [TestRecordsPage]; and there is no
// file that is not in the list, with the day when it was made.
func TestEditedRecords(t *testing.T) {
	page := must.Have(os.ReadFile("../../docs/records.md"))(t)
	made := map[string]bool{"list.jsonl": true}
	for _, k := range known.Records() {
		file := filepath.Base(docs.File(k.Name))
		made[file] = k.Day != ""
		onDisk, err := docs.Text(os.DirFS("../../docs"), k.Name)
		if large := len(onDisk) > docs.LargeRecord; large != strings.HasSuffix(file, ".gz") {
			t.Errorf("%s: %d bytes", file, len(onDisk))
		}
		if err != nil || !bytes.Equal(onDisk, k.Text()) || !strings.Contains(string(page), origin(k)) {
			t.Errorf("%s: not what the page has: %v", k.Name, err)
		}
		for _, at := range []int{0, len(onDisk) / 2, len(onDisk) - 1} {
			edited, text := k, bytes.Clone(onDisk)
			text[at] ^= 1
			edited.Text = func() []byte { return text }
			if strings.Contains(string(page), origin(edited)) {
				t.Errorf("%s with another byte %d is on the page", k.Name, at)
			}
		}
	}
	files := must.Have(os.ReadDir("../../docs/records"))(t)
	for _, f := range files {
		if !made[f.Name()] {
			t.Errorf("%s is not in list.jsonl as a record that was made", f.Name())
		}
	}
}

// tableOf compares the table of docs/records.md with this head with its rows.
func tableOf(t *testing.T, head, rows string) {
	const page, end = "../../docs/records.md", "\n\n"
	old := must.Have(os.ReadFile(page))(t)
	before, rest, ok := strings.Cut(string(old), head)
	_, after, more := strings.Cut(rest, end)
	if !ok || !more {
		t.Fatalf("%s has no table", page)
	}
	want := before + head + strings.TrimSuffix(rows, "\n") + end + after
	switch {
	case want == string(old):
	case *update:
		must.Do(t, os.WriteFile(page, []byte(want), 0o666))
	default:
		t.Errorf("%s has another table than the records: run with -update", page)
	}
}

// origins are the rows that say where each record on file comes from.
func origins(t *testing.T) string {
	var table strings.Builder
	for _, k := range known.Records() {
		table.WriteString(origin(k))
	}
	return table.String()
}

// origin is the row of a record.
func origin(k known.Record) string {
	cost := ""
	if k.CPUSeconds > 0 {
		cost = fmt.Sprintf("%.0f", k.CPUSeconds)
	}
	return fmt.Sprintf("| [%s](%s) | %s | %s | %s | `dovetail %s` | %x |\n", k.Name,
		strings.TrimPrefix(docs.File(k.Name), "docs/"), k.Day, k.Revision, cost,
		questions.Quote(questions.Line(k.Question, nil)), sha256.Sum256(k.Text()))
}

// What the list says was asked is what the record answers: the same, with whatever effort that came to.
func TestRecordsByTheirCommands(t *testing.T) {
	for _, k := range known.Records() {
		asked, err := parseLine(t.Context(), append(k.Args, "--yes"), func(*cobra.Command, []string) error { return nil })
		if err != nil || len(asked) != 1 || asked[0].Schema() != k.Question.Schema() {
			t.Errorf("%s: %v, %v", k.Name, asked, err)
			continue
		}
		if q, ok := k.Question.(results.Recorded); ok && q.About() != asked[0].(results.Recorded).About() {
			t.Errorf("%s: about %s, asked %s", k.Name, q.About(), asked[0].(results.Recorded).About())
		}
	}
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
	readme := must.Have(os.ReadFile("../../README.md"))(t)
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
	if len(said) < 2 {
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
func longestGames(t *testing.T) []games.TopswopsRecord {
	text := must.Have(os.ReadFile("../../docs/records/topswops.json"))(t)
	r := must.Have(forms.Read(text, nil))(t)
	return r.(games.TopswopsRecords).Rows
}

// Python alone finds something to prove of every record on file, and nothing false.
func TestRecordsByPythonAlone(t *testing.T) {
	longtest.Needs(t, "python3")
	var files []string
	for _, k := range known.Records() {
		if longtest.On() || k.Name == "routine-RRRRDRR" || k.Name == "race-8" {
			files = append(files, "../../"+docs.File(k.Name))
		}
	}
	args := append([]string{"-I", "../../check/check.py", "--time", "1", "--seed", "1"}, files...)
	out, err := exec.Command("python3", args...).CombinedOutput()
	if err != nil || bytes.Contains(out, []byte(": not checked")) || len(regexp.MustCompile(`json(\.gz)?: dovetail/`).FindAll(out, -1)) != len(files) {
		t.Errorf("%v\n%s", err, out)
	}
}

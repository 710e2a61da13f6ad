package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"dovetail/results"
)

// The table of docs/records.md is that of the record. -update writes it.
func TestRecordsPage(t *testing.T) {
	const page, begin, end = "../../docs/records.md", "| n | moves | moves/n^2 | published |\n|---|---|---|---|\n", "\n\n"
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
	old, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(old), begin)
	_, after, more := strings.Cut(rest, end)
	if !ok || !more {
		t.Fatalf("%s has no table", page)
	}
	want := before + begin + strings.TrimSuffix(table.String(), "\n") + end + after
	switch {
	case want == string(old):
	case *update:
		if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s has another table than the record: run with -update", page)
	}
}

package topswops

import (
	"encoding/json"
	"os"
	"testing"

	"dovetail/results"
)

// What is said to be on record are the longest decks of docs/records, where nothing longer is
// published.
func TestOnRecord(t *testing.T) {
	longest, last := map[int]int{}, 0
	for _, file := range []string{"topswops.json", "topswops-30.json"} {
		text, err := os.ReadFile("../../docs/records/" + file)
		if err != nil {
			t.Fatal(err)
		}
		var r results.TopswopsRecords
		if err := json.Unmarshal(text, &r); err != nil {
			t.Fatal(err)
		}
		for _, row := range r.Rows {
			longest[row.N], last = max(longest[row.N], row.Length), max(last, row.N)
		}
	}
	for n, length := range longest {
		known, published := KnownAt(n)
		got := OnRecordAt(n)
		if better := !published || known.Length < length; better != (got != nil) || better && *got != length {
			t.Errorf("n=%d: %v on record, docs/records has %d", n, got, length)
		}
	}
	if OnRecordAt(last+1) != nil {
		t.Errorf("more is on record than in docs/records, to %d cards", last)
	}
}

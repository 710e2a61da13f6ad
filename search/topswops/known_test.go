package topswops

import (
	"encoding/json"
	"os"
	"testing"

	"dovetail/results"
)

// What is said to be on record are the decks of docs/records, where nothing longer is
// published.
func TestOnRecord(t *testing.T) {
	text, err := os.ReadFile("../../docs/records/topswops.json")
	if err != nil {
		t.Fatal(err)
	}
	var r results.TopswopsRecords
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	for _, row := range r.Rows {
		known, published := KnownAt(row.N)
		got := OnRecordAt(row.N)
		if better := !published || known.Length < row.Length; better != (got != nil) || better && *got != row.Length {
			t.Errorf("n=%d: %v on record, docs/records has %d", row.N, got, row.Length)
		}
	}
	if last := r.Rows[len(r.Rows)-1].N; OnRecordAt(last+1) != nil {
		t.Errorf("more is on record than in docs/records, to %d cards", last)
	}
}

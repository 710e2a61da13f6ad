package verify

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"dovetail/perm/longtest"
	"dovetail/results/schema"
	"dovetail/results/stored"
)

// The records that the pages rest on hold, as far as half a second can tell, and as much for each million of
// characters, or half a minute in the long tests. What a slow or busy machine does not get done gets four times as
// long, and so on up to ten minutes.
func TestRecordsOnFile(t *testing.T) {
	files, err := filepath.Glob("../../docs/records/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no records:", err)
	}
	for _, file := range files {
		text := must(os.ReadFile(file))
		short := time.Second/2 + time.Duration(len(text))*time.Microsecond/2
		limits := Limits{Time: longtest.Of(short, 30*time.Second), Memory: 1 << 30}
		for _, record := range must(Split(text)) {
			v := must(Record(t.Context(), limits, record))
			for v.Verdict == stored.Unknown && limits.Time < 10*time.Minute {
				limits.Time *= 4
				v = must(Record(t.Context(), limits, record))
			}
			if !proves(v) {
				t.Errorf("%s: %s: %s", file, v.Verdict, v.Reason)
			}
		}
	}
	forms, err := schema.Open("../../docs/schemas")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, must(filepath.Glob("../../cmd/dovetail/testdata/records/*.json"))...) {
		for _, record := range must(Split(must(os.ReadFile(file)))) {
			if err := forms.Check(record); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
}

package verify

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dovetail/perm/longtest"
	"dovetail/results/schema"
)

// The records that the pages rest on hold, as far as a few seconds can tell.
func TestRecordsOnFile(t *testing.T) {
	files, err := filepath.Glob("../../docs/records/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no records:", err)
	}
	v, err := Files(t.Context(), Limits{Time: longtest.Of[time.Duration](10, 30) * time.Second, Memory: 1 << 30}, strings.NewReader(""), files...)
	if err != nil {
		t.Fatal(err)
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
	for _, r := range v.Records {
		if !proves(r) {
			t.Errorf("%s: %s: %s", r.File, r.Verdict, r.Reason)
		}
	}
}

package verify

import (
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"dovetail/exact/pairs"
	"dovetail/perm/longtest"
	"dovetail/results/schema"
	"dovetail/results/stored"
)

// The records that the pages rest on hold, as far as an eighth of a second can tell, and as much for each million
// of characters, or half a minute in the long tests. What does not get done in it gets twice as long, and so on up to
// ten minutes. Those of more than two million characters, or of 100 cards, whose pairs take a quarter of a minute, are
// left to the long tests.
func TestRecordsOnFile(t *testing.T) {
	files := expanded([]string{"../../docs/records"})
	if len(files) < 10 {
		t.Fatal(files)
	}
	laws := new(pairs.Cache) // as of a folder
	for _, file := range files {
		text := must(Limits{Memory: 1 << 30}.read(t.Context(), file, nil))
		var deck struct{ N int }
		json.Unmarshal(text, &deck) // a list has none
		if (len(text) > 2e6 || deck.N > 64) && !longtest.On() {
			continue
		}
		short := time.Second/8 + time.Duration(len(text))*time.Microsecond/8
		limits := Limits{Time: longtest.Of(short, 30*time.Second), Memory: 1 << 30, Laws: laws}
		for _, record := range must(Split(text)) {
			v := must(Record(t.Context(), limits, record))
			for v.Verdict == stored.Unknown && limits.Time < 10*time.Minute {
				limits.Time *= 2
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
		for _, record := range must(Split(must(Limits{Memory: 1 << 30}.read(t.Context(), file, nil)))) {
			if err := forms.Check(record); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
}

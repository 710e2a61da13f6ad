package games

import (
	"strings"
	"testing"

	"dovetail/results"
	"dovetail/results/render"
)

// Found decks that are shorter than those on record say so, and others do not.
func TestLongerOnRecord(t *testing.T) {
	for onRecord, says := range map[int]bool{399: false, 400: false, 401: true} {
		var text strings.Builder
		r := TopswopsRecords{Head: results.Head{Schema: results.TopswopsRecordsSchema}, Rows: []TopswopsRecord{
			{N: 25, Length: 400, OnRecord: &onRecord, Deck: []int{1}}}}
		if err := render.Records(&text, "text", r); err != nil || strings.Contains(text.String(), "not found here") != says {
			t.Errorf("%d on record: %v\n%s", onRecord, err, text.String())
		}
	}
}

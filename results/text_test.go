package results

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// TestFold: the parts come out again, in order, on lines that are narrow
// enough wherever more than one part is on them.
func TestFold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 40).Draw(t, "width")
		parts := rapid.SliceOf(rapid.StringMatching(`[a-zé]{1,30}`)).Draw(t, "parts")
		folded := fold(width, "head ", "  ", ", ", parts)
		joined := strings.ReplaceAll(folded, ",\n  ", ", ")
		if want := "head " + strings.Join(parts, ", "); joined != want {
			t.Fatalf("%q, want %q", joined, want)
		}
		for i, line := range strings.Split(folded, "\n") {
			alone := !strings.Contains(strings.TrimRight(line, ","), ",")
			if utf8.RuneCountInString(line) > width && !alone {
				t.Fatalf("line %d of width %d: %q", i, width, line)
			}
		}
	})
}

// Found decks that are shorter than those on record say so, and others do not.
func TestLongerOnRecord(t *testing.T) {
	for onRecord, says := range map[int]bool{399: false, 400: false, 401: true} {
		var text strings.Builder
		r := TopswopsRecords{Schema: TopswopsRecordsSchema, Rows: []TopswopsRecord{
			{N: 25, Length: 400, OnRecord: &onRecord, Deck: []int{1}}}}
		if err := Render(&text, "text", r); err != nil || strings.Contains(text.String(), "not found here") != says {
			t.Errorf("%d on record: %v\n%s", onRecord, err, text.String())
		}
	}
}

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

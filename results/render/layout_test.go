package render

import (
	"bytes"
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
		folded := Fold(width, "head ", "  ", ", ", parts)
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

// Terminals are sent nothing that they obey, however the text is cut into writes.
func TestPrintable(t *testing.T) {
	const text = "a\x1b[2Jb\u009b31mc\u202ed\x00\x7f\xff\r♠é\n\tf"
	const want = "a [2Jb 31mc d   ♠é\n\tf"
	for size := 1; size <= len(text); size++ {
		var b bytes.Buffer
		w := newPrinter(&b)
		for rest := text; rest != ""; {
			k := min(size, len(rest))
			if n, err := w.Write([]byte(rest[:k])); n != k || err != nil {
				t.Fatal(n, err)
			}
			rest = rest[k:]
		}
		if b.String() != want {
			t.Errorf("in writes of %d: %q", size, b.String())
		}
	}
	if line := OneLine(text); line != strings.NewReplacer("\n", " ", "\t", " ").Replace(want) {
		t.Errorf("%q", line)
	}
}

func TestFormatOf(t *testing.T) {
	for path, want := range map[string]string{
		"-": "", "a": "", "/dev/null": "", "d.x/a": "", ".hidden": "", ".": "", "a.txt": "text", "A.JSON": "json",
		"b000375.txt": BFile,
	} {
		if got, err := FormatOf(path, BFile); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", path, got, err, want)
		}
	}
	for _, path := range []string{"a.xlsx", "a.tar.gz", "a.png", ".hidden.dat", "a.parquet"} {
		if got, err := FormatOf(path); err == nil {
			t.Errorf("%s: %q", path, got)
		}
	}
}

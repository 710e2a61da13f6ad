package results

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
		r := TopswopsRecords{Head: Head{Schema: TopswopsRecordsSchema}, Rows: []TopswopsRecord{
			{N: 25, Length: 400, OnRecord: &onRecord, Deck: []int{1}}}}
		if err := Render(&text, "text", r); err != nil || strings.Contains(text.String(), "not found here") != says {
			t.Errorf("%d on record: %v\n%s", onRecord, err, text.String())
		}
	}
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

// No record writes more than its own lines.
func TestRecordsStayInTheirLines(t *testing.T) {
	const evil = "x\x1b]0;y\a\n  holds"
	var b bytes.Buffer
	v := Verdict{File: evil, Index: 1, Schema: "s", Verdict: Fails, Reason: evil, Unchecked: []string{evil}}
	e := Entry{ID: 1, Schema: evil, Word: evil, Manifest: Manifest{Saved: evil, Command: evil}}
	for lines, r := range map[int]Record{2: Verdicts{Records: []Verdict{v}}, 3: Listing{Entries: []Entry{e}}} {
		b.Reset()
		if err := Render(&b, "text", r); err != nil || strings.ContainsAny(b.String(), "\x1b\a") ||
			strings.Count(b.String(), "\n") != lines {
			t.Errorf("%v, %q", err, b.String())
		}
	}
	b.Reset()
	if err := e.Lines(&b); err != nil || strings.ContainsAny(b.String(), "\x1b\a") ||
		strings.Contains(b.String(), "\n  holds") {
		t.Errorf("%v, %q", err, b.String())
	}
}

// Pairs that differ by less than the error are listed in the order of the deck.
func TestTiesOfPairs(t *testing.T) {
	p := Pairs{N: 5, Uniform: 0.4, Error: 1e-11}
	for i, together := range []float64{0.5, 0.3 - 1e-13, 0.5 + 1e-12, 0.6} {
		p.Neighbours = append(p.Neighbours, Neighbour{First: i + 1, Together: together})
	}
	var text strings.Builder
	if err := Render(&text, "text", p); err != nil {
		t.Fatal(err)
	}
	last := -1
	for _, cards := range []string{" 4, 5 ", " 1, 2 ", " 2, 3 ", " 3, 4 "} {
		at := strings.Index(text.String(), cards)
		if at <= last {
			t.Fatalf("%q is out of order in\n%s", cards, text.String())
		}
		last = at
	}
}

// The setting of a word defines its own letters.
func TestOwnLetters(t *testing.T) {
	s := Setting{Models: []string{"H=hindu", "R=riffle(of=H)", "D=deal"}}
	if got := strings.Join(s.of("RRD").Models, " "); got != "R=riffle(of=H) D=deal" || len(s.Models) != 3 {
		t.Error(got, s.Models)
	}
}

func TestFormatOf(t *testing.T) {
	for path, want := range map[string]string{
		"-": "", "a": "", "/dev/null": "", "d.x/a": "", ".hidden": "", ".": "", "a.txt": "text", "A.JSON": "json",
		"b000375.txt": BFile, "x.parquet": Parquet,
	} {
		if got, err := FormatOf(path, BFile, Parquet); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", path, got, err, want)
		}
	}
	for _, path := range []string{"a.xlsx", "a.tar.gz", "a.png", ".hidden.dat", "a.parquet"} {
		if got, err := FormatOf(path); err == nil {
			t.Errorf("%s: %q", path, got)
		}
	}
}

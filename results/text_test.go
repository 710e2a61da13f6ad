package results

import (
	"bytes"
	"strings"
	"testing"

	"dovetail/results/render"
)

// Found decks that are shorter than those on record say so, and others do not.
func TestLongerOnRecord(t *testing.T) {
	for onRecord, says := range map[int]bool{399: false, 400: false, 401: true} {
		var text strings.Builder
		r := TopswopsRecords{Head: Head{Schema: TopswopsRecordsSchema}, Rows: []TopswopsRecord{
			{N: 25, Length: 400, OnRecord: &onRecord, Deck: []int{1}}}}
		if err := render.Records(&text, "text", r); err != nil || strings.Contains(text.String(), "not found here") != says {
			t.Errorf("%d on record: %v\n%s", onRecord, err, text.String())
		}
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
		if err := render.Records(&b, "text", r); err != nil || strings.ContainsAny(b.String(), "\x1b\a") ||
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
	if err := render.Records(&text, "text", p); err != nil {
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

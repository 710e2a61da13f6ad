package stored

import (
	"bytes"
	"strings"
	"testing"

	"dovetail/results"
	"dovetail/results/render"
)

// No record writes more than its own lines.
func TestRecordsStayInTheirLines(t *testing.T) {
	const evil = "x\x1b]0;y\a\n  holds"
	var b bytes.Buffer
	v := Verdict{File: evil, Index: 1, Schema: "s", Verdict: Fails, Reason: evil, Unchecked: []string{evil}}
	e := Entry{ID: 1, Schema: evil, Word: evil, Manifest: Manifest{Saved: evil, Command: evil}}
	for lines, r := range map[int]results.Record{2: Verdicts{Records: []Verdict{v}}, 3: Listing{Entries: []Entry{e}}} {
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

package stored

import (
	"bytes"
	"strings"
	"testing"

	"dovetail/results/render"
)

// No verdict writes more than its own lines.
func TestVerdictsStayInTheirLines(t *testing.T) {
	const evil = "x\x1b]0;y\a\n  holds"
	var b bytes.Buffer
	v := Verdict{File: evil, Index: 1, Schema: "s", Verdict: Fails, Reason: evil, Unchecked: []string{evil}}
	if err := render.Records(&b, "text", Verdicts{Records: []Verdict{v}}); err != nil || strings.ContainsAny(b.String(), "\x1b\a") ||
		strings.Count(b.String(), "\n") != 3 {
		t.Errorf("%v, %q", err, b.String())
	}
}

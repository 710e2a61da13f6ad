package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"dovetail/perm/must"
)

// methods are words that nobody knows who asks how well a deck is shuffled.
var methods = regexp.MustCompile(`(?i)anneal|density|trained|\bblock\b|coarse|c/a|e_max|law of pairs`)

// An answer begins with one sentence. It has at most two figures beside whole numbers, where an interval counts as one, and
// names no method.
func TestFirstSentence(t *testing.T) {
	split := inputs(t)
	for _, line := range append([]string{"rank --top 3", "tvd RRRRDRR", "hands"}, answers...) {
		args := split(line)
		if schemaOf(t, args) == "" || strings.Contains(line, "b-file") {
			continue
		}
		file := filepath.Join(t.TempDir(), "answer.txt")
		if _, err := answer(t.Context(), append(args, "--out", file), io.Discard); err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		text := must.Have(os.ReadFile(file))(t)
		sentence, _, ended := strings.Cut(strings.TrimLeft(string(text), "\n"), ".\n")
		figures := regexp.MustCompile(`\d\.\d`).FindAllString(regexp.MustCompile(`between \S+ and`).ReplaceAllString(sentence, ""), -1)
		if !ended || strings.Count(sentence, "\n") > 2 || len(figures) > 2 || methods.MatchString(sentence) {
			t.Errorf("%s begins with %q", line, sentence)
		}
	}
}

// The first lines that README shows are those of the commands beside them.
func TestReadmeSentences(t *testing.T) {
	text := must.Have(os.ReadFile("../../README.md"))(t)
	rows := regexp.MustCompile("(?m)^\\| [^|]* \\| `dovetail ([^`]*)` \\| ([^|]*) \\|$").FindAllStringSubmatch(string(text), -1)
	if len(rows) != 8 {
		t.Fatalf("%d questions", len(rows))
	}
	for _, row := range rows {
		says, err := prints("dovetail " + row[1])
		if sentence, _, _ := strings.Cut(string(says), ".\n"); err != nil || strings.Join(strings.Fields(sentence), " ")+"." != row[2] {
			t.Errorf("dovetail %s says %q, README %q, %v", row[1], sentence, row[2], err)
		}
	}
}

package verify

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"dovetail/results/forms"
	"dovetail/results/render"
)

// copied are lines that are never broken, as they are copied: decks and commands.
var copied = regexp.MustCompile(`^ *dovetail |: [0-9]+(,? [0-9]+)+$|^ *[0-9]+(,? [0-9]+)+( -> [0-9 ,]+)?$`)

// The text of every answer fits the terminal, except for what has no blanks, and what is copied.
func TestTextFits(t *testing.T) {
	for _, e := range examples() {
		record, err := forms.Read(e.text, nil)
		if err != nil {
			t.Fatal(e.name, err)
		}
		for _, width := range []int{60, 80, 100} {
			var text bytes.Buffer
			if err := render.Within(&text, "text", width, record); err != nil {
				t.Fatal(e.name, err)
			}
			for line := range strings.Lines(text.String()) {
				line = strings.TrimRight(line, " \n")
				if utf8.RuneCountInString(line) > width && strings.Contains(strings.TrimSpace(line), " ") && !copied.MatchString(line) {
					t.Errorf("%s: more than %d columns: %q", e.name, width, line)
				}
			}
		}
	}
}

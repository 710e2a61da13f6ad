package verify

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"dovetail/results"
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

// The columns with the answer itself are there on narrow terminals too; on 80 columns no more is left out than stands here.
func TestAnswersKept(t *testing.T) {
	minor := regexp.MustCompile(`^\(((sd|max\|e\||when|C rank|rule|3|z|269[0-9]|≤2691)(, )?)+\)$`)
	for _, e := range examples() {
		record, err := forms.Read(e.text, nil)
		if err != nil {
			t.Fatal(e.name, err)
		}
		for _, width := range []int{60, 80} {
			var text bytes.Buffer
			if err := render.Within(&text, "text", width, record); err != nil {
				t.Fatal(e.name, err)
			}
			flat := strings.Join(strings.Fields(text.String()), " ")
			for _, left := range regexp.MustCompile(`Left out for want of width: .*?\d columns? (\(.*?\))\.`).FindAllStringSubmatch(flat, -1) {
				if width == 80 && !minor.MatchString(left[1]) || strings.Contains(left[1], "TVD at") {
					t.Errorf("%s: %s are left out on %d columns", e.name, left[1], width)
				}
			}
			r, verdict := record.(results.Fair)
			alarms := strings.Count(text.String(), " alarm\n")
			for _, test := range r.Tests {
				if test.Alarm {
					alarms--
				}
			}
			if verdict && alarms != 0 {
				t.Errorf("%s: alarms are left out on %d columns:\n%s", e.name, width, &text)
			}
		}
	}
}

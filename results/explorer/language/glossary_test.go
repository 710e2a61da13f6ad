package language

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// stray is a space within Japanese, which has none.
var stray = regexp.MustCompile(`[\p{Hiragana}\p{Katakana}\p{Han}。、] [\p{Hiragana}\p{Katakana}\p{Han}]`)

// The glossary in Japanese has the headings and terms of the English one, in the same order: its terms say the
// English words, which the output of commands has.
func TestGlossaryInJapanese(t *testing.T) {
	text, err := os.ReadFile("../../../docs/glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	en, ja := Glossary(string(text)), Glossary(GlossaryInJapanese)
	if len(en) != len(ja) {
		t.Fatalf("%d entries in English, %d in Japanese", len(en), len(ja))
	}
	for i, e := range en {
		if (e.Heading == "") != (ja[i].Heading == "") || (e.Term == "") != (ja[i].Term == "") {
			t.Errorf("%+v is %+v", e, ja[i])
		}
		first, _, _ := strings.Cut(strings.ToLower(e.Term), ",")
		if !strings.Contains(strings.ToLower(ja[i].Term), strings.TrimPrefix(first, "deviation ")) {
			t.Errorf("%q is %q", e.Term, ja[i].Term)
		}
		if says := ja[i].Term + ja[i].Means; stray.MatchString(says) {
			t.Errorf("a space within Japanese: %q", says)
		}
	}
}

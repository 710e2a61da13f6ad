package explorer

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// A glossary is read as it is written, and what it holds is text.
func TestGlossary(t *testing.T) {
	const markdown = "# Glossary\n\nWords of `dovetail`.\n\n## Decks\n\n- **Deck, position**: n cards,\n  a *fair* one too ([orders](orders.md)).\n- **Word**: <b>HRD</b>\n"
	want := []entry{{Means: "Words of dovetail."}, {Heading: "Decks"}, {Term: "Deck, position", Means: "n cards,\n  a fair one too."}, {Term: "Word", Means: "<b>HRD</b>"}}
	if got := entries(markdown); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	s, server := served(t, parrot)
	s.Glossary = markdown
	status, _, page := request(t, "GET", server.URL+"/glossary", "")
	for _, part := range []string{"<h2>Decks</h2>", "<dt>Word</dt>", "&lt;b&gt;HRD", "Glossary"} {
		if status != 200 || !strings.Contains(page, part) {
			t.Errorf("%d, no %s in %s", status, part, page)
		}
	}
	if _, _, page := request(t, "GET", server.URL+"/fair?lang=ja", ""); !strings.Contains(page, `<a href="/glossary?lang=ja">`) {
		t.Error("no link to the glossary in", page)
	}
}

// The glossary in Japanese has the headings and terms of the English one, in the same order: its terms say the
// English words, which the output of commands has.
func TestGlossaryInJapanese(t *testing.T) {
	text, err := os.ReadFile("../../docs/glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	en, ja := entries(string(text)), entries(glossaryInJapanese)
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

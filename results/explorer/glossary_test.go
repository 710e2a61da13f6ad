package explorer

import (
	"slices"
	"strings"
	"testing"

	"dovetail/results/explorer/language"
)

// A glossary is read as it is written, and what it holds is text.
func TestGlossary(t *testing.T) {
	const markdown = "# Glossary\n\nWords of `dovetail`.\n\n## Decks\n\n- **Deck, position**: n cards,\n  a *fair* one too ([orders](orders.md)).\n- **Word**: <b>HRD</b>\n"
	want := []language.Entry{{Means: "Words of dovetail."}, {Heading: "Decks"}, {Term: "Deck, position", Means: "n cards,\n  a fair one too."}, {Term: "Word", Means: "<b>HRD</b>"}}
	if got := language.Glossary(markdown); !slices.Equal(got, want) {
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

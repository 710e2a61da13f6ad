package pages

import (
	"path"
	"regexp"
	"strings"
	"testing"

	"dovetail/results/explorer"
)

// named are the files that a page names, from where it lies.
var named = regexp.MustCompile(`(?:<script [^>]*src|<link [^>]*href|<img src|<image [^>]*href|data-decks)="(\.\.?)/([^"?]+)[^"]*"`)

// Every page as one meets it first is a file in each language, with the policy before all that it is about, no token,
// and no address that begins at the root of a host; all files that it names are there.
func TestFirstPages(t *testing.T) {
	all, err := explorer.FirstPages(t.Context(), Program(), `<script src="/start.js"></script>`+"\n")
	if err != nil {
		t.Fatal(err)
	}
	all["start.js"] = []byte("the script in the head")
	pages, files := 0, map[string]bool{}
	for name, text := range all {
		page := string(text)
		lang, ok := map[string]string{"index.html": "en", "en.html": "en", "ja.html": "ja"}[name[strings.LastIndex(name, "/")+1:]]
		if !ok {
			continue
		}
		pages++
		policy := strings.Index(page, "Content-Security-Policy")
		if policy < 0 || policy > strings.Index(page, "<script") || !strings.Contains(page, `<html lang="`+lang+`">`) ||
			!strings.Contains(page, `name="token" content=""`) || strings.Contains(page, `class="wrong" role="alert">`) &&
			!strings.Contains(name, "runs/") {
			t.Errorf("%s: %.800s", name, page)
		}
		if of := regexp.MustCompile(` [a-z-]+="/`).FindString(page); of != "" {
			t.Errorf("%s: an address in%s is one of the host", name, of)
		}
		here := 0
		for _, m := range named.FindAllStringSubmatch(page, -1) {
			if here++; len(all[m[2]]) == 0 || path.Ext(m[2]) == "" || (m[1] == "..") != strings.Contains(name, "/") {
				t.Errorf("%s names %s/%s", name, m[1], m[2])
			}
			files[m[2]] = true
		}
		if here < 6 {
			t.Errorf("%s names %d files", name, here)
		}
	}
	if pages != 3*15 || !files["words/bitmap.png"] || !files["shuffles/steps.json"] || len(all["shared.png"]) == 0 || len(all["shared.ja.png"]) == 0 ||
		len(all["near/ja-word-OOO.bin"]) == 0 || !strings.Contains(string(all["en.html"]), " word-OOO ") {
		t.Errorf("%d pages; %v", pages, files)
	}
}

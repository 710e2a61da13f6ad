package pages

import (
	"regexp"
	"strings"
	"testing"

	"dovetail/results/explorer"
	"dovetail/results/explorer/web"
)

// namedFiles are the assets that a page names.
var namedFiles = regexp.MustCompile(`(?:src|href)="\./(assets/[^"]+)"`)

// The first page is a file in each language, with the policy before all that it is about, no token, and no address
// that begins at the root of a host; and all files that it names are there.
func TestFirstPages(t *testing.T) {
	all, err := explorer.FirstPages(t.Context(), Program(), "<meta name=\"mine\">\n")
	if err != nil {
		t.Fatal(err)
	}
	for name, lang := range map[string]string{"index.html": "en", "en.html": "en", "ja.html": "ja"} {
		page := string(all[name])
		policy := strings.Index(page, "Content-Security-Policy")
		if policy < 0 || policy > strings.Index(page, "<script") || !strings.Contains(page, `<meta name="mine">`) ||
			!strings.Contains(page, `<html lang="`+lang+`">`) || !strings.Contains(page, `name="token" content=""`) {
			t.Errorf("%s: %.800s", name, page)
		}
		if of := regexp.MustCompile(` [a-z-]+="/`).FindString(page); of != "" {
			t.Errorf("%s: an address in%s is one of the host", name, of)
		}
		for _, m := range namedFiles.FindAllStringSubmatch(page, -1) {
			if text := all[m[1]]; len(text) == 0 || web.Kind(m[1]) == "" {
				t.Errorf("%s names %s", name, m[1])
			}
		}
	}
	if len(all) < 8 || len(namedFiles.FindAllString(string(all["ja.html"]), -1)) < 5 {
		t.Errorf("%d files", len(all))
	}
}

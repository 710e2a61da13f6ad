package explorer

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A page that is not as it should be is no file of a site.
func TestFirstPagesThatFail(t *testing.T) {
	s, _ := served(t, parrot) // whose answers are none for the first page
	if all, err := FirstPages(t.Context(), s.Program, ""); err == nil || !strings.Contains(err.Error(), "status 500") {
		t.Errorf("%d files, %v", len(all), err)
	}
}

// Texts have five sizes, which pictures scale, and distances are multiples of half a step of eight pixels.
func TestFiveSizes(t *testing.T) {
	text, err := assets.ReadFile("assets/explorer.css")
	if err != nil {
		t.Fatal(err)
	}
	css := string(text)
	fixed := regexp.MustCompile(`--(small|text|large|title|huge): [.0-9]+rem;`).FindAllString(css, -1)
	size := regexp.MustCompile(`^(inherit|(calc\()?var\(--(small|text|large|title|huge)\)( \* var\(--zoom\)\)|/[.0-9]+ .*)?)$`)
	found := regexp.MustCompile(`[^-\w]font(?:-size)?: *([^;}]*)`).FindAllStringSubmatch(css, -1)
	for _, m := range found {
		if !size.MatchString(strings.TrimSpace(m[1])) {
			t.Errorf("a text of the size %s", m[1])
		}
	}
	away := regexp.MustCompile(`[^-\w](?:margin|padding|gap|row-gap|column-gap)(?:-[a-z]+)?: *([^;}]*)`).FindAllStringSubmatch(css, -1)
	for _, m := range away {
		for _, length := range regexp.MustCompile(`[-.0-9]+[a-z]+`).FindAllString(m[1], -1) {
			if px, err := strconv.Atoi(strings.TrimSuffix(length, "px")); length != "4cqw" && (err != nil || px%4 != 0) {
				t.Errorf("a distance of %s", length)
			}
		}
	}
	if len(fixed) != 5 || len(found) < 50 || len(away) < 150 {
		t.Errorf("%d sizes for %d texts, %d distances", len(fixed), len(found), len(away))
	}
}

package main

import (
	"html"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dovetail/perm/shuffle/models"
	"dovetail/results/explorer/language"
	"dovetail/results/spoken"
)

// What a page says in no language: command lines and their output, what is not shown, the names of schemas
// and of authors, and the link to the other language.
var unsaid = regexp.MustCompile(`(?s)<(code|pre|head|title|cite)\b.*?</(code|pre|head|title|cite)>|<a class="other".*?</a>`)

var (
	hints      = regexp.MustCompile(`(?:title|aria-label|alt|data-(?:said|computes|stopped|says|beat|flip|over|best|show|back|title|text|copied|alt))="([^"]*)"`)
	latinWord  = regexp.MustCompile(`[A-Za-z]{2,}`)
	capitals   = regexp.MustCompile(`^[A-Z]{2,}$`) // letters of a word of shuffles, or an abbreviation
	everywhere = strings.Fields("dovetail JavaScript mod ord lcm OEIS red black suits ranks sd max tvd bits" +
		" switch mean")
)

// foreign are the words of a page that are not of its language. In Japanese those are Latin words except for the
// letters of words, abbreviations and names; what a command takes stands in the text as it is typed.
func foreign(lang, page string) (found []string) {
	var said []string
	for _, m := range hints.FindAllStringSubmatch(unsaid.ReplaceAllString(page, " "), -1) {
		said = append(said, m[1])
	}
	text := html.UnescapeString(strings.Join(said, "\n") + "\n" + marks.ReplaceAllString(unsaid.ReplaceAllString(page, " "), "\n"))
	if lang == "en" {
		for _, c := range text {
			if c > 0x3000 && c < 0xfe00 {
				found = append(found, string(c))
			}
		}
		return found
	}
	for line := range strings.Lines(text) {
		line = commandIn.ReplaceAllString(line, " ")
		for _, w := range latinWord.FindAllString(line, -1) {
			if !capitals.MatchString(w) && !slices.Contains(everywhere, w) {
				found = append(found, w+": "+strings.TrimSpace(line))
			}
		}
	}
	return found
}

// commandIn are commands, flags, models, sources and roles of files within a sentence.
var commandIn = regexp.MustCompile(`dovetail [a-z]+( [a-z]+)?|--[a-z-]+|[a-z]+\([a-z0-9=/,.-]*\)|A[0-9]{6}|#[0-9]+|[a-z]+=[0-9a-z/.-]+|` +
	`[a-z]+(-[a-zA-Z0-9]+)+|[0-9]+\.\.[0-9]+|リビジョン [0-9a-f]+`)

// Every model, each of its parameters and each choice of one has a name on pages, in both languages: one that is added
// to the program needs it there.
func TestModelsHaveNamesOnPages(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		text, err := os.ReadFile("../../results/explorer/language/" + lang + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		named := func(key string) {
			if !strings.Contains(string(text), "\n"+key+": ") {
				t.Errorf("%s.txt has no %s", lang, key)
			}
		}
		for _, m := range models.Describe() {
			named("model." + m.Name)
			for _, p := range m.Parameters {
				named("model." + m.Name + "." + p.Name)
				for _, choice := range p.Choices {
					named("choice." + choice)
				}
			}
		}
	}
}

// The methods of intervals, which tables have, are said in Japanese.
func TestMethodsInJapanese(t *testing.T) {
	for _, by := range []string{"closed form", "closed density", "trained test", "annealed density", "two cards", "one card", "block", "contraction", "cuts", "counting", "crossing", "parity", "wash", "all orders", "none"} {
		if says := language.Japanese.Said(spoken.Method(by)); strings.ContainsFunc(says, func(c rune) bool { return c < 0x80 }) {
			t.Errorf("%s: %s", by, says)
		}
	}
}

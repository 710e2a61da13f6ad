package language

import (
	_ "embed"
	"regexp"
	"strings"
)

// The glossary page is the glossary of the docs: its headings, and its terms with their meanings.

// Entry is a heading, or a term with its meaning, or prose alone.
type Entry struct{ Heading, Term, Means string }

// Parts of Markdown that a page leaves out: addresses of other pages of the docs, and marks.
var (
	asideForm = regexp.MustCompile(`\s*\(\[[^\]]*\]\([^)]*\)\)`)
	linkForm  = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	termForm  = regexp.MustCompile(`(?s)^- \*\*(.*?)\*\*: (.*)$`)
)

// Glossary reads a glossary: paragraphs of prose, headings ##, and items - **term**: meaning.
func Glossary(markdown string) (all []Entry) {
	plain := strings.NewReplacer("`", "", "*", "").Replace
	text := linkForm.ReplaceAllString(asideForm.ReplaceAllString(markdown, ""), "$1")
	for _, block := range strings.Split(strings.ReplaceAll(text, "\n- ", "\n\n- "), "\n\n") {
		block = strings.TrimSpace(block)
		heading, isHeading := strings.CutPrefix(block, "## ")
		m := termForm.FindStringSubmatch(block)
		switch {
		case block == "" || strings.HasPrefix(block, "# "):
		case isHeading:
			all = append(all, Entry{Heading: plain(heading)})
		case m != nil:
			all = append(all, Entry{Term: plain(m[1]), Means: plain(m[2])})
		default:
			all = append(all, Entry{Means: plain(block)})
		}
	}
	return all
}

// GlossaryInJapanese has the same terms.
//
//go:embed glossary.ja.md
var GlossaryInJapanese string

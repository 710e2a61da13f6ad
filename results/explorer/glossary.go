package explorer

import (
	"net/http"
	"regexp"
	"strings"
)

// The glossary is the one of the docs, as a page: its headings, and its terms with what they mean.

// entry is a heading, or a term with its meaning, or prose alone.
type entry struct{ Heading, Term, Means string }

// Parts of Markdown that a page leaves out: addresses of other pages of the docs, and marks.
var (
	linkForm = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	termForm = regexp.MustCompile(`(?s)^- \*\*(.*?)\*\*: (.*)$`)
)

// entries reads a glossary: paragraphs of prose, headings ##, and items - **term**: meaning.
func entries(markdown string) (all []entry) {
	plain := strings.NewReplacer("`", "", "*", "").Replace
	text := linkForm.ReplaceAllString(markdown, "$1")
	for _, block := range strings.Split(strings.ReplaceAll(text, "\n- ", "\n\n- "), "\n\n") {
		block = strings.TrimSpace(block)
		heading, isHeading := strings.CutPrefix(block, "## ")
		m := termForm.FindStringSubmatch(block)
		switch {
		case block == "" || strings.HasPrefix(block, "# "):
		case isHeading:
			all = append(all, entry{Heading: plain(heading)})
		case m != nil:
			all = append(all, entry{Term: plain(m[1]), Means: plain(m[2])})
		default:
			all = append(all, entry{Means: plain(block)})
		}
	}
	return all
}

func (s *Server) glossary(w http.ResponseWriter, r *http.Request) {
	lang, says := languageOf(r)
	data := s.frame(r, "glossary", says, lang)
	data.Other = "/glossary?lang=" + says.other()
	data.Glossary = entries(s.Glossary)
	s.send(w, "glossary", data)
}

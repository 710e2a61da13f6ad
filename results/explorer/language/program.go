package language

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// The program's own values, notes and errors are in English. Pages in Japanese translate them by a
// table of sentences with gaps, said.ja.txt. A sentence that is not in the table is marked as the
// program's own.

// sentence is a sentence of the program and its form on a page: {1} stands for the text in the
// first gap.
type sentence struct {
	english  *regexp.Regexp
	japanese string
}

// sentences are the table.
var sentences = sync.OnceValue(func() (all []sentence) {
	text, err := files.ReadFile("said.ja.txt")
	if err != nil {
		panic(err)
	}
	for line := range strings.Lines(string(text)) {
		en, ja, ok := strings.Cut(strings.TrimSpace(line), " => ")
		if !ok {
			panic(fmt.Sprintf("%q has no translation", line))
		}
		pattern := strings.ReplaceAll(regexp.QuoteMeta(en), `\{\}`, "(.+?)")
		all = append(all, sentence{regexp.MustCompile("^" + pattern + "$"), ja})
	}
	return all
})

// said is a sentence of the program in the language, and whether it is known there.
func (l Language) said(text string) (string, bool) {
	if l == English {
		return text, true
	}
	for _, s := range sentences() {
		gaps := s.english.FindStringSubmatch(text)
		if gaps == nil {
			continue
		}
		says := s.japanese
		for i, gap := range gaps[1:] {
			if inner, ok := l.said(gap); ok && strings.Contains(gap, " ") {
				gap = inner
			}
			says = strings.ReplaceAll(says, fmt.Sprintf("{%d}", i+1), gap)
		}
		return says, true
	}
	return text, false
}

// Said is a text of the program, for templates: a value itself if languages have no word for it.
func (l Language) Said(text string) string {
	says, _ := l.said(text)
	return says
}

// Message is a note or an error of the program.
func (l Language) Message(text string) string {
	says, ok := l.said(text)
	if fields, why, parted := strings.Cut(text, ": "); !ok && parted { // fields of a record, and an error about them
		if says, ok = l.said(why); ok {
			says = l.Said(fields) + ": " + says
		}
	}
	if !ok {
		return fmt.Sprintf(l.Of("program.says"), text)
	}
	return says
}

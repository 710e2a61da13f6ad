// Package language has the texts of the explorer's pages, in English and Japanese: their texts by
// keys, errors, progress, the glossary, and the sentences of the program itself.
package language

import (
	"cmp"
	"embed"
	"fmt"
	"net/http"
	"strings"
	"sync"
)

// Language is a language of the pages.
type Language string

// The languages of the pages.
const (
	English  Language = "en"
	Japanese Language = "ja"
)

// FromRequest is the language that the address names, "" if none, and the language of the answer.
func FromRequest(r *http.Request) (named string, says Language) {
	switch named = r.FormValue("lang"); Language(named) {
	case English, Japanese:
		return named, Language(named)
	}
	if strings.HasPrefix(r.Header.Get("Accept-Language"), "ja") {
		return "", Japanese
	}
	return "", English
}

// Other is the other language.
func (l Language) Other() string {
	if l == Japanese {
		return string(English)
	}
	return string(Japanese)
}

// Term is a word of the field with its meaning, for templates.
func (Language) Term(text, means string) Term { return Term{text, means} }

// Term is a word of the field, with its meaning in a sentence.
type Term struct{ Text, Means string }

// Of is the text of a key in the language.
func (l Language) Of(key string) string { return cmp.Or(Texts()[l][key], key) }

// Meaning is the meaning of a term at the head of a table; "" for none.
func (l Language) Meaning(term string) string { return Texts()[l]["term."+term] }

// Help is a sentence about a panel; "" for none.
func (l Language) Help(view, panel string) string { return Texts()[l][view+"."+panel+".help"] }

// Choice is the name of a field's value: by its view, or for all views, or the value itself, if
// languages have no word for it.
func (l Language) Choice(view, value string) string {
	return cmp.Or(Texts()[l]["choice."+view+"."+value], Texts()[l]["choice."+value], value)
}

//go:embed en.txt ja.txt said.ja.txt
var files embed.FS

// Texts is all texts of the pages, by language and key: a line each of the language's file. The
// files are read on first use.
var Texts = sync.OnceValue(func() map[Language]map[string]string {
	return map[Language]map[string]string{English: readTexts(English), Japanese: readTexts(Japanese)}
})

// readTexts reads the file of a language.
func readTexts(l Language) map[string]string {
	text, err := files.ReadFile(string(l) + ".txt")
	if err != nil {
		panic(err)
	}
	all := map[string]string{}
	for line := range strings.Lines(string(text)) {
		key, words, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if _, twice := all[key]; twice || !ok {
			panic(fmt.Sprintf("%s says %q twice, or not at all", l, key))
		}
		all[key] = words
	}
	return all
}

// Moves is the suffix of a number of moves.
func (l Language) Moves(n any) string {
	if fmt.Sprint(n) == "1" {
		return l.Of("topswops.unit.one")
	}
	return l.Of("topswops.unit")
}

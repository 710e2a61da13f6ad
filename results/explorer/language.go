package explorer

import (
	"cmp"
	"embed"
	"fmt"
	"net/http"
	"strings"
)

// language is one that pages are written in.
type language string

const (
	english  language = "en"
	japanese language = "ja"
)

// languageOf is the language asked for, "" if none is, and the one that it comes to.
func languageOf(r *http.Request) (asked string, says language) {
	switch asked = r.FormValue("lang"); language(asked) {
	case english, japanese:
		return asked, language(asked)
	}
	if strings.HasPrefix(r.Header.Get("Accept-Language"), "ja") {
		return "", japanese
	}
	return "", english
}

func (l language) other() string {
	if l == japanese {
		return string(english)
	}
	return string(japanese)
}

// Of is what stands for a key, for templates.
func (l language) Of(key string) string { return l.of(key) }

// Other is the other language.
func (l language) Other() string { return l.other() }

func (l language) of(key string) string { return cmp.Or(says[l][key], key) }

//go:embed words
var files embed.FS

// says is all that pages say, by language and key: a line each of the language's file.
var says = map[language]map[string]string{english: spoken(english), japanese: spoken(japanese)}

// spoken reads the file of a language.
func spoken(l language) map[string]string {
	text, err := files.ReadFile("words/" + string(l) + ".txt")
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

package explorer

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"dovetail/perm/fault"
	"dovetail/results"
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

// Other is the other language.
func (l language) Other() string {
	if l == japanese {
		return string(english)
	}
	return string(japanese)
}

// Term is a word of the field with what it means, for templates.
func (language) Term(says, means string) term { return term{says, means} }

// term is a word of the field, with what it means in a sentence.
type term struct{ Says, Means string }

// Of is what the language says for a key.
func (l language) Of(key string) string { return cmp.Or(says()[l][key], key) }

// choice is what a value of a field is called: by its view, or by all, or by itself, if languages have no word for
// it.
func (l language) choice(view, value string) string {
	return cmp.Or(says()[l]["choice."+view+"."+value], says()[l]["choice."+value], value)
}

//go:embed words
var files embed.FS

// says is all that pages say, by language and key: a line each of the language's file. The files
// are read when a page first says something.
var says = sync.OnceValue(func() map[language]map[string]string {
	return map[language]map[string]string{english: spoken(english), japanese: spoken(japanese)}
})

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

// problem is an error that pages say in the language of who reads it, who need not be who asked. What
// the commands say stays as they say it.
type problem struct {
	key string
	of  []any // values, or fields by their names
}

// wrong is a problem by its key in says.
func wrong(key string, of ...any) error { return problem{key, of} }

// Error implements error.
func (p problem) Error() string { return english.error(p) }

// Is reports whether it is the same problem.
func (p problem) Is(other error) bool {
	o, ok := other.(problem)
	return ok && o.key == p.key
}

// labelled is a text that languages have by its key.
type labelled string

func (l language) error(err error) string {
	var p problem
	var f fault.Fault
	switch {
	case errors.As(err, &f):
		p = problem{"wrong.fault", []any{f.Value}}
	case !errors.As(err, &p):
		return l.Told(err.Error())
	}
	of := make([]any, len(p.of))
	for i, x := range p.of {
		if key, ok := x.(labelled); ok {
			x = l.Of(string(key))
		}
		if said, ok := x.(error); ok {
			x = l.Told(said.Error())
		}
		of[i] = x
	}
	if len(of) == 0 {
		return l.Of(p.key)
	}
	return fmt.Sprintf(l.Of(p.key), of...)
}

// Moves is what a number of moves is followed by.
func (l language) Moves(n any) string {
	if fmt.Sprint(n) == "1" {
		return l.Of("topswops.unit.one")
	}
	return l.Of("topswops.unit")
}

// How far a computation is, in the language of a page.

// span is a number of seconds, as long ones are read.
func (t language) span(seconds float64) string {
	d := time.Duration(min(seconds, 1e9) * float64(time.Second)).Round(time.Second)
	h, m, s := int(d.Hours()), int(d.Minutes())%60, int(d.Seconds())%60
	day, hour, minute, second := " d", " h", " min", " s"
	if t == japanese {
		day, hour, minute, second = "日", "時間", "分", "秒"
	}
	switch {
	case h >= 48:
		return fmt.Sprintf("%d%s %d%s", h/24, day, h%24, hour)
	case h > 0:
		return fmt.Sprintf("%d%s %d%s", h, hour, m, minute)
	case m > 0:
		return fmt.Sprintf("%d%s %d%s", m, minute, s, second)
	}
	return fmt.Sprintf("%d%s", s, second)
}

// rate is a number a second, to three digits or all before the point.
func rate(x float64) string {
	if x >= 100 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

// onward is how far a computation is once p is told, which may be of another part of it: never less
// far than before, and with the best that this part has found. What another part found is of another question,
// such as fewer cards.
func onward(before, p results.Progress) results.Progress {
	p.Share, p.Seconds = max(p.Share, before.Share), max(p.Seconds, before.Seconds)
	if p.Best == nil && p.Part == before.Part {
		p.Best = before.Best
	}
	return p
}

// best is what was found so far, as the language says it.
func (t language) best(found []string) (all []string) {
	for _, text := range found {
		all = append(all, t.Said(text))
	}
	return all
}

// progress is what stands beside a bar.
func (t language) progress(p results.Progress) string {
	said := []string{}
	if strings.ContainsAny(p.Part, " 0123456789") { // what has no number is plain from the question
		said = append(said, t.Said(p.Part))
	}
	if p.Seconds > 0 {
		said = append(said, fmt.Sprintf(t.Of("so.far"), t.span(p.Seconds)))
	}
	if p.Left >= 0 && p.Share < 1 {
		left := t.span(p.Left)
		if p.Margin > p.Left/10 && p.Margin >= 1 {
			left += " ± " + t.span(p.Margin)
		}
		said = append(said, fmt.Sprintf(t.Of("so.left"), left))
	}
	if p.Rate > 0 {
		said = append(said, fmt.Sprintf(t.Of("so.rate"), rate(p.Rate)))
	}
	if p.Says != "" {
		said = append(said, t.Said(p.Says))
	}
	return strings.Join(said, map[language]string{english: ", ", japanese: "、"}[t])
}

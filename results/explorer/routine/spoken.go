package routine

import (
	"fmt"
	"strings"

	"dovetail/results/explorer/language"
	"dovetail/results/explorer/view"
)

// called is what a letter is called in a routine: its shuffle, or the shuffle of its model where that has no shorter name, or
// where the letter, which is none that most people know, has other parameters than usual.
func called(q view.Values, name string) string {
	if strings.Contains(riffles, name) {
		name = "R"
	}
	l, ok := q.Letter(name)
	usual := !ok || strings.Contains(Offered+"CW", name) || len(hands(q, l).of) == 0
	if says := q.Says.Of("kind." + name); usual && says != "kind."+name {
		return says
	}
	if ok {
		return q.Says.Of(l.Key())
	}
	return name
}

// Spoken is a routine as one says it: riffle × 4, deal, riffle × 2; with whose hands riffle if the routine of the page has no
// such riffles.
func Spoken(q view.Values, word string) string {
	var all []string
	for from := 0; from < len(word); {
		to := alike(word, from)
		says := called(q, word[from:from+1])
		if to-from > 1 {
			says += fmt.Sprintf(" × %d", to-from)
		}
		if c := word[from : from+1]; strings.Contains(riffles, c) && !strings.Contains(q.Text("word"), c) {
			says = fmt.Sprintf(q.Says.Of("routine.by"), says, handOf(q, c))
		}
		all, from = append(all, says), to
	}
	return strings.Join(all, map[language.Language]string{language.English: ", ", language.Japanese: "、"}[q.Says])
}

// alike is where the letters end that are as the one at a place.
func alike(word string, from int) int {
	to := from
	for to < len(word) && word[to] == word[from] {
		to++
	}
	return to
}

// longestRun is where a letter stands most often in a row.
func longestRun(word, letter string) (from, to int) {
	for i := 0; i < len(word); {
		end := alike(word, i)
		if word[i:i+1] == letter && end-i > to-from {
			from, to = i, end
		}
		i = end
	}
	return from, to
}

package view

import (
	"fmt"
	"strings"

	"dovetail/results"
)

// Letter is the letter of a name, if the page has it.
func (q Values) Letter(name string) (Letter, bool) {
	for _, l := range q.Letters {
		if l.Name == name {
			return l, true
		}
	}
	return Letter{}, false
}

// Models are the definitions of letters, by the fields of their parameters: of those alone that are not as
// the model takes them.
func (q Values) Models(names string) []string {
	models := []string{}
	for _, name := range names {
		l, ok := q.Letter(string(name))
		if !ok {
			continue
		}
		definition := l.Definition
		if l.Fields != nil {
			var changed []string
			for _, f := range l.Fields {
				if value := q.Text(f.Name); value != f.Model {
					changed = append(changed, strings.TrimPrefix(f.Name, l.Name+".")+"="+value)
				}
			}
			definition = fmt.Sprintf("%s(%s)", l.Model, strings.Join(changed, ","))
		}
		models = append(models, l.Name+"="+definition)
	}
	return models
}

// Distinct are the letters of some words, in the order in which they appear.
func Distinct(words string) (names string) {
	for _, c := range words {
		if !strings.ContainsRune(names, c) {
			names += string(c)
		}
	}
	return names
}

// Own are the fields of a question about a word, with the letters that it is made of.
func (q Values) Own(word string) Given {
	return Given{"cards": q.Number("n"), "model": q.Models(Distinct(word)), "WORD": word}
}

// Dealt are those of a question about the deck that a word deals.
func (q Values) Dealt(word string) Given {
	return Given{"cards": q.Number("n"), "model": q.Models(Distinct(word)), "word": word}
}

// Scored are the fields of a question that scores words of these letters.
func (q Values) Scored(names string) Given {
	return Given{"cards": q.Number("n"), "model": q.Models(names), "alphabet": names}
}

// Word scores one of the words of a page, whose letters join those of the paper.
func (q Values) Word(name string) Given {
	return With(q.Scored(Distinct(Paper+q.Text(name))), Given{"WORD": q.Text(name)})
}

// Distance is what is on record of a word with the letters of this page.
func (q Values) Distance(word string) (i results.OnRecord, ok bool) {
	if q.Answers.Distance == nil {
		return i, false
	}
	return q.Answers.Distance(int(q.Number("n")), q.Models(Distinct(word)), word)
}

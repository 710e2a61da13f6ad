package explorer

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"dovetail/results"
)

// The letters that words are made of. Which there are, by which models, with which parameters and
// what these may be, the program says: it is asked for its models, and every parameter becomes a
// field of its own, with a slider where it is a number.

// letter is one with its model.
type letter struct {
	Name, Model string
	Fields      []field // of the parameters that count, as the others stand
	parameters  []results.ModelParameter
	given       map[string]string // by the letter, where it does not leave them to the model
}

// paper are the letters that a page about words starts with.
const paper = "HRD"

// lettersOf are all letters that have a model for decks of n cards, those of the paper first.
func (s *Server) lettersOf(ctx context.Context, n string) ([]letter, error) {
	all, err := s.asking(ctx, [][]string{{"models", "-n", n}})
	if err != nil {
		return nil, err
	}
	record := all[0].Records[0].(results.Models)
	var letters []letter
	for _, l := range record.Letters {
		model, list, _ := strings.Cut(strings.TrimSuffix(l.Model, ")"), "(")
		known := letter{Name: l.Letter, Model: model, given: parts(list)}
		for _, m := range record.Models {
			if m.Name == model {
				known.parameters = m.Parameters
			}
		}
		letters = append(letters, known)
	}
	slices.SortStableFunc(letters, func(a, b letter) int { return place(a) - place(b) })
	return letters, nil
}

// place is where a letter stands among those of the paper, or behind them.
func place(l letter) int {
	if i := strings.Index(paper, l.Name); i >= 0 {
		return i
	}
	return len(paper)
}

// parts are the values of a list key=value,key=value, which may have lists of their own in parentheses.
func parts(list string) map[string]string {
	all := map[string]string{}
	for list != "" {
		depth, end := 0, len(list)
		for i, c := range list {
			switch {
			case c == '(':
				depth++
			case c == ')':
				depth--
			case c == ',' && depth == 0:
				end = min(end, i)
			}
		}
		key, value, _ := strings.Cut(list[:end], "=")
		all[key] = value
		list = strings.TrimPrefix(list[end:], ",")
	}
	return all
}

// The forms of values of parameters: numbers and names, or a model.
var (
	plainForm = form{regexp.MustCompile(`^[-0-9A-Za-z./]{1,64}$`), "form.plain"}
	modelForm = form{regexp.MustCompile(`^[-0-9A-Za-z./=,()]{1,200}$`), "form.model"}
)

// usual is what a parameter is if nothing is said: by the letter, or else by its model. What follows
// from other parameters is left to them.
func (l letter) usual(p results.ModelParameter) string {
	value, ok := l.given[p.Name]
	if !ok || p.Default == "" {
		return p.Default
	}
	if choice, of, depends := strings.Cut(p.When, "="); depends {
		for _, q := range l.parameters {
			if q.Name == choice && l.usual(q) != of {
				return p.Default // it is what the letter gives beside another choice
			}
		}
	}
	return value
}

// key is what the model is called by where languages part.
func (l letter) key() string { return "model." + l.Model }

// field is that of a parameter for decks of n cards.
func (l letter) field(p results.ModelParameter, n int64) field {
	f := field{name: l.Name + "." + p.Name, says: l.key() + "." + p.Name, otherwise: l.usual(p), model: p.Default, choices: p.Choices, form: plainForm}
	if p.Choices == nil && p.Range == nil && p.Name != "order" {
		f.form = modelForm
	}
	if p.Range != nil {
		f.slider = sliderOf(*p.Range, float64(n))
	}
	return f
}

// slider is what a number can be set to by hand; others can be typed.
type slider struct{ Lo, Hi, Step float64 }

// sliderOf goes from the least number that a parameter may be to the greatest. Where there is none,
// numbers of cards end with the deck, and deviations from a place in it with half of it.
func sliderOf(r results.ModelRange, n float64) *slider {
	s := slider{-n / 2, n / 2, 0.1}
	if r.Whole {
		s = slider{0, n, 1}
	}
	if r.Least != nil {
		s.Lo = *r.Least
	}
	if r.Most != nil {
		s.Hi = min(s.Hi, *r.Most)
	}
	if s.Hi <= 1 {
		s.Step = 0.01
	}
	if r.Open && r.Least != nil {
		s.Lo += s.Step
	}
	if r.Open && r.Most != nil && s.Hi == *r.Most {
		s.Hi -= s.Step
	}
	s.Hi = max(s.Hi, s.Lo)
	return &s
}

// used are the letters that the words of a page are made of, with the fields of their parameters:
// those that count beside the choices made. Values are taken as they are read.
func (s *Server) used(ctx context.Context, q *values, read func(f field)) error {
	var err error
	if q.letters, err = s.lettersOf(ctx, q.text("n")); err != nil {
		return err
	}
	in := paper + q.text("alphabet") + q.text("word") + q.text("other")
	for i := range q.letters {
		l := &q.letters[i]
		if !strings.Contains(in, l.Name) {
			continue
		}
		for _, p := range l.parameters {
			if choice, of, depends := strings.Cut(p.When, "="); depends && q.text(l.Name+"."+choice) != of {
				continue
			}
			f := l.field(p, q.number("n"))
			read(f)
			l.Fields = append(l.Fields, f)
		}
	}
	return nil
}

// models define the letters of a word that are not as usual.
func (q values) models(word string) (line []string) {
	for _, l := range q.letters {
		var changed []string
		usual := true
		for _, f := range l.Fields {
			value := q.text(f.name)
			usual = usual && value == f.otherwise
			if value != f.model {
				changed = append(changed, strings.TrimPrefix(f.name, l.Name+".")+"="+value)
			}
		}
		if !usual && strings.Contains(word, l.Name) {
			line = append(line, "--model", fmt.Sprintf("%s=%s(%s)", l.Name, l.Model, strings.Join(changed, ",")))
		}
	}
	return line
}

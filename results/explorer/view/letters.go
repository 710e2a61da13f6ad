package view

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dovetail/results"
)

// The letters of words. The program provides the letters, their models, the parameters of these and
// the allowed values. Every parameter becomes a field of its own, with a slider where it is a
// number.

// Letter is one with its model.
type Letter struct {
	Name, Model string
	Definition  string  // the model as the program says it
	Fields      []Field // of the parameters that apply with the present choices
	Parameters  []results.ModelParameter
	Given       map[string]string // set by the letter, not by the model's defaults
}

// Paper are the letters that a page about words starts with.
const Paper = "HRD"

// OtherHands are letters that only pages have. Riffles of one letter are by the same hands. So that
// a routine can have several hands, Q is another riffle, and X, Y and Z are other riffles by hand.
const OtherHands = "QXYZ"

// withHands are the letters with those of the page, if its words may have them.
func withHands(letters []Letter, v *View) []Letter {
	for _, name := range v.Fields[0].More {
		template := "L"
		if name == 'Q' {
			template = "R"
		}
		if i := slices.IndexFunc(letters, func(l Letter) bool { return l.Name == template }); i >= 0 {
			another := letters[i]
			another.Name = string(name)
			letters = append(letters, another)
		}
	}
	return letters
}

// lettersOf are all letters that have a model for decks of n cards, those of the paper first.
func (s *Answers) lettersOf(ctx context.Context, n string) ([]Letter, error) {
	models, err := s.Command(results.ModelsSchema, Given{"cards": n}, How{})
	if err != nil {
		return nil, err
	}
	// It computes nothing, so that it needs no turn: pages can be made while answers are waited
	// for.
	answer, err := s.Once(ctx, models.Key, Forever, func() (Answer, error) {
		return s.Find(ctx, models, func(results.Progress) {})
	})
	if err != nil {
		return nil, err
	}
	record := answer.Records[0].(results.Models)
	var letters []Letter
	for _, l := range record.Letters {
		model, given := ModelOf(l.Model)
		known := Letter{Name: l.Letter, Model: model, Definition: l.Model, Given: given}
		for _, m := range record.Models {
			if m.Name == model {
				known.Parameters = m.Parameters
			}
		}
		letters = append(letters, known)
	}
	slices.SortStableFunc(letters, func(a, b Letter) int { return place(a) - place(b) })
	return letters, nil
}

// place is where a letter stands among those of the paper, or behind them.
func place(l Letter) int {
	if i := strings.Index(Paper, l.Name); i >= 0 {
		return i
	}
	return len(Paper)
}

// ModelOf is a model by its name, and the values of its parameters name(key=value,key=value), which may be models themselves.
func ModelOf(text string) (model string, all map[string]string) {
	model, list, _ := strings.Cut(strings.TrimSuffix(text, ")"), "(")
	all = map[string]string{}
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
	return model, all
}

// The forms of values of parameters: numbers and names, or a model.
var (
	plainForm = Matching(`^[-0-9A-Za-z./]{1,64}$`, "form.plain")
	modelForm = Matching(`^[-0-9A-Za-z./=,()]{1,200}$`, "form.model")
)

// usual is the default of a parameter: the letter's, or otherwise its model's. Parameters that
// follow from others have none.
func (l Letter) usual(p results.ModelParameter) string {
	value, ok := l.Given[p.Name]
	if !ok || p.Default == "" {
		return p.Default
	}
	if choice, of, depends := strings.Cut(p.When, "="); depends {
		for _, q := range l.Parameters {
			if q.Name == choice && l.usual(q) != of {
				return p.Default // the letter's value beside another choice
			}
		}
	}
	return value
}

// Key is the name of the model's text where languages differ.
func (l Letter) Key() string { return "model." + l.Model }

// field is the field of a parameter for decks of n cards.
func (l Letter) field(p results.ModelParameter, n int64) Field {
	f := Field{Name: l.Name + "." + p.Name, Label: l.Key() + "." + p.Name, Default: l.usual(p), Model: p.Default,
		Choices: p.Choices, Form: plainForm}
	if p.Choices == nil && p.Range == nil && p.Name != "order" {
		f.Form = modelForm
	}
	if p.Range != nil {
		f.Slider = sliderOf(*p.Range, float64(n))
	}
	return f
}

// sliderOf goes from the least to the greatest value of a parameter. Where there is no greatest,
// numbers of cards end with the deck, and deviations from a place in it with half of it.
func sliderOf(r results.ModelRange, n float64) *Slider {
	s := Slider{-n / 2, n / 2, 0.1}
	if r.Whole {
		s = Slider{0, n, 1}
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

// used are the letters of a page's words, with the fields of their parameters: those that apply
// with the choices made. Values are taken as read.
func (s *Answers) used(ctx context.Context, q *Values, read func(f Field)) error {
	var err error
	if q.Letters, err = s.lettersOf(ctx, q.Text("n")); err != nil {
		return err
	}
	q.Letters = withHands(q.Letters, q.View)
	in := q.Text("alphabet") + q.Text("word") + q.Text("other")
	if in != q.Text("word") {
		in += Paper
	}
	for i := range q.Letters {
		l := &q.Letters[i]
		if !strings.Contains(in, l.Name) {
			continue
		}
		for _, p := range l.Parameters {
			if choice, of, depends := strings.Cut(p.When, "="); depends && q.Text(l.Name+"."+choice) != of {
				continue
			}
			f := l.field(p, q.Number("n"))
			read(f)
			l.Fields = append(l.Fields, f)
		}
	}
	return nil
}

// Letter is the letter of a name, if the page has it.
func (q Values) Letter(name string) (Letter, bool) {
	for _, l := range q.Letters {
		if l.Name == name {
			return l, true
		}
	}
	return Letter{}, false
}

// Models are the definitions of letters, by the fields of their parameters: only of those that
// differ from the model's defaults.
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

// Own are the fields of a question about a word, with its letters.
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

// Distance is what is on record of a word with the letters of this page.
func (q Values) Distance(word string) (i results.OnRecord, ok bool) {
	if q.Answers.Distance == nil {
		return i, false
	}
	return q.Answers.Distance(int(q.Number("n")), q.Models(Distinct(word)), word)
}

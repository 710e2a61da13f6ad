package view

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"dovetail/perm/number"
	"dovetail/results/explorer/language"
)

// FormField is a field as templates show it, with its value.
type FormField struct {
	Name, Value, Label string
	Usual              string // the default, which an address leaves out
	Lo, Hi             int64
	Choices            []formChoice
	Decides            bool // whether other fields depend on it
	Number, Slide      bool
	Wide, Word         bool
	Slider             *Slider
	At                 float64 // where the slider stands
}

// formChoice is one of the values that a field can have.
type formChoice struct{ Value, Says string }

// FormLetter is a letter with the fields of its parameters.
type FormLetter struct {
	Name, Says string
	Fields     []FormField
}

// Own says that a parameter differs from the default.
func (l FormLetter) Own() bool {
	return slices.ContainsFunc(l.Fields, func(f FormField) bool { return f.Value != f.Usual })
}

// Form are the fields of the form, with their values.
func (q Values) Form() (all []FormField) {
	for _, f := range q.View.Fields {
		if !f.Apart && (f.When == nil || f.When(q)) {
			all = append(all, q.show(f))
		}
	}
	return all
}

// Parameters are the fields of the letters that the words are made of.
func (q Values) Parameters() (all []FormLetter) {
	for _, l := range q.Letters {
		shown := FormLetter{Name: l.Name, Says: q.Says.Of(l.Key())}
		for _, f := range l.Fields {
			shown.Fields = append(shown.Fields, q.show(f))
		}
		all = append(all, shown)
	}
	return all
}

// show is a field with its value.
func (q Values) show(f Field) FormField {
	shown := FormField{
		Name: f.Name, Value: cmp.Or(q.Typed[f.Name], q.Of[f.Name]), Usual: f.Default, Label: q.Says.Of(string(q.label(f))),
		Lo: f.Lo, Hi: f.Hi, Number: f.Lo != 0 || f.Hi != 0, Decides: f.Decides, Slide: f.Slide, Wide: f.Wide, Word: f.Word,
		Slider: f.Slider,
	}
	for _, choice := range f.Choices {
		shown.Choices = append(shown.Choices, formChoice{choice, q.Says.Choice(q.View.Name, choice)})
	}
	if x, err := number.ParseRat(shown.Value); err == nil && f.Slider != nil {
		shown.At, _ = x.Float64()
	}
	return shown
}

// Read reads the parameters of a request, and refuses invalid ones. Refused values are
// replaced by the defaults.
func (s *Answers) Read(ctx context.Context, v *View, r *http.Request) (Values, error) {
	q := Values{View: v, Of: map[string]string{}, Typed: map[string]string{}, Answers: s}
	q.Lang, q.Says = language.FromRequest(r)
	var first error
	read := func(f Field) {
		text := strings.TrimSpace(r.FormValue(f.Name))
		if text == "" {
			text = f.Default
		}
		read, err := s.checked(f, q.label(f), text)
		if err != nil {
			q.Typed[f.Name] = text
			first, read = cmp.Or(first, err), f.Default
		}
		q.Fields, q.Of[f.Name] = append(q.Fields, f), read
	}
	for _, f := range v.Fields {
		read(f)
	}
	if v.Letters {
		first = cmp.Or(first, s.used(ctx, &q, read))
	}
	return q, first
}

// label is the key of a field's name.
func (q Values) label(f Field) language.Label {
	if f.Apart && f.Label == "" {
		return language.Label(f.Name)
	}
	return language.Label(cmp.Or(f.Label, q.View.Name+"."+f.Name))
}

// maxText is how many characters a field has at most.
const maxText = 2000

// checked is the canonical form of a value. Letters are read as the commands read them.
func (s *Answers) checked(f Field, label language.Label, text string) (string, error) {
	if f.Letters == 0 || s.Spell == nil || len(text) > maxText {
		err := f.check(label, text)
		if x, no := strconv.ParseInt(text, 10, 64); no == nil && (f.Lo != 0 || f.Hi != 0) {
			text = strconv.FormatInt(x, 10) // +9 is 9
		}
		return text, err
	}
	spelled, err := s.Spell(text, f.More)
	if err != nil || len(spelled) > f.Letters {
		return "", language.Wrong("wrong.letters", label, number.Brief(text), f.Letters)
	}
	return spelled, nil
}

// check refuses a value. label is the key of the field's name.
func (f Field) check(label language.Label, text string) error {
	said := number.Brief(text)
	switch {
	case text == "" && f.Default == "":
		return nil
	case len(text) > maxText:
		return language.Wrong("wrong.long", label, maxText)
	case f.Choices != nil && !slices.Contains(f.Choices, text):
		return language.Wrong("wrong.choice", label, said, strings.Join(f.Choices, ", "))
	case f.Lo != 0 || f.Hi != 0:
		x, err := strconv.ParseInt(text, 10, 64)
		switch {
		case (x > f.Hi || errors.Is(err, strconv.ErrRange) && x > 0) && f.Hi > 1<<53:
			return language.Wrong("wrong.large", label, said)
		case (x > f.Hi || errors.Is(err, strconv.ErrRange) && x > 0):
			return language.Wrong("wrong.more", label, said, f.Lo, f.Hi)
		case (err != nil || x < f.Lo) && f.Hi > 1<<53: // a bound so large means no bound
			return language.Wrong("wrong.least", label, said, f.Lo)
		case err != nil || x < f.Lo || x > f.Hi:
			return language.Wrong("wrong.number", label, said, f.Lo, f.Hi)
		}
	case f.Form.matches != nil && !f.Form.matches(text):
		return language.Wrong("wrong.form", label, said, language.Label(f.Form.says))
	}
	return nil
}

package view

import (
	"cmp"
	"slices"

	"dovetail/perm/number"
)

// FormField is a field as templates show it, with its value.
type FormField struct {
	Name, Value, Label string
	Usual              string // what an address leaves out
	Lo, Hi             int64
	Choices            []FormChoice
	Decides            bool // whether other fields are there
	Number, Slide      bool
	Wide, Word         bool
	Slider             *Slider
	At                 float64 // where the slider stands
}

// FormChoice is one of the values that a field can have.
type FormChoice struct{ Value, Says string }

// FormLetter is a letter with the fields of its parameters.
type FormLetter struct {
	Name, Says string
	Fields     []FormField
}

// Own says that a parameter is not as it usually is.
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
		shown.Choices = append(shown.Choices, FormChoice{choice, q.Says.Choice(q.View.Name, choice)})
	}
	if x, err := number.ParseRat(shown.Value); err == nil && f.Slider != nil {
		shown.At, _ = x.Float64()
	}
	return shown
}

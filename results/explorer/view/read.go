package view

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"dovetail/results/explorer/language"
)

// Read reads the parameters of a request, and refuses what a page does not answer. Values that
// are refused give way to the usual ones.
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

// label is the key of what a field is called.
func (q Values) label(f Field) language.Label {
	if f.Apart && f.Label == "" {
		return language.Label(f.Name)
	}
	return language.Label(cmp.Or(f.Label, q.View.Name+"."+f.Name))
}

// maxText is how many characters a field has at most.
const maxText = 2000

// checked is a value as it is meant. Letters are read as the commands read them.
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
		return "", language.Wrong("wrong.letters", label, text, f.Letters)
	}
	return spelled, nil
}

// check refuses a value; label is the key of what the field is called.
func (f Field) check(label language.Label, text string) error {
	switch {
	case text == "" && f.Default == "":
		return nil
	case len(text) > maxText:
		return language.Wrong("wrong.long", label, maxText)
	case f.Choices != nil && !slices.Contains(f.Choices, text):
		return language.Wrong("wrong.choice", label, text, strings.Join(f.Choices, ", "))
	case f.Lo != 0 || f.Hi != 0:
		x, err := strconv.ParseInt(text, 10, 64)
		switch {
		case (x > f.Hi || errors.Is(err, strconv.ErrRange) && x > 0) && !f.All && f.Hi > 1<<53:
			return language.Wrong("wrong.large", label, text)
		case (x > f.Hi || errors.Is(err, strconv.ErrRange) && x > 0) && !f.All:
			return language.Wrong("wrong.more", label, text, f.Lo, f.Hi)
		case errors.Is(err, strconv.ErrRange) && x > 0:
			return language.Wrong("wrong.huge", label, text)
		case (err != nil || x < f.Lo) && f.Hi > 1<<53: // which means as large as one likes
			return language.Wrong("wrong.least", label, text, f.Lo)
		case err != nil || x < f.Lo || x > f.Hi:
			return language.Wrong("wrong.number", label, text, f.Lo, f.Hi)
		}
	case f.Form.Matches != nil && !f.Form.Matches(text):
		return language.Wrong("wrong.form", label, text, language.Label(f.Form.Says))
	}
	return nil
}

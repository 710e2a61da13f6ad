package explorer

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// values are the parameters of one request.
type values struct {
	v       *view
	fields  []field
	of      map[string]string
	letters []letter // that words can be made of
	lang    string   // as asked for; "" for what the browser prefers
	says    language

	asks *Server
}

func (q values) text(name string) string { return q.of[name] }

func (q values) number(name string) int64 {
	x, err := strconv.ParseInt(q.of[name], 10, 64)
	if err != nil {
		panic(name + " is no number") // read refuses others
	}
	return x
}

// query is the request's, with what is as usual left out; changes are pairs of names and values.
func (q values) query(changes ...string) url.Values {
	all := url.Values{}
	for _, f := range q.fields {
		if value := q.of[f.name]; value != f.otherwise {
			all.Set(f.name, value)
		}
	}
	if q.lang != "" {
		all.Set("lang", q.lang)
	}
	for i := 0; i < len(changes); i += 2 {
		all.Set(changes[i], changes[i+1])
	}
	return all
}

// Encoded is the query of the same page, for templates, as what follows is.
func (q values) Encoded() string { return q.query().Encode() }

// Text is a parameter.
func (q values) Text(name string) string { return q.text(name) }

// Number is a parameter that is a whole number.
func (q values) Number(name string) int64 { return q.number(name) }

// Lang is the language that was asked for, or "".
func (q values) Lang() string { return q.lang }

// read reads the parameters of a request, and refuses what a page does not answer. Values that
// are refused give way to the usual ones.
func (s *Server) read(ctx context.Context, v *view, r *http.Request) (values, error) {
	q := values{v: v, of: map[string]string{}, asks: s}
	q.lang, q.says = languageOf(r)
	var wrong error
	read := func(f field) {
		text := strings.TrimSpace(r.FormValue(f.name))
		if text == "" {
			text = f.otherwise
		}
		if err := f.check(text); err != nil {
			wrong, text = cmp.Or(wrong, err), f.otherwise
		}
		q.fields, q.of[f.name] = append(q.fields, f), text
	}
	for _, f := range v.fields {
		read(f)
	}
	if v.more != nil {
		wrong = cmp.Or(wrong, v.more(ctx, s, &q, read))
	}
	return q, wrong
}

// longest is how many characters a field has at most.
const longest = 2000

func (f field) check(text string) error {
	switch {
	case len(text) > longest:
		return fmt.Errorf("%s is too long for a page (%d characters at most): put it to the command", f.name, longest)
	case f.choices != nil:
		for _, c := range f.choices {
			if c == text {
				return nil
			}
		}
		return fmt.Errorf("%s=%q is not one of %s", f.name, text, strings.Join(f.choices, ", "))
	case f.lo != 0 || f.hi != 0:
		x, err := strconv.ParseInt(text, 10, 64)
		if err != nil || x < f.lo || x > f.hi {
			return fmt.Errorf("%s=%q is not a number from %d to %d; the commands take more", f.name, text, f.lo, f.hi)
		}
	case text != "" && f.form != nil && !f.form.MatchString(text):
		return fmt.Errorf("%s=%q is not %s", f.name, text, f.form)
	}
	return nil
}

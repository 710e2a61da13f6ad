package explorer

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"dovetail/results"
)

// values are the parameters of one request.
type values struct {
	v       *view
	fields  []field
	of      map[string]string
	typed   map[string]string // what was refused
	letters []letter          // that words can be made of
	posted  string            // the text that a panel is about
	lang    string            // as asked for; "" for what the browser prefers
	says    language

	asks *Server
}

// Text is a field.
func (q values) Text(name string) string { return q.of[name] }

// Number is a field that is a number.
func (q values) Number(name string) int64 {
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
		all.Set(f.name, q.of[f.name])
	}
	if q.lang != "" {
		all.Set("lang", q.lang)
	}
	for i := 0; i < len(changes); i += 2 {
		all.Set(changes[i], changes[i+1])
	}
	for _, f := range q.fields {
		if all.Get(f.name) == f.byDefault {
			all.Del(f.name)
		}
	}
	return all
}

// usual is what a field is if nothing is said.
func (q values) usual(name string) string {
	for _, f := range q.fields {
		if f.name == name {
			return f.byDefault
		}
	}
	return ""
}

// Encoded is the query of the same page.
func (q values) Encoded() string { return q.query().Encode() }

// Lang is the language that was asked for, or "".
func (q values) Lang() string { return q.lang }

// read reads the parameters of a request, and refuses what a page does not answer. Values that
// are refused give way to the usual ones.
func (s *Server) read(ctx context.Context, v *view, r *http.Request) (values, error) {
	q := values{v: v, of: map[string]string{}, typed: map[string]string{}, asks: s}
	q.lang, q.says = languageOf(r)
	var first error
	read := func(f field) {
		text := strings.TrimSpace(r.FormValue(f.name))
		if text == "" {
			text = f.byDefault
		}
		read, err := s.checked(f, q.label(f), text)
		if err != nil {
			q.typed[f.name] = text
			first, read = cmp.Or(first, err), f.byDefault
		}
		q.fields, q.of[f.name] = append(q.fields, f), read
	}
	for _, f := range v.fields {
		read(f)
	}
	if v.letters {
		first = cmp.Or(first, s.used(ctx, &q, read))
	}
	return q, first
}

// label is the key of what a field is called.
func (q values) label(f field) labelled {
	if f.apart && f.says == "" {
		return labelled(f.name)
	}
	return labelled(cmp.Or(f.says, q.v.name+"."+f.name))
}

// maxText is how many characters a field has at most.
const maxText = 2000

// checked is a value as it is meant. Letters are read as the commands read them.
func (s *Server) checked(f field, label labelled, text string) (string, error) {
	if f.letters == 0 || s.Spell == nil || len(text) > maxText {
		err := f.check(label, text)
		if x, no := strconv.ParseInt(text, 10, 64); no == nil && (f.lo != 0 || f.hi != 0) {
			text = strconv.FormatInt(x, 10) // +9 is 9
		}
		return text, err
	}
	spelled, err := s.Spell(text, f.more)
	if err != nil || len(spelled) > f.letters {
		return "", wrong("wrong.letters", label, text, f.letters)
	}
	return spelled, nil
}

// check refuses a value; label is the key of what the field is called.
func (f field) check(label labelled, text string) error {
	switch {
	case text == "" && f.byDefault == "":
		return nil
	case len(text) > maxText:
		return wrong("wrong.long", label, maxText)
	case f.choices != nil && !slices.Contains(f.choices, text):
		return wrong("wrong.choice", label, text, strings.Join(f.choices, ", "))
	case f.lo != 0 || f.hi != 0:
		x, err := strconv.ParseInt(text, 10, 64)
		switch {
		case (x > f.hi || errors.Is(err, strconv.ErrRange) && x > 0) && !f.all && f.hi > 1<<53:
			return wrong("wrong.large", label, text)
		case (x > f.hi || errors.Is(err, strconv.ErrRange) && x > 0) && !f.all:
			return wrong("wrong.more", label, text, f.lo, f.hi)
		case errors.Is(err, strconv.ErrRange) && x > 0:
			return wrong("wrong.huge", label, text)
		case (err != nil || x < f.lo) && f.hi > 1<<53: // which means as large as one likes
			return wrong("wrong.least", label, text, f.lo)
		case err != nil || x < f.lo || x > f.hi:
			return wrong("wrong.number", label, text, f.lo, f.hi)
		}
	case f.form.matches != nil && !f.form.matches(text):
		return wrong("wrong.form", label, text, labelled(f.form.says))
	}
	return nil
}

// What a page asks: a question, whose parameters its form fills as flags of a command would, or something about the
// catalogue.

// ask is one with the command line that asks the same.
type ask struct {
	key, line string // the key is the same for equal ones
	questions []results.Question
	how       How
	quick     bool // it is answered while the page is made, of a panel that asks others by its job

	// about asks the catalogue or the records on file, instead.
	about func(ctx context.Context, tell func(results.Progress)) (Answer, error)
}

// fields are parameters of a question by the names of their flags and arguments; all others have their defaults.
type fields = map[string]any

// with are the fields with some more.
func with(f, more fields) fields {
	for name, value := range more {
		f[name] = value
	}
	return f
}

// question asks the question that is answered in a form of records.
func (s *Server) question(schema string, f fields, how How) (ask, error) {
	q, err := s.Fill(schema, f)
	if err != nil {
		return ask{}, err
	}
	return s.put(how, q), nil
}

// recorded asks a question as it stands in a record.
func (s *Server) recorded(schema string, f fields) (ask, error) {
	text, err := json.Marshal(f)
	if err != nil {
		return ask{}, err
	}
	q, err := s.Questions.Question(schema, text)
	if err != nil {
		return ask{}, err
	}
	return s.put(How{}, q), nil
}

// put asks questions, one after the other.
func (s *Server) put(how How, questions ...results.Question) ask {
	var lines, keys []string
	for _, q := range questions {
		lines, keys = append(lines, s.Line(how.Names, q)), append(keys, results.Canonical(q))
	}
	keys = append(keys, how.Names...)
	return ask{key: strings.Join(keys, "\n"), line: strings.Join(lines, "; "), questions: questions, how: how}
}

// get computes the answer.
func (s *Server) get(ctx context.Context, a ask, tell func(results.Progress)) (Answer, error) {
	if a.about != nil {
		return a.about(ctx, tell)
	}
	if len(a.questions) == 1 && s.OnFile != nil {
		if r, ok := s.OnFile(a.questions[0]); ok {
			return Answer{Records: []results.Record{r}}, nil
		}
	}
	return s.Ask(ctx, tell, a.how, a.questions...)
}

// one is a panel's question, whose fields depend on the page's.
func one(schema string, of func(q values) fields) func(values) ([]ask, error) {
	return func(q values) ([]ask, error) { return each(q, schema, of(q)) }
}

// beside asks what other panels of the page do not depend on, and which not every letter has an answer to: not all
// can be dealt. What is wrong with the letters themselves, those panels say.
func beside(asks func(values) ([]ask, error)) func(values) ([]ask, error) {
	return func(q values) ([]ask, error) {
		all, err := asks(q)
		if err != nil {
			return nil, without{err}
		}
		return all, nil
	}
}

// each asks a question for each of some fields.
func each(q values, schema string, all ...fields) (asks []ask, err error) {
	for _, f := range all {
		a, err := q.asks.question(schema, f, How{})
		if err != nil {
			return nil, err
		}
		asks = append(asks, a)
	}
	return asks, nil
}

// asking asks for a page.
func (s *Server) asking(ctx context.Context, asks ...ask) ([]Answer, error) {
	return s.askingFor(ctx, s.pages, asks)
}

// atOnce answers those of some questions that are answered while the page is made, until one is exact: narrower ones
// would say no more.
func (s *Server) atOnce(ctx context.Context, asks []ask) (all []Answer, err error) {
	for _, a := range asks {
		if !a.quick {
			break
		}
		answers, err := s.asking(ctx, a)
		if err != nil {
			return nil, err
		}
		if all = append(all, answers...); exact(answers[0].Records[0]) {
			break
		}
	}
	return all, nil
}

// download asks for a file: its turns are others than those of pages, and any answer that is remembered will do.
func (s *Server) download(ctx context.Context, asks ...ask) ([]Answer, error) {
	return s.askingFor(ctx, s.files, asks)
}

// askingFor asks in turn, within the time limit of a page.
func (s *Server) askingFor(ctx context.Context, of turns, asks []ask) (all []Answer, err error) {
	ctx, stop := context.WithTimeoutCause(ctx, s.timeout, wrong("wrong.patience"))
	defer stop()
	for _, a := range asks {
		age := forever
		if a.about != nil && of == s.pages {
			age = 0
		}
		answer, err := s.once(ctx, a.key, age, func() (Answer, error) {
			done, err := of.take(ctx)
			if err != nil {
				return Answer{}, err
			}
			defer done()
			return s.get(ctx, a, func(results.Progress) {})
		})
		if err != nil {
			if cause := context.Cause(ctx); cause != nil {
				err = cause
			}
			return nil, err
		}
		all = append(all, answer)
	}
	return all, nil
}

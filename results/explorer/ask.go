package explorer

import (
	"context"
	"encoding/json"
	"strings"

	"dovetail/results"
)

// What a page asks: a question, which its form fills as JSON, or something about the catalogue.

// ask is one with the command line that asks the same.
type ask struct {
	key, line string // the key is the same for equal ones
	questions []results.Question
	how       How

	// about asks the catalogue, instead. What it says is not remembered.
	about func(ctx context.Context, tell func(results.Progress)) (Answer, error)
}

// fields are those of a question by their names in JSON.
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
	text, err := json.Marshal(f)
	if err != nil {
		return ask{}, err
	}
	q, err := s.Questions.Question(schema, text)
	if err != nil {
		return ask{}, err
	}
	return s.put(how, q), nil
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
	return s.Ask(ctx, tell, a.how, a.questions...)
}

// one is a panel's question, whose fields depend on the page's.
func one(schema string, of func(q values) fields) func(values) ([]ask, error) {
	return func(q values) ([]ask, error) { return each(q, schema, of(q)) }
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

type filesKey struct{}

// forFile is a context in which turns are those of downloads, and any answer that is remembered will do.
func forFile(ctx context.Context) context.Context { return context.WithValue(ctx, filesKey{}, true) }

// turn waits for a turn of a page, or of a download.
func (s *Server) turn(ctx context.Context) (func(), error) {
	if ctx.Value(filesKey{}) != nil {
		return s.files.take(ctx)
	}
	return s.pages.take(ctx)
}

// asking asks within the time limit of a page.
func (s *Server) asking(ctx context.Context, asks ...ask) (all []Answer, err error) {
	ctx, stop := context.WithTimeoutCause(ctx, s.timeout, wrong("wrong.patience"))
	defer stop()
	for _, a := range asks {
		age := forever
		if a.about != nil && ctx.Value(filesKey{}) == nil {
			age = 0
		}
		answer, err := s.once(ctx, a.key, age, func() (Answer, error) {
			done, err := s.turn(ctx)
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

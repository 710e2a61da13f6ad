package view

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"dovetail/results"
)

// Command is what a panel computes: questions, one after the other, whose parameters the form fills
// as flags would, with the equivalent command line.
type Command struct {
	Key, Line string // the key is the same for equal ones
	Questions []results.Question
	How       How
	Quick     bool // whether it is answered while the page is made, in a panel whose other commands are left to a job

	// Compute answers instead of the questions, where these come from a posted text or a record.
	Compute func(ctx context.Context, report func(results.Progress)) (Answer, error)
}

// Given are parameters of a question by the names of their flags and arguments. All others have
// their defaults.
type Given = map[string]any

// With are parameters with some more.
func With(f, more Given) Given {
	for name, value := range more {
		f[name] = value
	}
	return f
}

// Command is the command of the question for a form of records.
func (s *Answers) Command(schema string, f Given, how How) (Command, error) {
	q, err := s.Fill(schema, f)
	if err != nil {
		return Command{}, err
	}
	return s.CommandOf(how, q), nil
}

// Recorded is that of a question as it stands in a record.
func (s *Answers) Recorded(schema string, f Given) (Command, error) {
	text, err := json.Marshal(f)
	if err != nil {
		return Command{}, err
	}
	q, err := s.Questions.Question(schema, text)
	if err != nil {
		return Command{}, err
	}
	return s.CommandOf(How{}, q), nil
}

// CommandOf is that of some questions.
func (s *Answers) CommandOf(how How, questions ...results.Question) Command {
	var lines, keys []string
	for _, q := range questions {
		lines, keys = append(lines, s.Line(how.Names, q)), append(keys, results.Canonical(q))
	}
	keys = append(keys, how.Names...)
	return Command{Key: strings.Join(keys, "\n"), Line: strings.Join(lines, "; "), Questions: questions, How: how}
}

// One is a panel's only command, whose parameters depend on the fields of the page.
func One(schema string, of func(q Values) Given) func(Values) ([]Command, error) {
	return func(q Values) ([]Command, error) { return Each(q, schema, of(q)) }
}

// Beside are commands that not every letter has an answer to, as not all can be dealt, and on which
// no other panel depends. Other panels report errors in the letters themselves.
func Beside(commands func(Values) ([]Command, error)) func(Values) ([]Command, error) {
	return func(q Values) ([]Command, error) {
		all, err := commands(q)
		if err != nil {
			return nil, Without{Reason: err}
		}
		return all, nil
	}
}

// Each are commands that differ in their parameters.
func Each(q Values, schema string, all ...Given) (commands []Command, err error) {
	for _, f := range all {
		a, err := q.Answers.Command(schema, f, How{})
		if err != nil {
			return nil, err
		}
		commands = append(commands, a)
	}
	return commands, nil
}

// UpTo are the numbers of shuffles from the first on.
func UpTo(last int64) string { return fmt.Sprintf("1..%d", last) }

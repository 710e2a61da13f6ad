package questions

import (
	"slices"
	"strings"

	"dovetail/perm/cards"
	"dovetail/results"
	"dovetail/results/param"
	"dovetail/search/run"
)

// Form is a question whose parameters are being filled.
type Form struct {
	param.List
	Command  string           // its words
	At       results.Declared // its address
	Question func() results.Question
}

// kind is a kind of question, with the words of the command that asks it.
type kind struct {
	command string
	form    func() Form
	params  func(q results.Question) param.List
}

// kinds are those that declare their parameters, by the schema of the answer.
var kinds = map[string]kind{}

// register registers the questions of a type, which a command answers: it is named by its words.
func register[Q run.Answerer, P interface {
	*Q
	results.Declared
}](r results.Registry, command string) {
	var q Q
	results.Register[Q](r)
	order = append(order, q.Schema())
	kinds[q.Schema()] = kind{
		command: command,
		form: func() Form {
			q := new(Q)
			f := Form{P(q).Params(), command, P(q), func() results.Question { return *q }}
			f.Default()
			return f
		},
		params: func(asked results.Question) param.List {
			q := asked.(Q)
			return P(&q).Params()
		},
	}
}

// order are the schemas of kinds as they are registered.
var order []string

// Commands are those that ask questions, by their words.
func Commands() (all []string) {
	for _, schema := range order {
		all = append(all, kinds[schema].command)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Forms are new questions, with their defaults: all that a command can ask.
func Forms(command string) (all []Form) {
	for _, schema := range order {
		if k := kinds[schema]; k.command == command {
			all = append(all, k.form())
		}
	}
	return all
}

// line is the command line of a question, whose cards have these names, of the parameters of these names or of all.
func (k kind) line(q results.Question, names []string, only ...string) []string {
	l := k.params(q)
	if only != nil {
		l = l.Only(only...)
	}
	return append(strings.Fields(k.command), l.Line(cards.Style(names).Name)...)
}

// Fill is the question that leads to a form of answers, with parameters by the names of their flags and arguments;
// all others have their defaults.
func Fill(schema string, given map[string]any) (results.Question, error) {
	f := kinds[schema].form()
	if err := f.Fill(given); err != nil {
		return nil, err
	}
	q := f.Question()
	return q, q.Check()
}

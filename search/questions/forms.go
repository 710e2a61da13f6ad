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
	Command  string           // the words of its command
	At       results.Declared // its parameters
	Question func() results.Question
}

// kind is a kind of question, with the words of its command.
type kind struct {
	command string
	form    func() Form
	params  func(q results.Question) param.List
}

// kinds are those that declare their parameters, by the schema of the answer.
var kinds = map[string]kind{}

// register registers the questions of a type, which a command answers. The words of the command
// name it.
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

// Commands are the commands that ask questions, by their words.
func Commands() (all []string) {
	for _, schema := range order {
		all = append(all, kinds[schema].command)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Forms are new questions with their defaults, one for each command.
func Forms(command string) (all []Form) {
	for _, schema := range order {
		if k := kinds[schema]; k.command == command {
			all = append(all, k.form())
		}
	}
	return all
}

// line is the command line of a question, with the parameters of the given names or all. names are
// those of its cards.
func (k kind) line(q results.Question, names []string, only ...string) []string {
	l := k.params(q)
	if only != nil {
		l = l.Only(only...)
	}
	return append(strings.Fields(k.command), l.Line(cards.Style(names).Name)...)
}

// Fill is the question that leads to the given form of answers. parameters has values by the names
// of flags and arguments, and all others have their defaults.
func Fill(schema string, given map[string]any) (results.Question, error) {
	f := kinds[schema].form()
	if err := f.Fill(given); err != nil {
		return nil, err
	}
	q := f.Question()
	return q, q.Check()
}

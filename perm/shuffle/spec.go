package shuffle

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"dovetail/results"
)

// Models are written name(key=value,...), for example
// hindu(mean=10,sd=5/3,round=nearest,min=1). Numbers are exact rationals: 10,
// 1.5 or 5/3; a value can be a model with its own parentheses. Parameters left
// out have the model's defaults.

// maker is a registered model.
type maker struct {
	summary string
	make    func(*params) Model
}

var makers = map[string]maker{}

// register is called by each model's file; the summary says in a line what the
// shuffle does.
func register(name, summary string, make func(*params) Model) {
	makers[name] = maker{summary, make}
}

func names() []string { return slices.Sorted(maps.Keys(makers)) }

// Parse reads a model's specification.
func Parse(spec string) (Model, error) {
	name, rest, hasParams := strings.Cut(strings.TrimSpace(spec), "(")
	name = strings.TrimSpace(name)
	maker, ok := makers[name]
	if !ok {
		return nil, fmt.Errorf("unknown shuffle model %q; known are %s", name, strings.Join(names(), ", "))
	}
	p := &params{values: map[string]string{}}
	if hasParams {
		inner, closed := strings.CutSuffix(rest, ")")
		if !closed {
			return nil, fmt.Errorf("%q lacks its closing parenthesis", spec)
		}
		if err := p.read(inner); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	m := maker.make(p)
	if err := p.finish(maker); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// read takes a list of parameters apart.
func (p *params) read(list string) error {
	if list == "" {
		return nil
	}
	for _, item := range splitItems(list) {
		key, value, ok := strings.Cut(item, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		if !ok || key == "" || value == "" {
			return fmt.Errorf("%q is not of the form key=value", item)
		}
		if _, twice := p.values[key]; twice {
			return fmt.Errorf("parameter %s is given twice", key)
		}
		p.values[key] = value
	}
	return nil
}

// splitItems splits a list at the commas that are not inside parentheses.
func splitItems(list string) []string {
	var items []string
	depth, start := 0, 0
	for i, r := range list {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth == 0:
			items = append(items, list[start:i])
			start = i + 1
		}
	}
	return append(items, list[start:])
}

// finish refuses what the model has not asked for.
func (p *params) finish(m maker) error {
	for _, key := range slices.Sorted(maps.Keys(p.values)) {
		all := m.describe()
		var names, under []string
		for _, k := range all {
			if k.Name == key {
				under = append(under, k.When)
			}
			name := k.Name
			if k.When != "" && !slices.ContainsFunc(p.known, func(q parameter) bool { return q.Name == name }) {
				name += " (with " + k.When + ")"
			}
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		switch {
		case len(all) == 0:
			p.fail("unknown parameter %s; the model has none", key)
		case len(under) > 0:
			p.fail("parameter %s is used only with %s", key, strings.Join(under, " or "))
		default:
			p.fail("unknown parameter %s; known are %s", key, strings.Join(names, ", "))
		}
	}
	return p.err
}

// Listing asks for the models, and the letters that stand for them under a preset, for decks of N cards.
type Listing struct {
	N      int    `json:"n"`
	Preset string `json:"preset"`
}

// Schema implements [results.Question].
func (Listing) Schema() string { return results.ModelsSchema }

// Check implements [results.Question].
func (q Listing) Check() error {
	if q.N < 1 || q.N > MaxListed {
		return fmt.Errorf("n=%d is out of range 1..%d", q.N, MaxListed)
	}
	_, err := lettersOf(q.N, q.Preset)
	return err
}

// MaxListed is the largest deck that models are listed for.
const MaxListed = 10_000_000

// Seconds implements [results.Question].
func (Listing) Seconds() float64 { return 1e-3 }

// Answer implements [results.Question].
func (q Listing) Answer(context.Context, results.Env) (results.Record, error) {
	letters, err := lettersOf(q.N, q.Preset)
	if err != nil {
		return nil, results.Refuse(err)
	}
	record := results.Models{Head: results.Answering(q, results.Exact), N: q.N, Preset: q.Preset,
		Models: Describe()}
	for _, l := range letters {
		record.Letters = append(record.Letters, results.ModelLetter{Letter: string(l.Name), Model: l.Model.String()})
	}
	return record, nil
}

// Describe lists the models by name.
func Describe() []results.Model {
	var all []results.Model
	for _, name := range names() {
		m := results.Model{Name: name, Summary: makers[name].summary, Parameters: []results.ModelParameter{}}
		for _, p := range makers[name].describe() {
			m.Parameters = append(m.Parameters, p.ModelParameter)
		}
		all = append(all, m)
	}
	return all
}

// Variations are specifications of the model of the given name: as it is by default, and
// with every example of each parameter in turn. Beside a default one may be refused.
func Variations(name string) []string {
	all := []string{name}
	for _, p := range makers[name].describe() {
		when := ""
		if p.When != "" {
			when = p.When + ","
		}
		for _, value := range p.examples {
			all = append(all, fmt.Sprintf("%s(%s%s=%s)", name, when, p.Name, value))
		}
	}
	return all
}

// parameter is a parameter with examples.
type parameter struct {
	results.ModelParameter
	examples []string
}

// describe lists the parameters that the model itself asks for, with nothing given and
// with each choice of a parameter that is one; where such a choice decides whether a
// parameter counts, or its default, When says so.
func (m maker) describe() []parameter {
	plain := m.parameters(nil)
	all := slices.Clone(plain)
	for _, p := range plain {
		for _, choice := range p.Choices {
			chosen := m.parameters(map[string]string{p.Name: choice})
			for i, q := range plain {
				if !slices.ContainsFunc(chosen, q.equal) {
					all[i].When = p.Name + "=" + p.Default
				}
			}
			for _, q := range chosen {
				if !slices.ContainsFunc(plain, q.equal) {
					q.When = p.Name + "=" + choice
					all = append(all, q)
				}
			}
		}
	}
	return all
}

func (p parameter) equal(q parameter) bool { return p.Name == q.Name && p.Default == q.Default }

// parameters are those that the model asks for when it is given the values.
func (m maker) parameters(values map[string]string) []parameter {
	p := &params{values: values}
	m.make(p)
	return p.known
}

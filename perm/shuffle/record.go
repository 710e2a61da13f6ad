package shuffle

import (
	"context"
	"fmt"
	"slices"

	"dovetail/results"
)

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
	record := results.Models{Schema: q.Schema(), Kind: results.Exact, Asked: results.Ask(q), N: q.N, Preset: q.Preset, Models: Describe()}
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

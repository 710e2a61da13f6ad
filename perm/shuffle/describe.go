package shuffle

import (
	"maps"
	"slices"
)

// Description is a model as users can ask for it.
type Description struct {
	Name       string
	Summary    string // what the shuffle does, in a line
	Parameters []Parameter
}

// Describe lists the models by name. Their parameters are those that the models
// themselves ask for, with nothing given and with each choice of a parameter that
// has choices; where such a choice decides whether a parameter counts, or its
// default, When says so.
func Describe() []Description {
	var all []Description
	for _, name := range slices.Sorted(maps.Keys(makers)) {
		all = append(all, Description{name, makers[name].summary, makers[name].describe()})
	}
	return all
}

func (m maker) describe() []Parameter {
	plain := m.parameters(nil)
	all := slices.Clone(plain)
	for _, p := range plain {
		for _, choice := range p.choices {
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

func (p Parameter) equal(q Parameter) bool { return p.Name == q.Name && p.Default == q.Default }

// parameters are those that the model asks for when it is given the values.
func (m maker) parameters(values map[string]string) []Parameter {
	p := &params{values: values}
	m.make(p)
	return p.known
}

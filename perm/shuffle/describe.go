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
// themselves ask for: first with nothing given, then with each choice of a
// parameter that has choices, for those that only count, or have another default,
// under that choice.
func Describe() []Description {
	var all []Description
	for _, name := range slices.Sorted(maps.Keys(makers)) {
		m := makers[name]
		d := Description{Name: name, Summary: m.summary, Parameters: m.parameters(nil)}
		for _, p := range slices.Clone(d.Parameters) {
			for _, choice := range p.choices {
				for _, q := range m.parameters(map[string]string{p.Name: choice}) {
					if !slices.ContainsFunc(d.Parameters, q.equal) {
						q.When = p.Name + "=" + choice
						d.Parameters = append(d.Parameters, q)
					}
				}
			}
		}
		all = append(all, d)
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

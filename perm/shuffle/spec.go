package shuffle

import (
	"fmt"
	"maps"
	"slices"
	"strings"
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

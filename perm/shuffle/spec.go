package shuffle

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"dovetail/perm/number"
)

// Kind is a kind of shuffle, which parameters make a model.
type Kind struct {
	name, summary string
	make          func(*Params) Model
}

// NewKind is the kind of that name, whose models make returns. The summary describes it in a line.
func NewKind(name, summary string, make func(*Params) Model) Kind { return Kind{name, summary, make} }

// Table is the kinds of shuffles that can be written, as name(key=value,...), for example
// hindu(mean=10,sd=5/3,round=nearest,min=1). Numbers are exact rationals: 10, 1.5 or 5/3. A value
// can be a model with its own parentheses. Parameters left out have the model's defaults.
type Table []Kind

// find is the kind of that name.
func (t Table) find(name string) (k Kind, ok bool) {
	i := slices.IndexFunc(t, func(k Kind) bool { return k.name == name })
	if i < 0 {
		return Kind{}, false
	}
	return t[i], true
}

// Named reports whether there is a kind of that name.
func (t Table) Named(name string) (string, bool) {
	_, ok := t.find(name)
	return name, ok
}

// names are all, in order.
func (t Table) names() (names []string) {
	for _, m := range t {
		names = append(names, m.name)
	}
	slices.Sort(names)
	return names
}

// Parse reads a model's specification.
func (t Table) Parse(spec string) (Model, error) {
	name, rest, hasParams := strings.Cut(strings.TrimSpace(spec), "(")
	name = strings.TrimSpace(name)
	kind, ok := t.find(name)
	if !ok {
		return nil, fmt.Errorf("unknown shuffle model %q; known are %s", name, strings.Join(t.names(), ", "))
	}
	p := &Params{table: t, values: map[string]string{}}
	if hasParams {
		inner, closed := strings.CutSuffix(rest, ")")
		if !closed {
			return nil, fmt.Errorf("%q lacks its closing parenthesis", spec)
		}
		if err := p.read(inner); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	m := kind.make(p)
	if err := p.finish(kind); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// read splits a list of parameters.
func (p *Params) read(list string) error {
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

// finish refuses parameters that the model has not read.
func (p *Params) finish(m Kind) error {
	for _, key := range slices.Sorted(maps.Keys(p.values)) {
		all := p.table.parameters(m)
		var names, under []string
		for _, k := range all {
			if k.Name == key {
				under = append(under, k.When)
			}
			name := k.Name
			if k.When != "" && !slices.ContainsFunc(p.known, func(q Parameter) bool { return q.Name == name }) {
				name += " (with " + k.When + ")"
			}
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		switch {
		case len(all) == 0:
			p.Fail("unknown parameter %s; the model has none", key)
		case len(under) > 0:
			p.Fail("parameter %s is used only with %s", key, strings.Join(under, " or "))
		default:
			p.Fail("unknown parameter %s; known are %s", key, strings.Join(names, ", "))
		}
	}
	return p.err
}

// Description is a model as people may choose it.
type Description struct {
	Name       string
	Summary    string
	Parameters []Parameter
}

// Describe lists the kinds by name.
func (t Table) Describe() (all []Description) {
	for _, name := range t.names() {
		m, _ := t.find(name)
		all = append(all, Description{m.name, m.summary, t.parameters(m)})
	}
	return all
}

// Variations are specifications of the model with the given name: with all defaults, and with every
// example of each parameter in turn. With defaults for the others, some may be refused.
func (t Table) Variations(name string) []string {
	all := []string{name}
	m, _ := t.find(name)
	for _, p := range t.parameters(m) {
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

// Parameter is a parameter of a model. One without a default follows from others.
type Parameter struct {
	Name    string
	Default string
	Values  string   // allowed values in words
	When    string   // the choice under which it is used, or has this default
	Choices []string // all values of a choice
	Range   *Range   // the allowed numbers

	examples []string
}

// Range is a range of numbers. Either end may be missing.
type Range struct {
	Whole bool     // only integers
	Least *float64 // nil for no end
	Most  *float64
	Open  bool // the ends are excluded
}

// parameters are those that the kind reads with nothing given, and with each choice of a parameter
// that is one. Where such a choice decides whether a parameter is used, or its default, When says
// so.
func (t Table) parameters(m Kind) []Parameter {
	given := func(values map[string]string) []Parameter {
		p := &Params{table: t, values: values}
		m.make(p)
		return p.known
	}
	plain := given(nil)
	all := slices.Clone(plain)
	for _, p := range plain {
		for _, choice := range p.Choices {
			chosen := given(map[string]string{p.Name: choice})
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

// Params gives a model its parameters. Each method defines the allowed values, gives examples, and
// reads a parameter. The first error is kept.
type Params struct {
	table  Table             // of the models that are parameters
	values map[string]string // not read yet
	known  []Parameter
	err    error
}

// Fail records an error in the parameters. The first one is kept.
func (p *Params) Fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
}

// Text is the value of a key as it is written.
func (p *Params) Text(key, byDefault, values string, examples ...string) string {
	p.known = append(p.known,
		Parameter{Name: key, Default: byDefault, Values: values, examples: examples})
	value, ok := p.values[key]
	if !ok {
		return byDefault
	}
	delete(p.values, key)
	return value
}

// Numbers are at most MaxWhole, a million of cards or packets, and at most
// longestNumber characters long, also as a fraction.
const (
	MaxWhole      = 1 << 20
	longestNumber = 64
)

var errLarge = errors.New("is too large")

func readRat(value string) (*big.Rat, error) {
	if len(value) > longestNumber {
		return nil, fmt.Errorf("is too long; at most %d characters", longestNumber)
	}
	r, err := number.ParseRat(value)
	switch {
	case err != nil:
		return nil, err
	case new(big.Rat).Abs(r).Cmp(big.NewRat(MaxWhole, 1)) > 0:
		return nil, errLarge
	case len(r.RatString()) > longestNumber:
		return nil, errors.New("has too many digits")
	}
	return r, nil
}

// last is the parameter that was read last.
func (p *Params) last() *Parameter { return &p.known[len(p.known)-1] }

// number reads a rational number of a range. values and must describe the range in words.
func (p *Params) number(key, byDefault, values, must string, in Range, examples ...string) *big.Rat {
	value := p.Text(key, byDefault, values, examples...)
	p.last().Range = &in
	r, err := readRat(value)
	switch {
	case errors.Is(err, errLarge):
		p.Fail("%s=%s %w; at most %d", key, value, err, MaxWhole)
	case err != nil:
		p.Fail("%s=%.*s %w", key, longestNumber, value, err)
	case !inside(in, r):
		p.Fail("%s=%s must be %s", key, r.RatString(), must)
	default:
		return r
	}
	return big.NewRat(1, 1)
}

// inside reports whether a number is of a range.
func inside(in Range, r *big.Rat) bool {
	beyond := func(end *float64, side int) bool {
		if end == nil {
			return false
		}
		order := r.Cmp(new(big.Rat).SetFloat64(*end)) * side
		return order > 0 || order == 0 && in.Open
	}
	return !beyond(in.Least, -1) && !beyond(in.Most, 1)
}

// Rat is any rational number.
func (p *Params) Rat(key, byDefault string) *big.Rat {
	return p.number(key, byDefault, "a number", "", Range{}, "-7/5", "0", "1/3", "4")
}

// PositiveRat is a rational number above 0.
func (p *Params) PositiveRat(key, byDefault string) *big.Rat {
	return p.number(key, byDefault, "a number above 0", "positive", Range{Least: new(0.), Open: true},
		"1/100", "5/2", "30")
}

// Chance is a probability.
func (p *Params) Chance(key, byDefault string) *big.Rat {
	return p.number(key, byDefault, "a number from 0 to 1", "from 0 to 1",
		Range{Least: new(0.), Most: new(1.)}, "0", "1/3", "1")
}

// Within is a chance that is neither 0 nor 1.
func (p *Params) Within(key, byDefault string) *big.Rat {
	return p.number(key, byDefault, "a number between 0 and 1", "between 0 and 1",
		Range{Least: new(0.), Most: new(1.), Open: true}, "1/100", "1/2", "2/3")
}

// Positive is a whole number from 1 to [MaxWhole].
func (p *Params) Positive(key, byDefault string) int {
	return p.Whole(key, 1, MaxWhole, byDefault, "a whole number of at least 1")
}

// Between is a whole number of a range.
func (p *Params) Between(key string, least, most int, byDefault string) int {
	return p.Whole(key, least, most, byDefault, fmt.Sprintf("a whole number from %d to %d", least, most),
		strconv.Itoa(most))
}

// Whole reads an integer. The default may be a word with another meaning, which gives -1.
func (p *Params) Whole(key string, least, most int, byDefault, values string, examples ...string) int {
	for k := range 4 {
		examples = append(examples, strconv.Itoa(least+k))
	}
	value := p.Text(key, byDefault, values, examples...)
	p.last().Range = &Range{Whole: true, Least: new(float64(least)), Most: new(float64(most))}
	r, err := readRat(value)
	switch {
	case errors.Is(err, number.ErrNoRational) && value == byDefault:
		return -1
	case errors.Is(err, number.ErrNoRational) || err == nil && (!r.IsInt() || r.Cmp(big.NewRat(int64(least), 1)) < 0):
		p.Fail("%s=%.*s must be %s", key, longestNumber, value, values)
		return least
	case errors.Is(err, errLarge) || err == nil && r.Cmp(big.NewRat(int64(most), 1)) > 0:
		p.Fail("%s=%s is too large; at most %d", key, value, most)
		return least
	case err != nil:
		p.Fail("%s=%.*s %w", key, longestNumber, value, err)
		return least
	}
	return int(r.Num().Int64())
}

// OneOf is one of some words.
func (p *Params) OneOf(key, byDefault string, choices ...string) string {
	value := p.Text(key, byDefault, strings.Join(choices, ", "), choices...)
	p.last().Choices = choices
	if !slices.Contains(choices, value) {
		p.Fail("%s=%s must be one of %s", key, value, strings.Join(choices, ", "))
		return byDefault
	}
	return value
}

// Model is another shuffle.
func (p *Params) Model(key, byDefault string) Model {
	m, err := p.table.Parse(p.Text(key, byDefault, "a model", p.table.names()...))
	if err != nil {
		p.Fail("%s: %w", key, err)
	}
	return m
}

package shuffle

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
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

// Parse reads a model's specification.
func Parse(spec string) (Model, error) {
	name, rest, hasParams := strings.Cut(strings.TrimSpace(spec), "(")
	name = strings.TrimSpace(name)
	maker, ok := makers[name]
	if !ok {
		return nil, fmt.Errorf("unknown shuffle model %q; known are %s",
			name, strings.Join(slices.Sorted(maps.Keys(makers)), ", "))
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

// params hands a model its parameters; the first error is kept.
type params struct {
	values map[string]string // what has not been asked for yet
	known  []Parameter
	err    error
}

// Parameter is a parameter of a model.
type Parameter struct {
	Name    string
	Default string
	Values  string // what it may be, in words
	When    string // the choice of another parameter under which it counts; "" for always

	choices []string // if these are all its values
}

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
			return fmt.Errorf("%s is given twice", key)
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
			if k.When != "" && !slices.ContainsFunc(p.known, func(q Parameter) bool { return q.Name == name }) {
				name += " (with " + k.When + ")"
			}
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		switch {
		case len(all) == 0:
			p.fail("unknown parameter %s; there are none", key)
		case len(under) > 0:
			p.fail("%s counts with %s only", key, strings.Join(under, " or "))
		default:
			p.fail("unknown parameter %s; known are %s", key, strings.Join(names, ", "))
		}
	}
	return p.err
}

func (p *params) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
}

// text is the value of a key as it is written.
func (p *params) text(key, otherwise, values string) string {
	p.known = append(p.known, Parameter{Name: key, Default: otherwise, Values: values})
	value, ok := p.values[key]
	if !ok {
		return otherwise
	}
	delete(p.values, key)
	return value
}

// Numbers are at most mostWhole, as no deck has as many cards, and at most
// longestNumber characters long, also as a fraction.
const (
	mostWhole     = 1 << 20
	longestNumber = 64
)

// number reads a rational number; values says which.
func (p *params) number(key, otherwise, values string) *big.Rat {
	value := p.text(key, otherwise, values)
	r, err := readRat(value)
	if err != nil {
		if errors.Is(err, errLarge) {
			err = fmt.Errorf("%w; at most %d", err, mostWhole)
		}
		p.fail("%s=%.*s %w", key, longestNumber, value, err)
		return big.NewRat(1, 1)
	}
	return r
}

var (
	errNoNumber = errors.New("is not a number such as 10, 1.5 or 5/3")
	errLarge    = errors.New("is too large")
)

func readRat(value string) (*big.Rat, error) {
	if len(value) > longestNumber {
		return nil, fmt.Errorf("is too long; at most %d characters", longestNumber)
	}
	_, exponent, _ := strings.Cut(strings.ToLower(value), "e")
	digits := strings.TrimLeft(exponent, "+-")
	if len(digits) > 4 && strings.Trim(digits, "0123456789") == "" {
		return nil, errors.New("is out of range")
	}
	r, ok := new(big.Rat).SetString(value)
	switch {
	case !ok || strings.ContainsAny(value, "pPxXoObB_"):
		return nil, errNoNumber
	case new(big.Rat).Abs(r).Cmp(big.NewRat(mostWhole, 1)) > 0:
		return nil, errLarge
	case len(r.RatString()) > longestNumber:
		return nil, errors.New("has too many digits")
	}
	return r, nil
}

func (p *params) rat(key, otherwise string) *big.Rat { return p.number(key, otherwise, "a number") }

func (p *params) positiveRat(key, otherwise string) *big.Rat {
	r := p.number(key, otherwise, "a number above 0")
	if r.Sign() <= 0 {
		p.fail("%s=%s must be positive", key, r.RatString())
		return big.NewRat(1, 1)
	}
	return r
}

func (p *params) chance(key, otherwise string) *big.Rat {
	r := p.number(key, otherwise, "a number from 0 to 1")
	if r.Sign() < 0 || r.Cmp(big.NewRat(1, 1)) > 0 {
		p.fail("%s=%s must be from 0 to 1", key, r.RatString())
		return big.NewRat(1, 1)
	}
	return r
}

func (p *params) atLeast(key string, least int, otherwise string) int {
	return p.whole(key, least, mostWhole, otherwise, fmt.Sprintf("a whole number of at least %d", least))
}

func (p *params) between(key string, least, most int, otherwise string) int {
	return p.whole(key, least, most, otherwise, fmt.Sprintf("a whole number from %d to %d", least, most))
}

// whole reads a whole number; the default may be a word of another meaning,
// which gives -1.
func (p *params) whole(key string, least, most int, otherwise, values string) int {
	value := p.text(key, otherwise, values)
	r, err := readRat(value)
	switch {
	case errors.Is(err, errNoNumber) && value == otherwise:
		return -1
	case errors.Is(err, errNoNumber) || err == nil && (!r.IsInt() || r.Cmp(big.NewRat(int64(least), 1)) < 0):
		p.fail("%s=%.*s must be %s", key, longestNumber, value, values)
		return least
	case errors.Is(err, errLarge) || err == nil && r.Cmp(big.NewRat(int64(most), 1)) > 0:
		p.fail("%s=%s is too large; at most %d", key, value, most)
		return least
	case err != nil:
		p.fail("%s=%.*s %w", key, longestNumber, value, err)
		return least
	}
	return int(r.Num().Int64())
}

func (p *params) oneOf(key, otherwise string, choices ...string) string {
	value := p.text(key, otherwise, strings.Join(choices, ", "))
	p.known[len(p.known)-1].choices = choices
	if !slices.Contains(choices, value) {
		p.fail("%s=%s must be one of %s", key, value, strings.Join(choices, ", "))
		return otherwise
	}
	return value
}

func (p *params) rounding(key, otherwise string) rounding {
	names := make([]string, len(roundings))
	for i, r := range roundings {
		names[i] = r.name
	}
	return roundings[slices.Index(names, p.oneOf(key, otherwise, names...))]
}

func (p *params) model(key, otherwise string) Model {
	m, err := Parse(p.text(key, otherwise, "a model"))
	if err != nil {
		p.fail("%s: %w", key, err)
	}
	return m
}

// order reads a pile order such as 1-3-2 together with the number of piles;
// each can be left out and follows from the other. Piles count from 0 in the
// result.
func (p *params) order(key, pilesKey, otherwise string) []int {
	list := p.text(key, "", "all piles from the top, as in 1-3-2; if left out, 1-3-5-...-2-4-...")
	if list == "" {
		return OddThenEven(p.atLeast(pilesKey, 1, otherwise))
	}
	var order []int
	seen := map[int]bool{}
	items := strings.Split(list, "-")
	for _, item := range items {
		k, err := strconv.Atoi(item)
		if err != nil || k < 1 || k > len(items) || seen[k] {
			p.fail("%s=%s must list each pile from 1 to %d once, as in 1-3-2", key, list, len(items))
			return []int{0}
		}
		seen[k] = true
		order = append(order, k-1)
	}
	if piles := p.atLeast(pilesKey, 1, strconv.Itoa(len(order))); piles != len(order) {
		p.fail("%s=%s lists %d piles, but %s=%d", key, list, len(order), pilesKey, piles)
	}
	return order
}

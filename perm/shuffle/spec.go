package shuffle

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Models are written name(key=value,...), for example
// hindu(mean=10,sd=5/3,round=nearest,min=1). Numbers are exact rationals: 10,
// 1.5 or 5/3. Parameters left out have the model's defaults.

var makers = map[string]func(*params) Model{}

// register is called by each model's file.
func register(name string, make func(*params) Model) { makers[name] = make }

// Parse reads a model's specification.
func Parse(spec string) (Model, error) {
	name, rest, hasParams := strings.Cut(strings.TrimSpace(spec), "(")
	name = strings.TrimSpace(name)
	make, ok := makers[name]
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
	m := make(p)
	if err := p.finish(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// params hands a model its parameters; the first error is kept.
type params struct {
	values map[string]string // what has not been asked for yet
	known  []string
	err    error
}

func (p *params) read(list string) error {
	if list == "" {
		return nil
	}
	for item := range strings.SplitSeq(list, ",") {
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

func (p *params) finish() error {
	for _, key := range slices.Sorted(maps.Keys(p.values)) {
		p.fail("unknown parameter %s; known are %s", key, strings.Join(p.known, ", "))
	}
	return p.err
}

func (p *params) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
}

func (p *params) text(key, otherwise string) string {
	p.known = append(p.known, key)
	value, ok := p.values[key]
	if !ok {
		return otherwise
	}
	delete(p.values, key)
	return value
}

func (p *params) rat(key, otherwise string) *big.Rat {
	value := p.text(key, otherwise)
	if len(value) <= 32 && !strings.ContainsAny(value, "eEpPxX_") {
		if r, ok := new(big.Rat).SetString(value); ok {
			return r
		}
	}
	p.fail("%s=%s is not a number such as 10, 1.5 or 5/3", key, value)
	return big.NewRat(1, 1)
}

func (p *params) positiveRat(key, otherwise string) *big.Rat {
	r := p.rat(key, otherwise)
	if r.Sign() <= 0 {
		p.fail("%s=%s must be positive", key, r.RatString())
		return big.NewRat(1, 1)
	}
	return r
}

func (p *params) atLeast(key string, least, otherwise int) int {
	value := p.text(key, strconv.Itoa(otherwise))
	k, err := strconv.Atoi(value)
	if err != nil || k < least {
		p.fail("%s=%s must be a whole number of at least %d", key, value, least)
		return least
	}
	return k
}

func (p *params) oneOf(key, otherwise string, choices ...string) string {
	value := p.text(key, otherwise)
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

// order reads a pile order such as 1-3-2 together with the number of piles;
// each can be left out and follows from the other. Piles count from 0 in the
// result.
func (p *params) order(key, pilesKey string, otherwise int) []int {
	list := p.text(key, "")
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
	if piles := p.atLeast(pilesKey, 1, len(order)); piles != len(order) {
		p.fail("%s=%s lists %d piles, but %s=%d", key, list, len(order), pilesKey, piles)
	}
	return order
}

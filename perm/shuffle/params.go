package shuffle

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"dovetail/results"
	"dovetail/results/number"
)

// params hands a model its parameters, each by a method that says what it may be,
// gives examples, and reads it; the first error is kept.
type params struct {
	values map[string]string // what has not been asked for yet
	known  []parameter
	err    error
}

func (p *params) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
}

// text is the value of a key as it is written.
func (p *params) text(key, otherwise, values string, examples ...string) string {
	p.known = append(p.known,
		parameter{results.ModelParameter{Name: key, Default: otherwise, Values: values}, examples})
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

var errLarge = errors.New("is too large")

func readRat(value string) (*big.Rat, error) {
	if len(value) > longestNumber {
		return nil, fmt.Errorf("is too long; at most %d characters", longestNumber)
	}
	r, err := number.ParseRat(value)
	switch {
	case err != nil:
		return nil, err
	case new(big.Rat).Abs(r).Cmp(big.NewRat(mostWhole, 1)) > 0:
		return nil, errLarge
	case len(r.RatString()) > longestNumber:
		return nil, errors.New("has too many digits")
	}
	return r, nil
}

// last is the parameter that was asked for last.
func (p *params) last() *parameter { return &p.known[len(p.known)-1] }

// number reads a rational number of a range; values and must say in words which are.
func (p *params) number(key, otherwise, values, must string, in results.ModelRange, examples ...string) *big.Rat {
	value := p.text(key, otherwise, values, examples...)
	p.last().Range = &in
	r, err := readRat(value)
	switch {
	case errors.Is(err, errLarge):
		p.fail("%s=%s %w; at most %d", key, value, err, mostWhole)
	case err != nil:
		p.fail("%s=%.*s %w", key, longestNumber, value, err)
	case !inside(in, r):
		p.fail("%s=%s must be %s", key, r.RatString(), must)
	default:
		return r
	}
	return big.NewRat(1, 1)
}

// inside reports whether a number is of a range.
func inside(in results.ModelRange, r *big.Rat) bool {
	beyond := func(end *float64, side int) bool {
		if end == nil {
			return false
		}
		order := r.Cmp(new(big.Rat).SetFloat64(*end)) * side
		return order > 0 || order == 0 && in.Open
	}
	return !beyond(in.Least, -1) && !beyond(in.Most, 1)
}

func (p *params) rat(key, otherwise string) *big.Rat {
	return p.number(key, otherwise, "a number", "", results.ModelRange{}, "-7/5", "0", "1/3", "4")
}

func (p *params) positiveRat(key, otherwise string) *big.Rat {
	return p.number(key, otherwise, "a number above 0", "positive", results.ModelRange{Least: new(0.), Open: true},
		"1/100", "5/2", "30")
}

func (p *params) chance(key, otherwise string) *big.Rat {
	return p.number(key, otherwise, "a number from 0 to 1", "from 0 to 1",
		results.ModelRange{Least: new(0.), Most: new(1.)}, "0", "1/3", "1")
}

// within is a chance that leaves both possible.
func (p *params) within(key, otherwise string) *big.Rat {
	return p.number(key, otherwise, "a number between 0 and 1", "between 0 and 1",
		results.ModelRange{Least: new(0.), Most: new(1.), Open: true}, "1/100", "1/2", "2/3")
}

func (p *params) atLeast(key string, least int, otherwise string) int {
	return p.whole(key, least, mostWhole, otherwise, fmt.Sprintf("a whole number of at least %d", least))
}

func (p *params) between(key string, least, most int, otherwise string) int {
	return p.whole(key, least, most, otherwise, fmt.Sprintf("a whole number from %d to %d", least, most),
		strconv.Itoa(most))
}

// whole reads a whole number; the default may be a word of another meaning,
// which gives -1.
func (p *params) whole(key string, least, most int, otherwise, values string, examples ...string) int {
	for k := range 4 {
		examples = append(examples, strconv.Itoa(least+k))
	}
	value := p.text(key, otherwise, values, examples...)
	p.last().Range = &results.ModelRange{Whole: true, Least: new(float64(least)), Most: new(float64(most))}
	r, err := readRat(value)
	switch {
	case errors.Is(err, number.ErrNoRational) && value == otherwise:
		return -1
	case errors.Is(err, number.ErrNoRational) || err == nil && (!r.IsInt() || r.Cmp(big.NewRat(int64(least), 1)) < 0):
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
	value := p.text(key, otherwise, strings.Join(choices, ", "), choices...)
	p.last().Choices = choices
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
	m, err := Parse(p.text(key, otherwise, "a model", names()...))
	if err != nil {
		p.fail("%s: %w", key, err)
	}
	return m
}

// cards is a number of cards in words.
func cards(n int) string { return number.Count(n, "card") }

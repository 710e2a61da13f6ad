// Package param declares the parameters of questions. Each is bound to a field, and is read from
// text and written as text. A question's list determines the flags of commands with their help,
// ranges and defaults, the command line that a record shows, and the fields of pages.
package param

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Param is a parameter of a question, bound to a field of it: a flag, or an argument of its command.
type Param struct {
	Name, Short string // of the flag; Short is its one letter, or ""
	Usage       string
	Default     string   // as text; "" for none
	Kind        string   // the name of its values in help
	Values      []string // all values, where they are few; the shell completes them

	Argument bool // without a name, after the command
	Optional bool // of an argument: may be left out
	Spread   bool // of an argument: may come in parts
	Switch   bool // of a flag: stands alone
	Repeated bool // of a flag: may be given again for one more value
	Required bool // the flag chooses the question: without it, it is another one

	// Several reads a text as several values, each for a question of its own; nil for one.
	Several func(text string) ([]string, error)

	Cards *[]int // of an argument that is a deck: its cards

	Set   func(text string) error             // reads a value into the field
	Texts func() []string                     // of the field, as a command line has it; none for the default
	Clear func()                              // leaves the field empty
	Check func(given func(string) bool) error // called once all are set; nil for nothing. given is by the flag's name
}

// List are the parameters of a question, arguments first.
type List []Param

// Default gives all fields their defaults.
func (l List) Default() {
	for _, p := range l {
		if p.Default == "" {
			continue
		}
		if err := p.Set(p.Default); err != nil {
			panic(err)
		}
	}
}

// Check calls the checks of all parameters once all are set.
func (l List) Check(given func(name string) bool) error {
	for _, p := range l {
		if p.Check == nil {
			continue
		}
		if err := p.Check(given); err != nil {
			return err
		}
	}
	return nil
}

// Fill sets all fields: to the values that are given by the names of flags and arguments, and
// otherwise to defaults. A list is of numbers, or of texts for a flag that is repeated.
func (l List) Fill(given map[string]any) error {
	l.Default()
	for name := range given {
		if _, ok := l.Of(name); !ok {
			return fmt.Errorf("there is no parameter %s", name)
		}
	}
	for _, p := range l {
		value, ok := given[p.Name]
		if !ok {
			continue
		}
		texts, repeated := value.([]string)
		if !repeated {
			texts = []string{strings.Trim(fmt.Sprint(value), "[]")}
		}
		if _, list := value.([]int); list {
			texts[0] = strings.ReplaceAll(texts[0], " ", ",")
		}
		for _, text := range texts {
			if err := p.Set(text); err != nil {
				return err
			}
		}
	}
	return l.Check(func(name string) bool { _, ok := given[name]; return ok })
}

// Line is the words of a command line that sets all fields. names are the names of the cards.
func (l List) Line(card func(int) string) (line []string) {
	for _, p := range l {
		switch {
		case p.Argument && p.Texts != nil && p.Texts() != nil:
			line = append(line, p.Texts()...)
		case p.Cards != nil:
			for _, c := range *p.Cards {
				line = append(line, card(c))
			}
		}
	}
	for _, p := range l {
		if p.Argument || p.Texts == nil {
			continue
		}
		for _, text := range p.Texts() {
			switch {
			case p.Switch:
				line = append(line, "--"+p.Name)
			case p.Short != "":
				line = append(line, "-"+p.Short, text)
			default:
				line = append(line, "--"+p.Name, text)
			}
		}
	}
	return line
}

// Only are those of some names.
func (l List) Only(names ...string) List {
	return slices.DeleteFunc(slices.Clone(l), func(p Param) bool { return !slices.Contains(names, p.Name) })
}

// Of is the parameter of a name.
func (l List) Of(name string) (p Param, ok bool) {
	i := slices.IndexFunc(l, func(p Param) bool { return p.Name == name && name != "" })
	if i < 0 {
		return p, false
	}
	return l[i], true
}

// New is a flag, with a default or "" for none. The name may have a letter after a comma, by which errors call it.
func New[T any](to *T, name, byDefault, usage string, k Kind[T]) Param {
	name, short, _ := strings.Cut(name, ",")
	what := name
	if short != "" {
		what = short
	}
	format := k.Format
	if format == nil {
		format = func(x T) string { return fmt.Sprint(x) }
	}
	var zero T
	usual := zero
	if byDefault != "" {
		var err error
		if usual, err = k.Parse(what, byDefault); err != nil {
			panic(err)
		}
	}
	_, unset := k.Parse(what, format(zero))
	return Param{
		Name: name, Short: short, Usage: usage, Default: byDefault, Kind: k.Name, Values: k.Values,
		Set: func(text string) error {
			x, err := k.Parse(what, text)
			if err == nil {
				*to = x
			}
			return err
		},
		Texts: func() []string {
			text := format(*to)
			if text == format(usual) || text == format(zero) && unset != nil {
				return nil
			}
			return []string{text}
		},
		Clear: func() { *to = zero },
	}
}

// Arg is a required argument, by its name in the usage of its command; errors call it what.
func Arg[T any](to *T, name, what string, k Kind[T]) Param {
	p := New(to, name, "", "", Kind[T]{k.Name, k.Values, func(_, text string) (T, error) { return k.Parse(what, text) }, k.Format})
	p.Argument = true
	text := p.Texts
	p.Texts = func() []string {
		if all := text(); all != nil {
			return all
		}
		format := k.Format
		if format == nil {
			return []string{fmt.Sprint(*to)}
		}
		return []string{format(*to)}
	}
	return p
}

// Input is the argument for a file that the question reads once all parameters are set. The command
// line of a record does not have it: the question has the content.
func Input(path *string) Param {
	p := Arg(path, "FILE", "file", File)
	p.Texts = func() []string { return nil }
	return p
}

// Int is a flag for a number from lo to hi.
func Int[T ~int | ~int64 | ~uint64](to *T, name, byDefault string, lo, hi int64, usage string) Param {
	return New(to, name, byDefault, usage, Number[T](lo, hi))
}

// Cards is the flag for the number of cards.
func Cards[T ~int | ~int64 | ~uint64](to *T, byDefault string, lo, hi int64) Param {
	return Int(to, "cards,n", byDefault, lo, hi, fmt.Sprintf("number of cards, %d to %d", lo, hi))
}

// Deck is the argument for a deck, which lists its cards from the top. Only numbers are read; a
// caller that reads names passes their numbers.
func Deck(to *[]int) Param {
	p := New(to, "CARD", "", "", Kind[[]int]{Name: "cards", Parse: func(_, text string) (deck []int, err error) {
		for word := range strings.FieldsSeq(strings.ReplaceAll(text, ",", " ")) {
			card, err := strconv.Atoi(word)
			if err != nil {
				return nil, fmt.Errorf("%q is not the number of a card", word)
			}
			deck = append(deck, card)
		}
		return deck, nil
	}})
	p.Argument, p.Optional, p.Cards, p.Texts = true, true, to, nil
	return p
}

// DeckOf are the argument for a deck and the flag for the number of its cards. Without a deck this
// is the size of a new one.
func DeckOf(deck *[]int, n *int, byDefault string, lo, hi int64) List {
	return List{
		Deck(deck),
		Cards(n, byDefault, lo, hi).Hide(func() bool { return *deck != nil && *n == len(*deck) }),
		After(func(given func(string) bool) error {
			if *deck != nil && !given("cards") {
				*n = len(*deck)
			}
			return nil
		}),
	}
}

// Seed is the flag for the random numbers.
func Seed[T ~uint64](to *T) Param {
	return New(to, "seed", "1", "seed of the random numbers", Whole[T]())
}

// Chance is a flag for a number between 0 and 1.
func Chance(to *float64, name, byDefault, usage string) Param {
	return New(to, name, byDefault, usage, Between)
}

// Enough is the flag for the distance from fair at which the first sentence of an answer calls shuffles enough.
func Enough(to *float64) Param {
	return Chance(to, "enough", "0.1", "distance from fair at which shuffles are called enough")
}

// Choice is a flag for one of several names.
func Choice[T ~string](to *T, name, byDefault, usage string, of ...T) Param {
	return New(to, name, byDefault, usage, OneOf(of...))
}

// Choices is a flag for one of several names, or a list of them, each for a question of its own.
func Choices[T ~string](to *T, name, byDefault, usage string, of ...T) Param {
	p := Choice(to, name, byDefault, usage, of...)
	p.Kind = Listed
	p.Several = func(text string) (all []string, err error) {
		for one := range strings.SplitSeq(text, ",") {
			switch one = strings.TrimSpace(one); {
			case !slices.Contains(of, T(one)):
				return nil, fmt.Errorf("%s=%q is not one of %s, or a list of these", name, text, Join(of))
			case slices.Contains(all, one):
				return nil, fmt.Errorf("%s=%q has %s twice", name, text, one)
			}
			all = append(all, one)
		}
		return all, nil
	}
	return p
}

// Switch is a flag without a value.
func Switch(to *bool, name, usage string) Param {
	p := New(to, name, "false", usage, YesOrNo)
	p.Switch = true
	return p
}

// Duration is a flag for a length of time.
func Duration[T ~int64](to *T, name, byDefault, usage string) Param {
	return New(to, name, byDefault, usage, Period[T](""))
}

// Limit is a flag for a limit. By default there is no limit if other parameters say how much is done.
func Limit[T ~int64](to *T, name, byDefault, usage string, said func() bool) Param {
	p := Duration(to, name, byDefault, usage)
	texts := p.Texts
	p.Texts = func() []string {
		if all := texts(); all != nil || *to == 0 || !said() {
			return all
		}
		return []string{time.Duration(*to).String()}
	}
	p.Check = func(given func(string) bool) error {
		if !given(name) && said() {
			*to = 0
		}
		return nil
	}
	return p
}

// Clock is the flag for a limit by the clock.
func Clock[T ~int64](to *T) Param {
	return Duration(to, "time", "",
		"limit of elapsed time; the answer is what is known by then, and depends on the machine")
}

// For makes the help of a flag say with what it is used.
func (p Param) For(with string) Param {
	p.Usage = "with " + with + ", " + p.Usage
	return p
}

// Work is the flag for a limit by work. There is none by default where others say how much is done.
func Work[T ~int64](to *T, byDefault, what, others string, said func() bool) Param {
	return Limit(to, "work", byDefault, "limit of processor time for "+what+", estimated from fixed costs, so that "+
		"the answer is the same on every machine; no limit if "+others+" is given without it", said)
}

// Range is a flag A..B for two fields, from lo to hi, or a list of ranges and numbers, such as 7,8,20..22. Neighbours are
// one range, and each range makes a question of its own.
func Range[T ~int | ~int64 | ~uint64](from, to *T, name, byDefault string, lo, hi int64, usage string) Param {
	k := Span[T](lo, hi)
	p := both(from, to, New(new([2]T), name, byDefault, usage, k), name, byDefault, lo, hi)
	p.Several = func(text string) (all []string, err error) {
		var last [2]T
		for i, one := range strings.Split(text, ",") {
			ends, err := k.Parse(name, strings.TrimSpace(one))
			if err != nil {
				return nil, err
			}
			if i > 0 && ends[0] == last[1]+1 {
				all, ends[0] = all[:len(all)-1], last[0]
			}
			last = ends
			all = append(all, k.Format(ends))
		}
		return all, nil
	}
	return p
}

// RangeArg is an argument A..B for two fields; errors call it what.
func RangeArg[T ~int | ~int64 | ~uint64](from, to *T, name, what string, lo, hi int64) Param {
	p := both(from, to, Arg(new([2]T), name, what, Span[T](lo, hi)), what, "", lo, hi)
	return p
}

// both binds a range to its two fields.
func both[T ~int | ~int64 | ~uint64](from, to *T, p Param, what, byDefault string, lo, hi int64) Param {
	k := Span[T](lo, hi)
	p.Set = func(text string) error {
		ends, err := k.Parse(what, text)
		if err == nil {
			*from, *to = ends[0], ends[1]
		}
		return err
	}
	p.Texts = func() []string {
		text := k.Format([2]T{*from, *to})
		if text == byDefault || *from == 0 && *to == 0 && lo > 0 {
			return nil
		}
		return []string{text}
	}
	p.Clear = func() { *from, *to = 0, 0 }
	return p
}

// Fixed is a flag that chooses a question among those of one command, by this value of it.
func Fixed(name, value string) Param {
	p := New(new(string), name, "", "", OneOf(value))
	p.Required = true
	p.Texts = func() []string { return []string{value} }
	return p
}

// Chosen is a switch that chooses a question among those of one command.
func Chosen(name, usage string) Param {
	p := Switch(new(bool), name, usage)
	p.Required, p.Texts = true, func() []string { return []string{"true"} }
	return p
}

// After calls a function once all parameters before it are set. given is by the flag's name.
func After(check func(given func(string) bool) error) Param { return Param{Check: check} }

// If leaves the field empty where the parameter has no meaning. If there is a reason, giving it
// then is an error.
func (p Param) If(means func() bool, why string) Param {
	texts, check := p.Texts, p.Check
	p.Texts = func() []string {
		if !means() {
			return nil
		}
		return texts()
	}
	p.Check = func(given func(string) bool) error {
		switch {
		case means() && check != nil:
			return check(given)
		case means():
			return nil
		case why != "" && given(p.Name):
			return fmt.Errorf("%s; leave out --%s", why, p.Name)
		}
		p.Clear()
		return nil
	}
	return p
}

// Hide leaves the parameter out of some command lines.
func (p Param) Hide(when func() bool) Param {
	texts := p.Texts
	p.Texts = func() []string {
		if when() {
			return nil
		}
		return texts()
	}
	return p
}

// Needed makes the flag the one by which its question is chosen.
func (p Param) Needed() Param {
	p.Required = true
	return p
}

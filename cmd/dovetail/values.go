package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"dovetail/perm/shuffle"
	"dovetail/results/number"
	"dovetail/search/words"
)

// Values read themselves: a flag or an argument has a parser, which says in one line
// what it wants.

// parser is how a text is read.
type parser[T any] struct {
	name  string // what help calls it
	read  func(text string) (T, error)
	names []string // all values, where they are few; the shell completes them
}

// value is a flag's or argument's; it implements [pflag.Value].
type value[T any] struct {
	parser[T]
	text string
	to   *T

	before []string // texts of a flag that may be repeated, before the last
}

// String is the text, of a repeated flag all of them.
func (v *value[T]) String() string { return strings.Join(v.Texts(), " ") }

// Texts are those of a repeated flag, or the one.
func (v *value[T]) Texts() []string { return append(slices.Clip(v.before), v.text) }

// Names are all values, or of which the parts of a list are, where they are few.
func (v *value[T]) Names() []string { return v.names }

// Type is what help calls the parser.
func (v *value[T]) Type() string { return v.name }

// Set reads a text.
func (v *value[T]) Set(text string) error {
	x, err := v.read(text)
	if err == nil {
		if v.name == models && v.text != "" {
			v.before = v.Texts()
		}
		*v.to, v.text = x, text
	}
	return err
}

// integer is a number from lo to hi.
func integer[T ~int | ~int64 | ~uint64](what string, lo, hi int64) parser[T] {
	return parser[T]{name: "number", read: func(text string) (T, error) {
		x, err := number.ParseInt(what, text, lo, hi)
		return T(x), err
	}}
}

// listed is what help calls the parser of several values with commas between.
const listed = "list"

// integers are several numbers from lo to hi, with commas between.
func integers(what string, lo, hi int64) parser[[]int] {
	return parser[[]int]{name: listed, read: func(text string) (all []int, err error) {
		for part := range strings.SplitSeq(text, ",") {
			x, err := number.ParseInt(what, strings.TrimSpace(part), lo, hi)
			if err != nil {
				return nil, err
			}
			all = append(all, int(x))
		}
		return all, nil
	}}
}

// seed is a number of 64 bits.
func seed[T ~uint64]() parser[T] {
	return parser[T]{name: "number", read: func(text string) (T, error) {
		x, err := number.ParseUint("seed", text)
		return T(x), err
	}}
}

// span is a range a..b of numbers from lo to hi, or one of them.
func span[T ~int | ~int64 | ~uint64](what string, lo, hi int64) parser[[2]T] {
	return parser[[2]T]{name: "range", read: func(text string) ([2]T, error) {
		a, b, err := number.ParseRange(what, text, lo, hi)
		return [2]T{T(a), T(b)}, err
	}}
}

// size is a number of bytes.
var size = parser[uint64]{name: "size", read: func(text string) (uint64, error) { return number.ParseSize("memory", text) }}

// period is a length of time; hint says more about those that are not positive.
func period(what, hint string) parser[time.Duration] {
	return parser[time.Duration]{name: "time", read: func(text string) (time.Duration, error) {
		d, err := time.ParseDuration(text)
		switch {
		case err != nil:
			return 0, fmt.Errorf("%s=%q is not a time such as 30s or 5m", what, text)
		case d <= 0:
			return 0, fmt.Errorf("%s=%v must be positive%s", what, d, hint)
		}
		return d, nil
	}}
}

// choice is one of several names.
func choice[T ~string](what string, of ...T) parser[T] {
	return parser[T]{name: "name", names: texts(of), read: func(text string) (T, error) {
		if !slices.Contains(of, T(text)) {
			return "", fmt.Errorf("%s=%q is not one of %s", what, text, list(of))
		}
		return T(text), nil
	}}
}

// list writes names with commas.
func list[T ~string](names []T) string { return strings.Join(texts(names), ", ") }

// texts are names as they are written.
func texts[T ~string](names []T) (all []string) {
	for _, name := range names {
		all = append(all, string(name))
	}
	return all
}

// choices are several names of several, each once, with commas between.
func choices[T ~string](what string, of ...T) parser[[]T] {
	return parser[[]T]{name: listed, names: texts(of), read: func(text string) (all []T, err error) {
		for name := range strings.SplitSeq(text, ",") {
			switch name := T(strings.TrimSpace(name)); {
			case !slices.Contains(of, name):
				return nil, fmt.Errorf("%s=%q is not one of %s, or a list of these", what, text, list(of))
			case slices.Contains(all, name):
				return nil, fmt.Errorf("%s=%q has %s twice", what, text, name)
			default:
				all = append(all, name)
			}
		}
		return all, nil
	}}
}

// file is the name of a file or folder.
func file(what string) parser[string] { return filled("file", what, "the name of a file or folder") }

// filled is a text that is not empty.
func filled(kind, what, want string) parser[string] {
	return parser[string]{name: kind, read: func(text string) (string, error) {
		if text == "" {
			return "", fmt.Errorf("%s is empty; want %s", what, want)
		}
		return text, nil
	}}
}

// text is what is read later, together with something else.
var text = parser[string]{name: "text", read: func(text string) (string, error) { return text, nil }}

// yesOrNo is a flag's that can stand alone.
var yesOrNo = parser[bool]{name: "bool", read: strconv.ParseBool, names: []string{"true", "false"}}

// spelled is a word of shuffles, which the letters spell once they are known.
var spelled = parser[string]{name: "letters", read: shuffle.Written}

// alphabet is a list of letters.
var alphabet = parser[[]byte]{name: "letters", read: shuffle.ParseNames}

// models is what help calls the parser of a flag that may be repeated.
const models = "model"

// model is a letter's definition, one more of them.
func model(known *[]shuffle.Letter) parser[[]shuffle.Letter] {
	return parser[[]shuffle.Letter]{name: models, read: func(text string) ([]shuffle.Letter, error) {
		l, err := shuffle.ParseLetter(text)
		return append(*known, l), err
	}}
}

// share is a part of something from 0 to 1, as a number or in per cent.
func share(what string) parser[float64] {
	return parser[float64]{name: "share", read: func(text string) (float64, error) {
		digits, percent := strings.CutSuffix(text, "%")
		x, err := strconv.ParseFloat(digits, 64)
		if percent {
			x /= 100
		}
		if err != nil || !(x >= 0 && x <= 1) {
			return 0, fmt.Errorf("%s=%q is not a share such as 1%% or 0.01", what, text)
		}
		return x, nil
	}}
}

// chance is a number between 0 and 1, neither of them.
func chance(what string) parser[float64] {
	return parser[float64]{name: "number", read: func(text string) (float64, error) {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || !(x > 0 && x < 1) {
			return 0, fmt.Errorf("%s=%q is not a number between 0 and 1", what, text)
		}
		return x, nil
	}}
}

// efforts are those of letters, in their one spelling.
var efforts = parser[string]{name: listed, read: func(value string) (string, error) {
	each, err := words.ParseEffort(value)
	if err != nil {
		return "", err
	}
	return words.SpellEffort(each), nil
}}

// positive is a number above 0.
func positive(what string) parser[float64] {
	return parser[float64]{name: "number", read: func(text string) (float64, error) {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || !(x > 0 && x <= 1e12) {
			return 0, fmt.Errorf("%s=%q is not a positive number", what, text)
		}
		return x, nil
	}}
}

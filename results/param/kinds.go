package param

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"dovetail/perm/number"
)

// Kind is a kind of value: how it is read, and written.
type Kind[T any] struct {
	Name   string                             // its name in help
	Values []string                           // all values, where they are few; the shell completes them
	Parse  func(what, text string) (T, error) // what names it in the error, which is one line
	Format func(T) string                     // as Parse reads it; nil for fmt.Sprint
}

// Listed is the name in help of several values with commas between.
const Listed = "list"

// Number is a number from lo to hi.
func Number[T ~int | ~int64 | ~uint64](lo, hi int64) Kind[T] {
	return Kind[T]{Name: "number", Parse: func(what, text string) (T, error) {
		x, err := number.ParseInt(what, text, lo, hi)
		return T(x), err
	}, Format: digits[T]}
}

// digits are the digits of a number that may have a text of its own.
func digits[T ~int | ~int64 | ~uint64](x T) string { return fmt.Sprintf("%d", x) }

// Whole is a number of 64 bits.
func Whole[T ~uint64]() Kind[T] {
	return Kind[T]{Name: "number", Parse: func(what, text string) (T, error) {
		x, err := number.ParseUint(what, text)
		return T(x), err
	}, Format: digits[T]}
}

// Numbers are several numbers from lo to hi, with commas between.
func Numbers(lo, hi int64) Kind[[]int] {
	return Kind[[]int]{Name: Listed, Parse: func(what, text string) (all []int, err error) {
		for part := range strings.SplitSeq(text, ",") {
			x, err := number.ParseInt(what, strings.TrimSpace(part), lo, hi)
			if err != nil {
				return nil, err
			}
			all = append(all, int(x))
		}
		return all, nil
	}, Format: func(all []int) string {
		return strings.ReplaceAll(strings.Trim(fmt.Sprint(all), "[]"), " ", ",")
	}}
}

// Span is a range a..b of numbers from lo to hi, or one of them.
func Span[T ~int | ~int64 | ~uint64](lo, hi int64) Kind[[2]T] {
	return Kind[[2]T]{Name: "range", Parse: func(what, text string) ([2]T, error) {
		a, b, err := number.ParseRange(what, text, lo, hi)
		return [2]T{T(a), T(b)}, err
	}, Format: func(ends [2]T) string {
		if ends[0] == ends[1] {
			return digits(ends[0])
		}
		return digits(ends[0]) + ".." + digits(ends[1])
	}}
}

// Size is a number of bytes.
var Size = Kind[uint64]{Name: "size", Parse: number.ParseSize}

// Period is a length of time; hint says more about those that are not positive.
func Period[T ~int64](hint string) Kind[T] {
	return Kind[T]{Name: "time", Parse: func(what, text string) (T, error) {
		d, err := time.ParseDuration(text)
		switch {
		case err != nil:
			return 0, fmt.Errorf("%s=%q is not a time such as 30s or 5m", what, text)
		case d <= 0:
			return 0, fmt.Errorf("%s=%v must be positive%s", what, d, hint)
		}
		return T(d), nil
	}, Format: func(d T) string { return time.Duration(d).String() }}
}

// OneOf is one of several names.
func OneOf[T ~string](of ...T) Kind[T] {
	return Kind[T]{Name: "name", Values: texts(of), Parse: func(what, text string) (T, error) {
		if !slices.Contains(of, T(text)) {
			return "", fmt.Errorf("%s=%q is not one of %s", what, text, Join(of))
		}
		return T(text), nil
	}}
}

// Join writes names with commas.
func Join[T ~string](names []T) string { return strings.Join(texts(names), ", ") }

// texts are names as they are written.
func texts[T ~string](names []T) (all []string) {
	for _, name := range names {
		all = append(all, string(name))
	}
	return all
}

// Filled is a text that is not empty.
func Filled(kind, want string) Kind[string] {
	return Kind[string]{Name: kind, Parse: func(what, text string) (string, error) {
		if text == "" {
			return "", fmt.Errorf("%s is empty; want %s", what, want)
		}
		return text, nil
	}}
}

// FileName is the name in help of the name of a file.
const FileName = "file"

// File is the name of a file or folder.
var File = Filled(FileName, "the name of a file or folder")

// Text is a value that is read later, together with another one.
var Text = Kind[string]{Name: "text", Parse: func(_, text string) (string, error) { return text, nil }}

// YesOrNo is the value of a flag that can stand alone.
var YesOrNo = Kind[bool]{Name: "bool", Values: []string{"true", "false"},
	Parse: func(_, text string) (bool, error) { return strconv.ParseBool(text) }}

// Share is a part of something from 0 to 1, as a number or in per cent.
var Share = Kind[float64]{Name: "share", Parse: func(what, text string) (float64, error) {
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

// Between is a number between 0 and 1, neither of them.
var Between = Kind[float64]{Name: "number", Parse: func(what, text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x > 0 && x < 1) {
		return 0, fmt.Errorf("%s=%q is not a number between 0 and 1", what, text)
	}
	return x, nil
}, Format: real}

// Positive is a number above 0.
var Positive = Kind[float64]{Name: "number", Parse: func(what, text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x > 0 && x <= 1e12) {
		return 0, fmt.Errorf("%s=%q is not a positive number", what, text)
	}
	return x, nil
}, Format: real}

// real is a number as records write it.
func real(x float64) string {
	text, err := json.Marshal(x)
	if err != nil {
		panic(err) // not finite
	}
	return string(text)
}

package forms

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"dovetail/results/render"
)

// Parse reads JSON literally: numbers keep their digits, and a key that occurs twice is refused.
// The text must be valid JSON.
func Parse(text []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	return parseValue(dec)
}

func parseValue(dec *json.Decoder) (any, error) {
	token, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		object := map[string]any{}
		for dec.More() {
			key, err := dec.Token()
			if err != nil {
				return nil, err
			}
			name := key.(string)
			if _, twice := object[name]; twice {
				return nil, fmt.Errorf("%s occurs twice", name)
			}
			if object[name], err = parseValue(dec); err != nil {
				return nil, err
			}
		}
		_, err := dec.Token()
		return object, err
	case json.Delim('['):
		list := []any{}
		for dec.More() {
			value, err := parseValue(dec)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		_, err := dec.Token()
		return list, err
	}
	return token, nil
}

// TreeOf is a record as it would be printed.
func TreeOf(record any) (any, error) {
	text, err := render.JSON(record)
	if err != nil {
		return nil, err
	}
	return Parse(text)
}

// Differ is the first place, in the order of names, where two trees differ, or "".
// want names the second tree.
func Differ(got, want any, name string) string {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return fmt.Sprintf("the record is %s, not an object", excerpt(got))
		}
		all := maps.Clone(g)
		maps.Copy(all, w)
		for _, key := range slices.Sorted(maps.Keys(all)) {
			gv, has := g[key]
			wv, should := w[key]
			switch {
			case !should:
				return fmt.Sprintf("%s is not a field of this record", key)
			case !has:
				return fmt.Sprintf("%s is missing", key)
			}
			if where := differInside(gv, wv, key, name); where != "" {
				return where
			}
		}
		return ""
	default:
		return differInside(got, want, "the record", name)
	}
}

// differInside compares the values of a field.
func differInside(got, want any, field, name string) string {
	switch w := want.(type) {
	case map[string]any:
		if _, ok := got.(map[string]any); ok {
			if where := Differ(got, want, name); where != "" {
				return field + ": " + where
			}
			return ""
		}
	case []any:
		if g, ok := got.([]any); ok {
			for i := range min(len(g), len(w)) {
				if where := differInside(g[i], w[i], fmt.Sprintf("entry %d of %s", i+1, field), name); where != "" {
					return where
				}
			}
			if len(g) != len(w) {
				return fmt.Sprintf("%s has %d entries, %s %d", field, len(g), name, len(w))
			}
			return ""
		}
	case json.Number:
		if g, ok := got.(json.Number); ok && decimal(string(g)) == decimal(string(w)) {
			return ""
		}
	default:
		if got == want {
			return ""
		}
	}
	return fmt.Sprintf("%s is %s, %s %s", field, excerpt(got), name, excerpt(want))
}

// decimal is the canonical form of a JSON number: 10, 1e1 and 10.0 are the same, but digits beyond
// those of a double count.
func decimal(s string) string {
	sign := ""
	if rest, negative := strings.CutPrefix(s, "-"); negative {
		sign, s = "-", rest
	}
	mantissa, power, _ := strings.Cut(strings.ToLower(s), "e")
	exponent := 0
	if power != "" {
		if len(power) > 9 {
			return sign + s // not a number that the program prints
		}
		exponent, _ = strconv.Atoi(power) // JSON has digits there, with a sign or without, and zeros before them
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	exponent -= len(fraction)
	digits := strings.TrimLeft(whole+fraction, "0")
	short := strings.TrimRight(digits, "0")
	if short == "" {
		return "0"
	}
	return fmt.Sprintf("%s%se%d", sign, short, exponent+len(digits)-len(short))
}

// excerpt is a value, shortened to fit a line.
func excerpt(v any) string {
	b, err := json.Marshal(v)
	switch {
	case err != nil:
		return err.Error()
	case len(b) > 60:
		return string(bytes.ToValidUTF8(b[:60], nil)) + "..."
	}
	return string(b)
}

// AsPrinted is the error for a record without the fields that it is printed with.
func AsPrinted(tree, r any) error {
	own, err := TreeOf(r)
	if err != nil {
		return err
	}
	if where := Differ(tree, own, "as printed"); where != "" {
		return errors.New(where)
	}
	return nil
}

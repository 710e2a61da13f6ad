package spelling

import (
	"fmt"
	"slices"
	"strings"

	"dovetail/perm/number"
	"dovetail/results/param"
)

// Kind is a kind of cards that count as equal, and their number.
type Kind struct {
	Name  string `json:"name,omitzero"` // "" only for a single kind
	Count int    `json:"count"`
}

// Kinds reads several, as in land=24,spell=36, of at most the given number of cards each, or one
// kind by its number alone.
func Kinds(most int64) param.Kind[[]Kind] {
	return param.Kind[[]Kind]{Name: param.Listed, Parse: func(what, text string) (kinds []Kind, err error) {
		if strings.Trim(text, "0123456789") == "" {
			x, err := number.ParseInt(what, text, 1, most)
			return []Kind{{Count: int(x)}}, err
		}
		return kinds, Named(what, text, "land=24", func(name, count string) error {
			x, err := number.ParseInt(what, count, 1, most)
			kinds = append(kinds, Kind{name, int(x)})
			return err
		})
	}, Format: func(kinds []Kind) string {
		return Joint(kinds, func(k Kind) (string, string) { return k.Name, fmt.Sprint(k.Count) })
	}}
}

// Named reads a list of name=value with different names; like is one of them.
func Named(what, text, like string, read func(name, value string) error) error {
	var names []string
	for part := range strings.SplitSeq(text, ",") {
		name, value, ok := strings.Cut(strings.TrimSpace(part), "=")
		switch {
		case !ok || name == "" || strings.ContainsAny(name, " ,;|()[]{}\"'"):
			return fmt.Errorf("%s: %q is not of the form %s", what, part, like)
		case slices.Contains(names, name):
			return fmt.Errorf("%s: %s is listed twice", what, name)
		}
		names = append(names, name)
		if err := read(name, value); err != nil {
			return err
		}
	}
	return nil
}

// Joint writes such a list. A kind without a name is its value alone.
func Joint[T any](all []T, of func(T) (name, value string)) string {
	var parts []string
	for _, x := range all {
		name, value := of(x)
		if name != "" {
			value = name + "=" + value
		}
		parts = append(parts, value)
	}
	return strings.Join(parts, ",")
}

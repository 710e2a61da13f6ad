package render

import (
	"bytes"
	"encoding/json"

	"dovetail/perm/number"
)

// Exact ends the names of fields that are numbers as texts, digits or fractions, or lists of these.
const Exact = "_exact"

// JSON is a record as a line of JSON. Before each field NAME_exact stands the field NAME with the nearest double, or with
// a list of them.
func JSON(record any) ([]byte, error) {
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(record); err != nil {
		return nil, err
	}
	return withDoubles(bytes.TrimSuffix(line.Bytes(), []byte("\n"))), nil
}

// withDoubles puts the doubles into a line of JSON. Quotes in its texts are escaped, so that a quote before a colon ends
// the name of a field.
func withDoubles(line []byte) (all []byte) {
	for {
		before, value, found := bytes.Cut(line, []byte(Exact+`":`))
		if !found {
			return append(all, line...)
		}
		at := bytes.LastIndexByte(before, '"')
		name := before[at:]
		all = append(all, before[:at]...)
		if near := doubles(value); near != nil {
			text, _ := json.Marshal(near) // a double is finite
			all = append(append(append(append(all, name...), `":`...), text...), ',')
		}
		all = append(append(all, name...), Exact+`":`...)
		line = value
	}
}

// doubles are those nearest to the number, or list of numbers, with which a text begins; nil if it begins with another
// value.
func doubles(text []byte) any {
	var exact any
	if json.NewDecoder(bytes.NewReader(text)).Decode(&exact) != nil {
		return nil
	}
	switch x := exact.(type) {
	case string:
		if near, ok := number.Nearest(x); ok {
			return near
		}
	case []any:
		all := []float64{}
		for _, one := range x {
			digits, _ := one.(string)
			near, ok := number.Nearest(digits)
			if !ok {
				return nil
			}
			all = append(all, near)
		}
		return all
	}
	return nil
}

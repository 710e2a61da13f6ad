package results

import (
	"encoding/json"
	"math"
	"strconv"
)

// Value is a quantity of a record: a number, or text where the quantity is a
// list or has no number. The zero Value is empty.
type Value struct {
	number float64
	text   string
	kind   valueKind
}

type valueKind byte

const (
	empty valueKind = iota
	numeric
	textual
)

// Num is a number.
func Num(x float64) Value { return Value{number: x, kind: numeric} }

// Whole is an integer.
func Whole(k int) Value { return Num(float64(k)) }

// Text is a quantity in words.
func Text(s string) Value { return Value{text: s, kind: textual} }

// String is a number to six significant digits (integers whole), or the text.
func (v Value) String() string {
	switch {
	case v.kind == textual:
		return v.text
	case v.kind == empty:
		return ""
	case v.number == math.Trunc(v.number) && math.Abs(v.number) < 1<<53:
		return strconv.FormatInt(int64(v.number), 10)
	}
	return strconv.FormatFloat(v.number, 'g', 6, 64)
}

// MarshalJSON writes a number, a string or null.
func (v Value) MarshalJSON() ([]byte, error) {
	switch v.kind {
	case numeric:
		return json.Marshal(v.number)
	case textual:
		return json.Marshal(v.text)
	}
	return []byte("null"), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (v *Value) UnmarshalJSON(b []byte) error {
	*v = Value{}
	switch {
	case string(b) == "null":
		return nil
	case len(b) > 0 && b[0] == '"':
		v.kind = textual
		return json.Unmarshal(b, &v.text)
	}
	v.kind = numeric
	return json.Unmarshal(b, &v.number)
}

// Number is the number, 0 if the value is none.
func (v Value) Number() float64 { return v.number }

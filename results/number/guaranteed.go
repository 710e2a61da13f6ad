package number

import (
	"math"
	"strconv"
)

// Guaranteed writes a number that is known to within an error: in the fewest digits
// that tell its double apart, but down to the place only of which the error is one unit
// at most. What is not told from 0 at that place is 0.
func Guaranteed(x, error float64) string {
	shortest := strconv.FormatFloat(x, 'g', -1, 64)
	if error == 0 || x == 0 {
		return shortest
	}
	last := math.Ceil(math.Log10(error))
	digits := int(math.Floor(math.Log10(math.Abs(x))) + 1 - last)
	switch {
	case digits >= 17:
		return shortest
	case digits < 1:
		return "0"
	}
	s := strconv.FormatFloat(x, 'g', digits, 64)
	if len(shortest) < len(s) {
		return shortest
	}
	return s
}

// Digits writes a number in the given number of significant digits, or in those that Guaranteed
// allows if they are fewer.
func Digits(x, error float64, digits int) string {
	s := strconv.FormatFloat(x, 'g', digits, 64)
	if t := Guaranteed(x, error); len(t) < len(s) {
		return t
	}
	return s
}

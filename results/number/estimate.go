package number

import (
	"math"
	"strconv"
)

// Estimate writes an estimate to two digits of its standard error, or one that is exact to
// ten.
func Estimate(x, se float64) string {
	places := 10
	if se > 0 {
		places = min(12, max(2, 1-int(math.Floor(math.Log10(se)))))
	}
	return strconv.FormatFloat(x, 'f', places, 64)
}

// StandardError is a standard error rounded up to two digits.
func StandardError(se float64) float64 {
	if se == 0 {
		return 0
	}
	unit := math.Pow10(int(math.Floor(math.Log10(se))) - 1)
	text := strconv.FormatFloat(math.Ceil(se/unit)*unit, 'g', 2, 64)
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(err)
	}
	return x
}

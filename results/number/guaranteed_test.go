package number

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestGuaranteed(t *testing.T) {
	for _, c := range []struct {
		x, error float64
		want     string
	}{
		{0.15673599081637283, 0, "0.15673599081637282"},
		{0.15673599081637283, 2e-14, "0.1567359908164"},
		{0.15673599081637283, 1e-14, "0.15673599081637"},
		{0.5, 1e-14, "0.5"},
		{28.835455234075408, 3e-14, "28.8354552340754"},
		{7.445225492119789e-05, 1e-18, "7.4452254921198e-05"},
		{3e-15, 2e-14, "0"},
		{6e-14, 2e-14, "0"},
		{6e-13, 2e-14, "6e-13"},
		{0, 1e-14, "0"},
		{-12.345, 0.02, "-12.3"},
	} {
		if got := Guaranteed(c.x, c.error); got != c.want {
			t.Errorf("%v within %v is %s, want %s", c.x, c.error, got, c.want)
		}
	}
}

func TestDigits(t *testing.T) {
	for _, c := range []struct {
		x, error float64
		want     string
	}{
		{0.00150349123, 2e-14, "0.00150349"},
		{7.41862e-12, 6e-14, "7.4e-12"},
		{0.5, 2e-14, "0.5"},
		{1e-15, 2e-14, "0"},
	} {
		if got := Digits(c.x, c.error, 6); got != c.want {
			t.Errorf("%v within %v is %s, want %s", c.x, c.error, got, c.want)
		}
	}
}

// What is written is the number rounded to a place of which the error is no more than one
// unit, but more than a tenth of one. Zeros at its end are left out, and doubles that are
// shorter are written as they are.
func TestGuaranteedPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := math.Ldexp(rapid.Float64Range(0.5, 1).Draw(t, "x"), rapid.IntRange(-60, 20).Draw(t, "exponent"))
		error := math.Abs(x) * math.Ldexp(rapid.Float64Range(0.5, 1).Draw(t, "error"), -rapid.IntRange(0, 52).Draw(t, "bits"))
		s := Guaranteed(x, error)
		written, ok := new(big.Rat).SetString(s)
		if !ok {
			t.Fatal(s)
		}
		off, _ := written.Sub(written, new(big.Rat).SetFloat64(x)).Float64()
		if s == "0" {
			if x > 10*error {
				t.Fatalf("%v within %v is 0", x, error)
			}
			return
		}
		mantissa, exponent, _ := strings.Cut(s, "e")
		place, _ := strconv.Atoi(exponent)
		if _, decimals, point := strings.Cut(mantissa, "."); point {
			place -= len(decimals)
		} else {
			place += len(mantissa) - len(strings.TrimRight(mantissa, "0"))
		}
		unit := math.Pow10(place)
		if math.Abs(off) > unit/2*(1+1e-9) {
			t.Fatalf("%v within %v is %s", x, error, s)
		}
		if shortest := strconv.FormatFloat(x, 'g', -1, 64); len(s) >= len(shortest) {
			return
		}
		if unit < error*(1-1e-9) || math.Abs(off) > 5*error*(1+1e-9) {
			t.Fatalf("%v within %v is %s, to a unit of %v", x, error, s, unit)
		}
	})
}

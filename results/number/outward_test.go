package number

import (
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestOutward(t *testing.T) {
	for _, c := range []struct {
		x            string
		lower, upper string
	}{
		{"0", "0", "0"},
		{"1", "1", "1"},
		{"1/4", "0.25", "0.25"},
		{"1/3", "0.333333333333", "0.333333333334"},
		{"299999999999999999999/300000000000000000000", "0.999999999999999999996666", "0.999999999999999999996667"},
		{"1/300000000000000000000", "0.000000000000000000003333", "0.000000000000000000003334"},
	} {
		x, _ := new(big.Rat).SetString(c.x)
		if lower, upper := Certified(x, false), Certified(x, true); lower != c.lower || upper != c.upper {
			t.Errorf("%s: %s and %s, want %s and %s", c.x, lower, upper, c.lower, c.upper)
		}
	}
}

func TestPlaces(t *testing.T) {
	for _, c := range []struct{ x, lower, upper string }{
		{"0", "0.0000", "0.0000"},
		{"1", "1.0000", "1.0000"},
		{"0.334060999468", "0.3340", "0.3341"},
		{"0.5000", "0.5000", "0.5000"},
		{"0.99999999999999999999999", "0.9999", "1.0000"},
		{"0.000000000000000000003333", "0.0000", "0.0001"},
		{"1e-9", "1e-9", "1e-9"}, // which Certified does not write
	} {
		if lower, upper := Places(c.x, false, 4), Places(c.x, true, 4); lower != c.lower || upper != c.upper {
			t.Errorf("%s: %s and %s, want %s and %s", c.x, lower, upper, c.lower, c.upper)
		}
	}
}

// Both ends enclose the number, and differ by at most one unit.
func TestCertifiedEncloses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		den := rapid.Int64Range(1, 1<<60).Draw(t, "den")
		x := big.NewRat(rapid.Int64Range(0, den).Draw(t, "num"), den)
		lower, upper := Certified(x, false), Certified(x, true)
		lo, _ := new(big.Rat).SetString(lower)
		hi, _ := new(big.Rat).SetString(upper)
		unit, _ := new(big.Rat).SetString("1/1000000000000")
		if lo.Cmp(x) > 0 || hi.Cmp(x) < 0 || hi.Sub(hi, lo).Cmp(unit) > 0 || strings.HasSuffix(lower, ".") {
			t.Fatalf("%v: %s, %s", x, lower, upper)
		}
	})
}

func TestNarrow(t *testing.T) {
	for s, want := range map[string]string{
		"0":                          "0",
		"1":                          "1",
		"0.25":                       "0.25",
		"0.999999999999":             "0.999999999999",
		"0.9999999999998696":         "1 - 1.304e-13",
		"0.999999999999999999998924": "1 - 1.076e-21",
		"0.000000000000000000003333": "3.333e-21",
		"0.00000000000000002":        "2e-17",
	} {
		if got := Narrow(s); got != want {
			t.Errorf("%s: %s, want %s", s, got, want)
		}
	}
}

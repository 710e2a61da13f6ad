package number

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"strconv"
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

func TestDecimal(t *testing.T) {
	for _, c := range []struct {
		x      string
		digits int
		want   string
	}{
		{"0", 3, "0"},
		{"1", 3, "1.000"},
		{"1/3", 10, "0.3333333333"},
		{"1/8", 2, "0.13"},
		{"1/1000", 3, "0.001"},
		{"1/1000", 2, "1.0e-03"},
		{"1/25", 1, "4e-02"},
		{"9994/1000000000", 3, "9.99e-06"},
		{"999999/1000000000", 3, "1.00e-03"},
		{"1/3000", 4, "3.333e-04"},
		{"999999", 1, "999999.0"},
		{"1000000", 1, "1e+06"},
		{"9999999", 3, "1.00e+07"},
		{"12345678901234567890", 5, "1.2346e+19"},
		{"1e-200", 2, "1.0e-200"},
	} {
		x, _ := new(big.Rat).SetString(c.x)
		if got := Decimal(x, c.digits); got != c.want {
			t.Errorf("Decimal(%s, %d) = %s, not %s", c.x, c.digits, got, c.want)
		}
	}
}

// What is written is within half a unit of its last digit, and has as many digits
// as asked.
func TestDecimalIsNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := new(big.Rat).SetFloat64(rapid.Float64Range(1e-300, 1e300).Draw(t, "x"))
		digits := rapid.IntRange(1, 30).Draw(t, "digits")
		got := Decimal(x, digits)
		mantissa, exponent, scientific := strings.Cut(got, "e")
		whole, decimals, _ := strings.Cut(mantissa, ".")
		if scientific && len(whole+decimals) != digits || !scientific && len(decimals) != digits {
			t.Fatalf("%v with %d digits is %s", x, digits, got)
		}
		unit, ok := new(big.Rat).SetString("1e-" + strconv.Itoa(len(decimals)))
		lift, ok2 := new(big.Rat).SetString("1e" + cmp.Or(exponent, "0"))
		y, ok3 := new(big.Rat).SetString(got)
		if !ok || !ok2 || !ok3 {
			t.Fatalf("%s is not a number", got)
		}
		y.Sub(y, x).Abs(y).Add(y, y)
		if y.Cmp(unit.Mul(unit, lift)) > 0 {
			t.Fatalf("%v with %d digits is %s", x, digits, got)
		}
	})
}

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

// The written number is rounded to a place whose unit is at least the error, but at most
// ten times it. Zeros at its end are left out, and doubles that are shorter are written
// as they are.
func TestGuaranteedPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := math.Ldexp(rapid.Float64Range(0.5, 1).Draw(t, "x"), rapid.IntRange(-60, 20).Draw(t, "exponent"))
		error := math.Abs(x) * math.Ldexp(rapid.Float64Range(0.5, 1).Draw(t, "error"),
			-rapid.IntRange(0, 52).Draw(t, "bits"))
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

func TestEstimate(t *testing.T) {
	for _, c := range []struct {
		x, se float64
		want  string
	}{{0.123456789, 0.0021, "0.1235 0.0021"}, {0.123456789, 0.00019999, "0.12346 0.0002"},
		{12.3, 1e-20, "12.300000000000 1e-20"}, {0.5, 0, "0.5000000000 0"}} {
		if got := Estimate(c.x, c.se) + " " + fmt.Sprint(StandardError(c.se)); got != c.want {
			t.Errorf("%v ± %v: %s, want %s", c.x, c.se, got, c.want)
		}
	}
}

// A number between two neighbouring ends is nearest to what is written with a digit less, and one of two equal ends is written whole.
func TestBetween(t *testing.T) {
	for _, c := range [][3]string{
		{"0.406180419962", "0.406180419963", "0.40618041996"},
		{"0.123049620155", "0.123049620156", "0.12304962016"},
		{"0.123049620159", "0.12304962016", "0.12304962016"},
		{"0.12304962016", "0.123049620161", "0.12304962016"},
		{"0.000000000004", "0.000000000005", "0"},
		{"0.5", "0.5", "0.5"},
		{"1", "1", "1"},
		{"0", "0", "0"},
	} {
		if got := Between(c[0], c[1]); got != c[2] {
			t.Errorf("between %s and %s is %s, want %s", c[0], c[1], got, c[2])
		}
	}
}

// It is the fraction itself, rounded half up.
func TestBetweenIsNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.Int64Range(1, 1e9).Draw(t, "denominator")
		x := big.NewRat(rapid.Int64Range(0, d).Draw(t, "numerator"), d)
		lower, upper := Outward(x, false, 12), Outward(x, true, 12)
		places := 11
		if lower == upper {
			places = 12
		}
		if got, want := Between(lower, upper), strings.TrimRight(strings.TrimRight(x.FloatString(places), "0"), "."); got != want {
			t.Errorf("%v is %s between %s and %s, want %s", x, got, lower, upper, want)
		}
	})
}

// A text is read as its nearest double, however many digits it has, and however large the numbers of its fraction are.
func TestNearest(t *testing.T) {
	huge := strings.Repeat("3", 5000)
	for text, want := range map[string]float64{
		"0": 0, "1": 1, "-1.5": -1.5, "1e-9": 1e-9, "0.334060999468": 0.334060999468, "1/3": 1.0 / 3, "-1/4": -0.25, "0/1": 0,
		"9007199254740993/1":                         9007199254740992, // half way, to the even one
		"9007199254740993.000000000000000000000001":  9007199254740994,
		huge + "/" + huge + "0":                      0.1,
		"1e-400":                                     0,
		"1/" + "1" + strings.Repeat("0", 400):        0,
		"3e-324":                                     5e-324,
		"1.5e+2266":                                  math.MaxFloat64,
		"-" + strings.Repeat("9", 400) + "/1":        -math.MaxFloat64,
		"1e-999999999999":                            0,
		"0.1000000000000000055511151231257827021182": 0.1,
	} {
		if x, ok := Nearest(text); !ok || x != want {
			t.Errorf("%.40s is near %v, %v; want %v", text, x, ok, want)
		}
	}
	for _, text := range []string{"", "x", "NaN", "inf", "-Inf", "0x1p-2", "1_000", "1/0", "1/-3", "1/2/3", "1.5/2", ".", "--1", "1e", "1 ", "1e5/3"} {
		if x, ok := Nearest(text); ok {
			t.Errorf("%q is near %v", text, x)
		}
	}
	for text, want := range map[string]string{"1/3": "0.3333333333333333", "0.250": "0.250", "1": "1", "": ""} {
		if got := Short(text); got != want {
			t.Errorf("%s is %s in short, want %s", text, got, want)
		}
	}
}

package number

import (
	"cmp"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

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

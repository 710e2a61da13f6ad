package number

import (
	"fmt"
	"math"
	"math/big"
)

// Decimal writes x >= 0 rounded to nearest, halves up: from 0.001 (and the first
// place) to below 10^6 with the given number of digits, at least 1, after the
// point, otherwise as 1.234e-07 with as many significant digits. Exact zero is 0.
func Decimal(x *big.Rat, digits int) string {
	if x.Sign() == 0 {
		return "0"
	}
	least := big.NewRat(1, int64(math.Pow10(min(digits, 3))))
	if x.Cmp(least) >= 0 && x.Cmp(big.NewRat(1e6, 1)) < 0 {
		return x.FloatString(digits)
	}
	// Too many digits are rounded again with fewer; too few could not be.
	bits := x.Num().BitLen() - 1 - x.Denom().BitLen()
	exponent := int(math.Floor(float64(bits)*math.Log10(2))) - 1
	for {
		s := roundedQuotient(x, digits-1-exponent).String()
		exponent += len(s) - digits
		if len(s) == digits {
			point := ""
			if digits > 1 {
				point = "."
			}
			return fmt.Sprintf("%s%s%se%+03d", s[:1], point, s[1:], exponent)
		}
	}
}

// roundedQuotient is x 10^places to the nearest integer, halves up.
func roundedQuotient(x *big.Rat, places int) *big.Int {
	num, den := new(big.Int).Set(x.Num()), new(big.Int).Set(x.Denom())
	scaled := num
	if places < 0 {
		scaled, places = den, -places
	}
	ten := big.NewInt(10)
	scaled.Mul(scaled, ten.Exp(ten, big.NewInt(int64(places)), nil))
	num.Lsh(num, 1).Add(num, den)
	return num.Quo(num, den.Lsh(den, 1))
}

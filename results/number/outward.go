package number

import (
	"fmt"
	"math/big"
	"strings"
)

// certifiedDigits are the decimals of a certified bound, and certifiedRest the
// significant digits of its distance from 0 or 1 where these decimals show fewer.
const (
	certifiedDigits = 12
	certifiedRest   = 4
)

// Certified writes a bound from 0 to 1 as a decimal rounded outwards: a lower one
// down and an upper one up. It has twelve decimals, and more where it is so close to
// 0 or 1 that they would say little.
func Certified(x *big.Rat, upper bool) string {
	near := new(big.Rat).Sub(big.NewRat(1, 1), x)
	if near.Cmp(x) > 0 {
		near = x
	}
	digits := certifiedDigits
	if near.Sign() > 0 {
		// near is at least 10^-(d+1), d the digits that its fraction has too many.
		zeros := len(new(big.Int).Quo(near.Denom(), near.Num()).String()) - 1
		digits = max(digits, zeros+certifiedRest)
	}
	return Outward(x, upper, digits)
}

// Outward writes a number from 0 to 1 with at most the given number of decimals, rounded down,
// or up for an upper bound; zeros at the end are left out.
func Outward(x *big.Rat, upper bool, digits int) string {
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil)
	units, rest := new(big.Int).QuoRem(scale.Mul(scale, x.Num()), x.Denom(), new(big.Int))
	if upper && rest.Sign() > 0 {
		units.Add(units, big.NewInt(1))
	}
	s := units.String()
	s = strings.Repeat("0", max(0, digits+1-len(s))) + s
	point := len(s) - digits
	return strings.TrimRight(strings.TrimRight(s[:point]+"."+s[point:], "0"), ".")
}

// Narrow writes what Certified does in fewer places: a number that has more than twelve
// decimals as 3.333e-21, or as its distance from 1 as in 1 - 3.333e-21, to all of its
// digits.
func Narrow(certified string) string {
	_, decimals, _ := strings.Cut(certified, ".")
	if len(decimals) <= certifiedDigits {
		return certified
	}
	units, err := digits(decimals)
	if err != nil {
		return certified
	}
	start := ""
	if decimals[0] == '9' {
		one := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(decimals))), nil)
		start, units = "1 - ", units.Sub(one, units)
	}
	s := units.String()
	exponent := len(s) - 1 - len(decimals)
	mantissa := strings.TrimRight(strings.TrimRight(s[:1]+"."+s[1:], "0"), ".")
	return fmt.Sprintf("%s%se%d", start, mantissa, exponent)
}

// Places writes what Certified does with so many decimals, rounded to the same side, zeros at
// the end included: columns of ends are read by their first digits.
func Places(certified string, upper bool, places int) string {
	whole, decimals, _ := strings.Cut(certified, ".")
	decimals += strings.Repeat("0", places)
	kept, rest := decimals[:places], decimals[places:]
	units, err := digits(whole + kept)
	if err != nil {
		return certified
	}
	if upper && strings.Trim(rest, "0") != "" {
		units.Add(units, big.NewInt(1))
	}
	s := units.String()
	s = strings.Repeat("0", max(0, places+1-len(s))) + s
	return s[:len(s)-places] + "." + s[len(s)-places:]
}

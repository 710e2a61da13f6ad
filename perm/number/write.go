package number

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Numbers are written rounded to nearest, rounded outwards, or with the digits that their errors
// leave.

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
		// near is at least 10^-(d+1), where d is the number of digits that its fraction has too
		// many.
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
	return strings.TrimRight(strings.TrimRight(pointed(units, digits), "0"), ".")
}

// Nearest is the double nearest to digits such as 0.25 or 1e-9 or to a fraction of integers, and whether the text is one of
// these. A number nearer to 0 than half of the least double is 0, and one beyond the largest double is that.
func Nearest(text string) (x float64, ok bool) {
	if over, under, fraction := strings.Cut(text, "/"); fraction {
		a, whole := new(big.Int).SetString(over, 10)
		b, too := new(big.Int).SetString(under, 10)
		if !whole || !too || b.Sign() <= 0 {
			return 0, false
		}
		x, _ = new(big.Rat).SetFrac(a, b).Float64()
	} else {
		if strings.Trim(text, "0123456789.e+-") != "" {
			return 0, false
		}
		var err error
		if x, err = strconv.ParseFloat(text, 64); err != nil && !errors.Is(err, strconv.ErrRange) {
			return 0, false
		}
	}
	return max(-math.MaxFloat64, min(x, math.MaxFloat64)), true
}

// Short writes a fraction as its nearest double in the fewest digits, and digits as they are.
func Short(text string) string {
	if x, ok := Nearest(text); ok && strings.Contains(text, "/") {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return text
}

// Between writes the number whose two ends Certified has written, rounded to nearest at the place before their last:
// where the ends are neighbours, the last digit of the lower one decides, halves up.
func Between(lower, upper string) string {
	if lower == upper {
		return lower
	}
	places := 0
	for _, end := range []string{lower, upper} {
		_, decimals, _ := strings.Cut(end, ".")
		places = max(places, len(decimals))
	}
	whole, decimals, _ := strings.Cut(lower, ".")
	units, err := digits(whole + decimals + strings.Repeat("0", places-len(decimals)))
	if err != nil {
		return lower
	}
	units.Add(units, big.NewInt(5)).Quo(units, big.NewInt(10))
	return strings.TrimRight(strings.TrimRight(pointed(units, places-1), "0"), ".")
}

// pointed writes units of the last of a number of decimals.
func pointed(units *big.Int, decimals int) string {
	s := units.String()
	s = strings.Repeat("0", max(0, decimals+1-len(s))) + s
	return s[:len(s)-decimals] + "." + s[len(s)-decimals:]
}

// Narrow writes what Certified does in fewer characters: a number that has more than twelve
// decimals as 3.333e-21, or as its distance from 1 as in 1 - 3.333e-21, to all of its digits.
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

// Places writes what Certified does with a given number of decimals, rounded to the same side, zeros at
// the end included: columns of ends are read by their first digits.
func Places(certified string, upper bool, places int) string {
	whole, decimals, _ := strings.Cut(certified, ".")
	decimals += strings.Repeat("0", places)
	shown, rest := decimals[:places], decimals[places:]
	units, err := digits(whole + shown)
	if err != nil {
		return certified
	}
	if upper && strings.Trim(rest, "0") != "" {
		units.Add(units, big.NewInt(1))
	}
	return pointed(units, places)
}

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
	// Too many digits are rounded again with fewer.
	bits := x.Num().BitLen() - 1 - x.Denom().BitLen()
	exponent := int(math.Floor(float64(bits)*(math.Ln2/math.Ln10))) - 1
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

// Shorten rounds decimal digits, which may have been rounded before, to a number of them after the point, as [Decimal].
// Digits that end in one half of the last place could have been rounded to it; they stay as they are, as does a text that
// is no such number.
func Shorten(text string, digits int) string {
	mantissa, _, _ := strings.Cut(text, "e")
	_, fraction, _ := strings.Cut(mantissa, ".")
	if len(fraction) <= digits || strings.TrimRight(fraction[digits:], "0") == "5" {
		return text
	}
	x, ok := new(big.Rat).SetString(text)
	if !ok || x.Sign() < 0 {
		return text
	}
	return Decimal(x, digits)
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

// scientific is a finite number that is not 0 as a decimal with one digit before the point.
func scientific(x float64) (mantissa string, exponent int) {
	mantissa, digits, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	exponent, _ = strconv.Atoi(digits)
	return mantissa, exponent
}

// magnitude is its exponent.
func magnitude(x float64) int {
	_, exponent := scientific(x)
	return exponent
}

// Guaranteed writes a number with a known error, with the fewest digits that distinguish its
// double. It stops at the last place whose unit is no less than the error. A number that is 0 at
// that place is written as 0.
func Guaranteed(x, error float64) string {
	shortest := strconv.FormatFloat(x, 'g', -1, 64)
	if error == 0 || x == 0 {
		return shortest
	}
	if math.IsInf(error, 1) {
		return "0"
	}
	mantissa, last := scientific(error)
	if mantissa != "1" {
		last++
	}
	digits := magnitude(x) + 1 - last
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

// Estimate writes an estimate to two digits of its standard error, or one that is exact to
// ten.
func Estimate(x, se float64) string {
	places := 10
	if se > 0 {
		places = min(12, max(2, 1-magnitude(se)))
	}
	return strconv.FormatFloat(x, 'f', places, 64)
}

// StandardError is a standard error rounded up to two digits.
func StandardError(se float64) float64 {
	if se == 0 {
		return 0
	}
	unit := math.Pow10(magnitude(se) - 1)
	text := strconv.FormatFloat(math.Ceil(se/unit)*unit, 'g', 2, 64)
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(err)
	}
	return x
}

// Size writes a number of bytes to three digits, rounded up.
func Size(bytes uint64) string {
	unit, name := 1.0, "B"
	for _, larger := range []string{"KiB", "MiB", "GiB", "TiB"} {
		if float64(bytes) < 1024*unit {
			break
		}
		unit, name = 1024*unit, larger
	}
	x, ten := float64(bytes)/unit, 1.0
	for x*ten < 100 && unit > 1 {
		ten *= 10
	}
	return strconv.FormatFloat(math.Ceil(x*ten)/ten, 'f', -1, 64) + name
}

// The memory that the program takes beside that of an answer, as measured on Linux. CodeBytes are
// its code and constants, as far as they are used, which its runtime does not count. ProgramBytes
// adds the runtime's own and what every command has.
const (
	CodeBytes    = 40 << 20
	ProgramBytes = 52 << 20
)

// Fits refuses what needs more bytes of memory than the limit.
func Fits(what string, need, limit uint64) error {
	if need <= limit {
		return nil
	}
	return TooLarge{what, need, limit}
}

// TooLarge is the error of what needs more bytes of memory than the limit.
type TooLarge struct {
	What        string
	Need, Limit uint64
}

// Error says how much memory suffices.
func (e TooLarge) Error() string {
	return fmt.Sprintf("%s need %s of memory; --memory allows %s", e.What, Size(e.Need), Size(e.Limit))
}

// Count is a number of things in words, by the noun for one of them: "1 move", "2 moves",
// "0 mismatches", "10 shelves".
func Count(n any, noun string) string {
	digits := fmt.Sprint(n)
	switch {
	case digits == "1":
		return "1 " + noun
	case strings.HasSuffix(noun, "lf"):
		return digits + " " + strings.TrimSuffix(noun, "f") + "ves"
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "ch"):
		return digits + " " + noun + "es"
	}
	return digits + " " + noun + "s"
}

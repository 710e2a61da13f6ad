package number

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
)

// Rationals are read from what anybody types, and big.Rat takes 1e999999, which costs it half a
// second. So the exponent is looked at before the number is.

var (
	// ErrNoRational is that of a text which is no number at all.
	ErrNoRational = errors.New("is not a number such as 10, 1.5 or 5/3")
	errRange      = errors.New("is out of range")
)

// longestExponent is how many digits an exponent has at most: a double needs three.
const longestExponent = 4

// ParseRat reads a decimal such as -1.5 or 1e-9, or a fraction of whole numbers such as 5/3. The
// error says what is wrong, for who names the number.
func ParseRat(s string) (*big.Rat, error) {
	if len(s) > maxDigits {
		return nil, fmt.Errorf("is too long; at most %d characters", maxDigits)
	}
	unsigned := strings.TrimLeft(s, "+-")
	if over, under, fraction := strings.Cut(unsigned, "/"); fraction {
		a, err := digits(over)
		b, err2 := digits(under)
		if err != nil || err2 != nil || b.Sign() == 0 || len(s)-len(unsigned) > 1 {
			return nil, ErrNoRational
		}
		if s[0] == '-' {
			a.Neg(a)
		}
		return new(big.Rat).SetFrac(a, b), nil
	}
	_, exponent, _ := strings.Cut(strings.ToLower(unsigned), "e")
	exponent = strings.TrimLeft(exponent, "+-")
	switch {
	case strings.Trim(unsigned, "0123456789.eE+-") != "":
		return nil, ErrNoRational
	case len(exponent) > longestExponent && strings.Trim(exponent, "0123456789") == "":
		return nil, errRange
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return nil, ErrNoRational
	}
	return r, nil
}

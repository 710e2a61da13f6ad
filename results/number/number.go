// Package number reads and writes the numbers of the command line and of
// records: exact integers, written 52, 1e6, 10^6, 2^61 or as sums and
// differences such as 1e12+39, and ranges a..b of them.
package number

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
)

// maxDigits keeps absurd input from filling the memory.
const maxDigits = 400

// errHuge is the error for a number of more than maxDigits digits.
var errHuge = errors.New("is too large a number")

// Parse reads an integer.
func Parse(s string) (*big.Int, error) {
	sum := new(big.Int)
	huge := false
	rest := s
	for first := true; first || rest != ""; first = false {
		negative := false
		if rest != "" && (rest[0] == '+' || rest[0] == '-') {
			negative = rest[0] == '-'
			rest = rest[1:]
		} else if !first {
			return nil, malformed(s)
		}
		end := strings.IndexAny(rest, "+-")
		if end < 0 {
			end = len(rest)
		}
		term, err := parseTerm(rest[:end])
		switch {
		case errors.Is(err, errHuge):
			huge = true
		case err != nil:
			return nil, malformed(s)
		case negative:
			sum.Sub(sum, term)
		default:
			sum.Add(sum, term)
		}
		rest = rest[end:]
	}
	if huge || len(new(big.Int).Abs(sum).String()) > maxDigits {
		return nil, fmt.Errorf("%s %w", brief(s), errHuge)
	}
	return sum, nil
}

func malformed(s string) error {
	return fmt.Errorf("%q is not a whole number such as 52, 1e6, 10^6 or 2^61", brief(s))
}

// brief is the beginning of what is too long to be repeated in an error.
func brief(s string) string {
	const most = 60
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "..."
	}
	return s
}

// parseTerm reads digits, AeB (A may have decimals that the exponent lifts) or A^B.
func parseTerm(s string) (*big.Int, error) {
	if base, exp, ok := strings.Cut(s, "^"); ok {
		b, err1 := digits(base)
		e, err2 := digits(exp)
		if err := cmp.Or(err1, err2); err != nil {
			return nil, err
		}
		if !e.IsInt64() || e.Int64() > 4*maxDigits/int64(max(1, b.BitLen())) {
			return nil, errHuge
		}
		return b.Exp(b, e, nil), nil
	}
	mantissa, exp, scientific := strings.Cut(strings.ToLower(s), "e")
	if !scientific {
		return digits(s)
	}
	whole, decimals, _ := strings.Cut(mantissa, ".")
	m, err1 := digits(whole + decimals)
	e, err2 := digits(strings.TrimPrefix(exp, "+"))
	if err := cmp.Or(err1, err2); err != nil {
		return nil, err
	}
	if !e.IsInt64() || e.Int64() > maxDigits {
		return nil, errHuge
	}
	if int(e.Int64()) < len(decimals) {
		return nil, errDigits
	}
	zeros := big.NewInt(e.Int64() - int64(len(decimals)))
	return m.Mul(m, zeros.Exp(big.NewInt(10), zeros, nil)), nil
}

var errDigits = errors.New("no digits")

func digits(s string) (*big.Int, error) {
	switch {
	case s == "" || strings.Trim(s, "0123456789") != "":
		return nil, errDigits
	case len(s) > maxDigits:
		return nil, errHuge
	}
	v, _ := new(big.Int).SetString(s, 10)
	return v, nil
}

// ParseInt reads an integer from lo to hi; what names it in errors.
func ParseInt(what, s string, lo, hi int64) (int64, error) {
	v, err := parseIn(what, s, big.NewInt(lo), big.NewInt(hi))
	if err != nil {
		return 0, err
	}
	return v.Int64(), nil
}

// ParseUint reads an integer from 0 to 2^64-1.
func ParseUint(what, s string) (uint64, error) {
	v, err := parseIn(what, s, new(big.Int), new(big.Int).SetUint64(math.MaxUint64))
	if err != nil {
		return 0, err
	}
	return v.Uint64(), nil
}

func parseIn(what, s string, lo, hi *big.Int) (*big.Int, error) {
	v, err := Parse(s)
	switch {
	case errors.Is(err, errHuge) || err == nil && (v.Cmp(lo) < 0 || v.Cmp(hi) > 0):
		return nil, fmt.Errorf("%s=%s is out of range %v..%v", what, brief(s), lo, hi)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	return v, nil
}

// ParseRange reads a..b with lo <= a <= b <= hi, or a single number for both ends.
func ParseRange(what, s string, lo, hi int64) (a, b int64, err error) {
	from, to, isRange := strings.Cut(s, "..")
	if a, err = ParseInt(what, from, lo, hi); err != nil {
		return 0, 0, err
	}
	if !isRange {
		return a, a, nil
	}
	if b, err = ParseInt(what, to, lo, hi); err != nil {
		return 0, 0, err
	}
	if a > b {
		return 0, 0, fmt.Errorf("%s=%s is empty: %d is above %d", what, s, a, b)
	}
	return a, b, nil
}

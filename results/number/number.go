// Package number reads and writes the numbers of the command line and of
// records: exact integers, written 52, 1e6, 10^6, 2^61 or as sums and
// differences such as 1e12+39, and ranges a..b of them.
package number

import (
	"fmt"
	"math/big"
	"strings"
)

// maxDigits keeps absurd input from filling the memory.
const maxDigits = 400

// Parse reads an integer.
func Parse(s string) (*big.Int, error) {
	sum := new(big.Int)
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
		term, ok := parseTerm(rest[:end])
		if !ok {
			return nil, malformed(s)
		}
		if negative {
			term.Neg(term)
		}
		sum.Add(sum, term)
		rest = rest[end:]
	}
	return sum, nil
}

func malformed(s string) error {
	return fmt.Errorf("%q is not a whole number such as 52, 1e6, 10^6 or 2^61", s)
}

// parseTerm reads digits, AeB (A may have decimals that the exponent lifts) or A^B.
func parseTerm(s string) (*big.Int, bool) {
	if base, exp, ok := strings.Cut(s, "^"); ok {
		b, ok1 := digits(base)
		e, ok2 := digits(exp)
		if !ok1 || !ok2 || !e.IsInt64() || e.Int64()*int64(b.BitLen()) > 4*maxDigits {
			return nil, false
		}
		return b.Exp(b, e, nil), true
	}
	mantissa, exp, scientific := strings.Cut(strings.ToLower(s), "e")
	if !scientific {
		return digits(s)
	}
	whole, decimals, _ := strings.Cut(mantissa, ".")
	m, ok1 := digits(whole + decimals)
	e, ok2 := digits(strings.TrimPrefix(exp, "+"))
	if !ok1 || !ok2 || !e.IsInt64() || e.Int64() > maxDigits || int(e.Int64()) < len(decimals) {
		return nil, false
	}
	zeros := big.NewInt(e.Int64() - int64(len(decimals)))
	return m.Mul(m, zeros.Exp(big.NewInt(10), zeros, nil)), true
}

func digits(s string) (*big.Int, bool) {
	if s == "" || len(s) > maxDigits || strings.Trim(s, "0123456789") != "" {
		return nil, false
	}
	return new(big.Int).SetString(s, 10)
}

// ParseInt reads an integer from lo to hi; what names it in errors.
func ParseInt(what, s string, lo, hi int64) (int64, error) {
	v, err := Parse(s)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", what, err)
	}
	if !v.IsInt64() || v.Int64() < lo || v.Int64() > hi {
		return 0, fmt.Errorf("%s=%s is out of range %d..%d", what, s, lo, hi)
	}
	return v.Int64(), nil
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

// Package number reads and writes the numbers of the command line and of
// records: exact integers, written 52, 1e6, 10^6, 2^61, 1,000,000 or as sums and
// differences such as 1e12+39, and ranges a..b of them.
package number

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// maxDigits keeps absurd input from filling the memory.
const maxDigits = 400

// errHuge is the error for a number of more than maxDigits digits.
var errHuge = errors.New("is too large a number")

// thousands are digits in groups of three, the first of one to three.
var thousands = regexp.MustCompile(`^\d{1,3}(,\d{3})+$`)

// Apart are the numbers in a text, separated by blanks and commas. Commas of thousands stand within a number where they
// cannot separate two: 1,000,000 is one number, because no number begins with 0, and so is each end of 1,000..2,000.
// But 100,200 is two.
func Apart(text string) (all []string) {
	for word := range strings.FieldsSeq(text) {
		from, to, isRange := strings.Cut(word, "..")
		if thousands.MatchString(word) && strings.Contains(word, ",0") ||
			isRange && (thousands.MatchString(from) || thousands.MatchString(strings.TrimPrefix(to, "."))) {
			all = append(all, word)
			continue
		}
		all = append(all, strings.FieldsFunc(word, func(c rune) bool { return c == ',' })...)
	}
	return all
}

// Parse reads an integer.
func Parse(s string) (*big.Int, error) {
	sum := new(big.Int)
	huge := false
	rest := s
	if thousands.MatchString(s) {
		rest = strings.ReplaceAll(s, ",", "")
	}
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
		return nil, fmt.Errorf("%s %w", Brief(s), errHuge)
	}
	return sum, nil
}

var errNotWhole = errors.New("is not a whole number such as 52, 1e6, 10^6 or 2^61")

func malformed(s string) error { return fmt.Errorf("%q %w", Brief(s), errNotWhole) }

// Brief is the beginning of what is too long to be repeated in an error. Less is repeated of what is
// no text, as it is quoted byte by byte.
func Brief(s string) string {
	most := 60
	if !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) {
		most = 12
	}
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

// InRange is the error of a number that is not one of lo..hi.
func InRange[T ~int | ~int64 | ~uint64](what string, x, lo, hi T) error {
	if x < lo || x > hi {
		return fmt.Errorf("%s=%d is out of range %d..%d", what, x, lo, hi)
	}
	return nil
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
		return nil, fmt.Errorf("%s=%s is out of range %v..%v", what, Brief(s), lo, hi)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	return v, nil
}

// meantRange is how others write a range.
var meantRange = regexp.MustCompile(`^(\d+)(?:-|–|—|:|…)(\d+)$`)

// ParseRange reads a..b with lo <= a <= b <= hi, or a single number for both ends. Three points do as well as two.
func ParseRange(what, s string, lo, hi int64) (a, b int64, err error) {
	from, to, isRange := strings.Cut(s, "..")
	to = strings.TrimPrefix(to, ".")
	if isRange && (from == "" || to == "") {
		return 0, 0, fmt.Errorf("%s=%s lacks an end; a range is two numbers such as 2..52", what, Brief(s))
	}
	if a, err = ParseInt(what, from, lo, hi); err != nil {
		switch m := meantRange.FindStringSubmatch(s); {
		case m != nil:
			err = fmt.Errorf("%w; the range from %s to %s is written %[2]s..%[3]s", err, m[1], m[2])
		case !isRange && errors.Is(err, errNotWhole):
			err = fmt.Errorf("%w, nor a range such as 2..52", err)
		}
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

// Rationals are read from user input, and big.Rat accepts 1e999999, which costs it half a second.
// So the exponent is read before the number.

var (
	// ErrNoRational is the error for a text which is no number at all.
	ErrNoRational = errors.New("is not a number such as 10, 1.5 or 5/3")
	errRange      = errors.New("is out of range")
)

// longestExponent is the most digits of an exponent: a double needs three.
const longestExponent = 4

// ParseRat reads a decimal such as -1.5 or 1e-9, or a fraction of integers such as 5/3. The error
// says what is wrong; the caller names the number.
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

// units of memory; without the i they mean the same, as in other tools.
var units = []struct {
	suffix string
	shift  uint
}{
	{"kib", 10}, {"mib", 20}, {"gib", 30}, {"tib", 40}, {"kb", 10}, {"mb", 20}, {"gb", 30}, {"tb", 40},
	{"k", 10}, {"m", 20}, {"g", 30}, {"t", 40}, {"b", 0},
}

// ParseSize reads a number of bytes such as 8GiB, 1.5GiB, 512M or 1e9. Any
// part of a byte is left out; what names it in errors.
func ParseSize(what, s string) (uint64, error) {
	text, shift := strings.ToLower(s), uint(0)
	for _, u := range units {
		if rest, ok := strings.CutSuffix(text, u.suffix); ok {
			text, shift = strings.TrimRight(rest, " "), u.shift
			break
		}
	}
	v, ok := fraction(text)
	if !ok || v.Sign() <= 0 {
		return 0, fmt.Errorf("%s: %q is not a size such as 8GiB, 1.5GiB, 512M or 1e9", what, Brief(s))
	}
	v.Mul(v, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), shift)))
	bytes := new(big.Int).Quo(v.Num(), v.Denom())
	switch {
	case bytes.Sign() == 0:
		return 0, fmt.Errorf("%s=%s is less than a byte", what, Brief(s))
	case bytes.Cmp(big.NewInt(math.MaxInt64)) > 0:
		return 0, fmt.Errorf("%s=%s is out of range", what, Brief(s))
	}
	return bytes.Uint64(), nil
}

// fraction reads what Parse does, or a number with decimals.
func fraction(s string) (*big.Rat, bool) {
	if v, err := Parse(s); err == nil {
		return new(big.Rat).SetInt(v), true
	}
	whole, decimals, point := strings.Cut(s, ".")
	units, err := digits(whole + decimals)
	if err != nil || !point || whole == "" || decimals == "" {
		return nil, false
	}
	ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(decimals))), nil)
	return new(big.Rat).SetFrac(units, ten), true
}

// Span is a number of seconds in words: an integer number of the largest unit that fits twice, and
// two digits below 10 s.
func Span(seconds float64) string {
	for _, unit := range []struct {
		name string
		size float64
	}{{"years", 365 * 86400}, {"days", 86400}, {"hours", 3600}, {"minutes", 60}} {
		switch {
		case seconds >= 1e6*unit.size:
			return fmt.Sprintf("%.0e %s", seconds/unit.size, unit.name)
		case seconds >= 2*unit.size:
			return fmt.Sprintf("%.0f %s", seconds/unit.size, unit.name)
		}
	}
	if seconds >= 10 {
		return fmt.Sprintf("%.0f s", seconds)
	}
	return fmt.Sprintf("%.2g s", seconds)
}

// Duration is a time that is written as 1m30s.
type Duration time.Duration

func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	*d = Duration(v)
	return err
}

// Int is an integer of a record that may exceed 53 bits: a JSON number up to 2^53, which every reader
// keeps exactly, and a JSON string above.
type Int struct{ *big.Int }

// Of makes an Int of v.
func Of(v *big.Int) Int { return Int{v} }

// OfInt makes an Int of v.
func OfInt(v int64) Int { return Int{big.NewInt(v)} }

// OfUint makes an Int of v.
func OfUint(v uint64) Int { return Int{new(big.Int).SetUint64(v)} }

// maxRead is the most digits that are read. The longest answer is the size of a group
// of 200,000 cards.
const maxRead = 500_000

func (i Int) MarshalJSON() ([]byte, error) {
	if i.Int == nil {
		return []byte("null"), nil
	}
	if i.BitLen() <= 53 {
		return []byte(i.String()), nil
	}
	return json.Marshal(i.String())
}

// UnmarshalJSON implements json.Unmarshaler; it reads both forms.
func (i *Int) UnmarshalJSON(b []byte) error {
	text := string(b)
	if len(b) > 0 && b[0] == '"' {
		if err := json.Unmarshal(b, &text); err != nil {
			return err
		}
	}
	if len(text) > maxRead {
		return fmt.Errorf("%s is too large a number", Brief(text))
	}
	v, ok := new(big.Int).SetString(text, 10)
	if !ok {
		return malformed(text)
	}
	i.Int = v
	return nil
}

// Uint is an integer of 64 bits that is written like an [Int], such as a seed.
type Uint uint64

func (u Uint) MarshalJSON() ([]byte, error) { return OfUint(uint64(u)).MarshalJSON() }

func (u *Uint) UnmarshalJSON(b []byte) error {
	var i Int
	if err := i.UnmarshalJSON(b); err != nil {
		return err
	}
	if !i.IsUint64() {
		return fmt.Errorf("%s is out of range 0..2^64-1", Brief(i.String()))
	}
	*u = Uint(i.Uint64())
	return nil
}

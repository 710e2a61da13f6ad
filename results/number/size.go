package number

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// units of memory; without the i they mean the same, as in other tools.
var units = []struct {
	suffix string
	shift  uint
}{{"kib", 10}, {"mib", 20}, {"gib", 30}, {"tib", 40}, {"kb", 10}, {"mb", 20}, {"gb", 30}, {"tb", 40}, {"k", 10}, {"m", 20}, {"g", 30}, {"t", 40}, {"b", 0}}

// ParseSize reads a number of bytes such as 8GiB, 1.5GiB, 512M or 1e9, of which any
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
		return 0, fmt.Errorf("%s: %q is not a size such as 8GiB, 1.5GiB, 512M or 1e9", what, brief(s))
	}
	v.Mul(v, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), shift)))
	bytes := new(big.Int).Quo(v.Num(), v.Denom())
	switch {
	case bytes.Sign() == 0:
		return 0, fmt.Errorf("%s=%s is less than a byte", what, brief(s))
	case bytes.Cmp(big.NewInt(math.MaxInt64)) > 0:
		return 0, fmt.Errorf("%s=%s is out of range", what, brief(s))
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

// What the program takes beside what an answer does, as measured on Linux: CodeBytes are its code and
// constants, as far as they are used, which its runtime does not count, and ProgramBytes those with the
// runtime's own and what every command has.
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

// Days writes many seconds to one digit, rounded up: in days, or in years.
func Days(seconds float64) string {
	const day, year = 24 * 3600, 365.25 * 24 * 3600
	count, unit := seconds/day, "days"
	if seconds >= year {
		count, unit = seconds/year, "years"
	}
	scale := math.Pow(10, math.Floor(math.Log10(count)))
	if count = math.Ceil(count/scale) * scale; count >= 1e6 {
		return fmt.Sprintf("%.0e %s", count, unit)
	}
	return fmt.Sprintf("%.0f %s", count, unit)
}

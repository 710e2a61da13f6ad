package number

import (
	"fmt"
	"math"
	"math/big"
	"strings"
)

// units of memory; without the i they mean the same, as in other tools.
var units = []struct {
	suffix string
	shift  uint
}{{"kib", 10}, {"mib", 20}, {"gib", 30}, {"tib", 40}, {"kb", 10}, {"mb", 20}, {"gb", 30}, {"tb", 40}, {"k", 10}, {"m", 20}, {"g", 30}, {"t", 40}, {"b", 0}}

// ParseSize reads a number of bytes such as 8GiB, 512M or 1e9; what names it
// in errors.
func ParseSize(what, s string) (uint64, error) {
	text, shift := strings.ToLower(s), uint(0)
	for _, u := range units {
		if rest, ok := strings.CutSuffix(text, u.suffix); ok {
			text, shift = strings.TrimSpace(rest), u.shift
			break
		}
	}
	v, err := Parse(text)
	if err != nil || v.Sign() <= 0 {
		return 0, fmt.Errorf("%s: %q is not a size such as 8GiB, 512M or 1e9", what, s)
	}
	if v.Lsh(v, shift); v.Cmp(new(big.Int).SetUint64(math.MaxInt64)) > 0 {
		return 0, fmt.Errorf("%s=%s is out of range", what, s)
	}
	return v.Uint64(), nil
}

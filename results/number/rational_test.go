package number

import (
	"math/big"
	"strings"
	"testing"
	"testing/quick"
)

func TestParseRat(t *testing.T) {
	for text, want := range map[string]string{
		"10": "10", "-1.5": "-3/2", "+5/3": "5/3", "1e-3": "1/1000", "2.5E2": "250", ".5": "1/2", "010/3": "10/3", "-0/7": "0", "1e+2": "100",
	} {
		if r, err := ParseRat(text); err != nil || r.RatString() != want {
			t.Errorf("%q is %v, %v, want %s", text, r, err, want)
		}
	}
	for _, text := range []string{
		"", "-", "x", "1/0", "--1/2", "1/-2", "1e2/3", "1/3e999999", "0x10", "0b1", "1_0", "1p9", "1e", "1e1e1", "inf", "NaN", "1 ", "1/2/3", ".", "e5",
		"1e99999", "1e999999", "1e-999999", "1e+0999999", "1p999999", strings.Repeat("1", 401),
	} {
		if r, err := ParseRat(text); err == nil {
			t.Errorf("%q is %v", text, r)
		}
	}
}

// What is refused for its exponent is not computed before.
func TestParseRatIsCheap(t *testing.T) {
	for _, text := range []string{"1e999999", "-1.5e-999999", "1e+00999999"} {
		if n := testing.AllocsPerRun(1, func() { ParseRat(text) }); n > 10 {
			t.Errorf("%q takes %v allocations", text, n)
		}
	}
}

// It reads what big.Rat writes.
func TestParseRatReadsBack(t *testing.T) {
	if err := quick.Check(func(a, b int64) bool {
		x := big.NewRat(a, max(1, b))
		y, err := ParseRat(x.RatString())
		return err == nil && x.Cmp(y) == 0
	}, nil); err != nil {
		t.Error(err)
	}
}

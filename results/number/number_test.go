package number

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for s, want := range map[string]string{
		"52": "52", "1e6": "1000000", "1E6": "1000000", "10^6": "1000000", "2^61": "2305843009213693952",
		"1e12+39": "1000000000039", "2^10-1": "1023", "1.5e3": "1500", "-3": "-3", "+7": "7", "0": "0",
		"1e0": "1", "2^3+2^2-1": "11",
	} {
		v, err := Parse(s)
		if err != nil || v.String() != want {
			t.Errorf("%q = %v, %v; want %s", s, v, err, want)
		}
	}
	for _, s := range []string{"", "x", "1e", "e6", "1.5", "1.55e1", "1e-3", "2^", "^2", "1+", "1++2", "9^999999999", "1e999999", "1_000", "0x10", " 1"} {
		if v, err := Parse(s); err == nil {
			t.Errorf("%q = %v, want an error", s, v)
		}
	}
}

// A number that is too large for anything is a number.
func TestOutOfRange(t *testing.T) {
	long := strings.Repeat("9", 1000)
	for _, s := range []string{"21", "-1", "1e300", "1e500", "-1e500", "1e99999999999999999999", "10^400", "9^999999999", "10^99999999999999999999", long, "1e500-1e500", "99e400", "9e399+9e399"} {
		want := fmt.Sprintf("n=%s is out of range 0..20", brief(s))
		if v, err := ParseInt("n", s, 0, 20); err == nil || err.Error() != want {
			t.Errorf("%.20q = %d, %v; want %s", s, v, err, want)
		}
	}
	for _, s := range []string{"x", "1e500x", "1e500+", "", "1.5", "nan", "inf", "1e-5", long + "x"} {
		if v, err := ParseInt("n", s, 0, 20); err == nil || !strings.Contains(err.Error(), "is not a whole number") || len(err.Error()) > 200 {
			t.Errorf("%.20q = %d, %v", s, v, err)
		}
	}
	for s, want := range map[string]uint64{"1e3": 1000, "2^64-1": math.MaxUint64, "0": 0, "1^1000": 1} {
		if v, err := ParseUint("seed", s); v != want || err != nil {
			t.Errorf("%s = %d, %v", s, v, err)
		}
	}
	for _, s := range []string{"2^64", "-1", "x"} {
		if v, err := ParseUint("seed", s); err == nil {
			t.Errorf("%s = %d", s, v)
		}
	}
}

func TestParseRange(t *testing.T) {
	if a, b, err := ParseRange("m", "2..10", 1, 20); a != 2 || b != 10 || err != nil {
		t.Error(a, b, err)
	}
	for _, s := range []string{"0", "21", "3..2", "1..", "..2", "1..x", "1..2..3"} {
		if a, b, err := ParseRange("m", s, 1, 20); err == nil {
			t.Errorf("%q = %d..%d, want an error", s, a, b)
		}
	}
}

func TestJSON(t *testing.T) {
	for _, c := range []struct{ value, encoded string }{
		{"2187", "2187"}, {"9007199254740991", "9007199254740991"}, {"9007199254740993", `"9007199254740993"`},
		{"36472996377170786403", `"36472996377170786403"`},
	} {
		v, _ := new(big.Int).SetString(c.value, 10)
		b, err := json.Marshal(Of(v))
		if err != nil || string(b) != c.encoded {
			t.Errorf("%s: %s, %v", c.value, b, err)
		}
		var back Int
		if err := json.Unmarshal(b, &back); err != nil || back.Cmp(v) != 0 {
			t.Errorf("%s reads back as %v, %v", b, back, err)
		}
	}
}

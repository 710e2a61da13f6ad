package number

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// oneLine wants an error that a user can be shown.
func oneLine(t *testing.T, input string, err error) {
	t.Helper()
	if err != nil && strings.ContainsAny(err.Error(), "\n\r") {
		t.Errorf("%q: the error has several lines: %q", input, err)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"1e12+39", "10^6", "2^61-1", "1.5e3", "-7", "9^999999999", "1e400", "", "+-1", "0x10"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, err := Parse(s)
		if err != nil {
			oneLine(t, s, err)
			return
		}
		if again, err := Parse(v.String()); err != nil || again.Cmp(v) != 0 {
			t.Errorf("%q = %v reads back as %v, %v", s, v, again, err)
		}
	})
}

func FuzzParseRange(f *testing.F) {
	for _, s := range []string{"2..10", "5", "3..2", "1e3..1e6", "..", "1..2..3", "-5..2^10", "1...2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		const lo, hi = -1000, 1 << 40
		a, b, err := ParseRange("m", s, lo, hi)
		oneLine(t, s, err)
		if err == nil && (a < lo || b < a || hi < b) {
			t.Errorf("%q is %d..%d", s, a, b)
		}
		if u, err := ParseUint("seed", s); err == nil {
			if v, err := Parse(s); err != nil || v.Uint64() != u || !v.IsUint64() {
				t.Errorf("%q is %d, but %v, %v", s, u, v, err)
			}
		}
	})
}

func FuzzParseSize(f *testing.F) {
	for _, s := range []string{"8GiB", "1.5GiB", "512M", "1e9", "3 kb", "0.5B", "9999999T", "1.5.5G", "k", "0.1 \nB",
		"2^20"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		bytes, err := ParseSize("memory", s)
		oneLine(t, s, err)
		if err == nil && (bytes == 0 || bytes > math.MaxInt64) {
			t.Errorf("%q is %d bytes", s, bytes)
		}
	})
}

func FuzzIntJSON(f *testing.F) {
	for _, s := range []string{"52", `"36472996377170786403"`, "null", `"1e3"`, `""`, "1.5", "-7", `"0x10"`, `"1_0"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var v Int
		if json.Unmarshal([]byte(s), &v) != nil || v.Int == nil {
			return
		}
		b, err := json.Marshal(v)
		var again Int
		if err != nil || json.Unmarshal(b, &again) != nil || again.Cmp(v.Int) != 0 {
			t.Errorf("%q is %v, written %s, %v", s, v, b, err)
		}
	})
}

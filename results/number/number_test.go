package number

import (
	"encoding/json"
	"math/big"
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
		{"2187", "2187"}, {"9007199254740991", "9007199254740991"},
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

func FuzzParse(f *testing.F) {
	f.Add("1e12+39")
	f.Fuzz(func(t *testing.T, s string) {
		v, err := Parse(s)
		if err != nil {
			return
		}
		if again, err := Parse(v.String()); err != nil || again.Cmp(v) != 0 {
			t.Errorf("%q = %v reads back as %v, %v", s, v, again, err)
		}
	})
}

package number

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"
	"testing/quick"
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
	for _, s := range []string{"", "x", "1e", "e6", "1.5", "1.55e1", "1e-3", "2^", "^2", "1+", "1++2", "9^999999999",
		"1e999999", "1_000", "0x10", " 1"} {
		if v, err := Parse(s); err == nil {
			t.Errorf("%q = %v, want an error", s, v)
		}
	}
}

// A number that is too large for anything is a number.
func TestOutOfRange(t *testing.T) {
	long := strings.Repeat("9", 1000)
	for _, s := range []string{"21", "-1", "1e300", "1e500", "-1e500", "1e99999999999999999999", "10^400",
		"9^999999999", "10^99999999999999999999", long, "1e500-1e500", "99e400", "9e399+9e399"} {
		want := fmt.Sprintf("n=%s is out of range 0..20", Brief(s))
		if v, err := ParseInt("n", s, 0, 20); err == nil || err.Error() != want {
			t.Errorf("%.20q = %d, %v; want %s", s, v, err, want)
		}
	}
	for _, s := range []string{"x", "1e500x", "1e500+", "", "1.5", "nan", "inf", "1e-5", long + "x"} {
		if v, err := ParseInt("n", s, 0, 20); err == nil || !strings.Contains(err.Error(), "is not a whole number") ||
			len(err.Error()) > 200 {
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
	for text, want := range map[string]string{
		"1,2": `m: "1,2" is not a whole number such as 52, 1e6, 10^6 or 2^61, nor a range such as 2..52`,
		"5:9": `m: "5:9" is not a whole number such as 52, 1e6, 10^6 or 2^61; the range from 5 to 9 is written 5..9`,
		"21":  "m=21 is out of range 1..20",
	} {
		if _, _, err := ParseRange("m", text, 1, 20); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
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

func TestParseRat(t *testing.T) {
	for text, want := range map[string]string{
		"10": "10", "-1.5": "-3/2", "+5/3": "5/3", "1e-3": "1/1000", "2.5E2": "250",
		".5": "1/2", "010/3": "10/3", "-0/7": "0", "1e+2": "100",
	} {
		if r, err := ParseRat(text); err != nil || r.RatString() != want {
			t.Errorf("%q is %v, %v, want %s", text, r, err, want)
		}
	}
	for _, text := range []string{
		"", "-", "x", "1/0", "--1/2", "1/-2", "1e2/3", "1/3e999999", "0x10", "0b1",
		"1_0", "1p9", "1e", "1e1e1", "inf", "NaN", "1 ", "1/2/3", ".", "e5",
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

func TestParseSize(t *testing.T) {
	for s, want := range map[string]uint64{"8GiB": 8 << 30, "512M": 512 << 20, "1e9": 1e9, "3 kb": 3 << 10,
		"2^20": 1 << 20, "7b": 7, "1.5GiB": 3 << 29, "14.3 GiB": 15354508083, "1.9B": 1} {
		if got, err := ParseSize("memory", s); err != nil || got != want {
			t.Errorf("%s: %d, %v", s, got, err)
		}
	}
	for _, s := range []string{"", "0", "-1G", "GiB", "1e9x", "1e30", "9999999T", "0.5B", "0.0G", ".5G", "1.G",
		"1.5.5G", "1/2G", "-0.5G"} {
		if got, err := ParseSize("memory", s); err == nil {
			t.Errorf("%q: %d", s, got)
		}
	}
}

func TestSize(t *testing.T) {
	for bytes, want := range map[uint64]string{0: "0B", 1: "1B", 1023: "1023B", 1024: "1KiB", 1025: "1.01KiB",
		15355223737: "14.4GiB", 1 << 40: "1TiB"} {
		if got := Size(bytes); got != want {
			t.Errorf("%d bytes: %s, want %s", bytes, got, want)
		}
	}
}

func TestFits(t *testing.T) {
	if err := Fits("two laws", 1<<20, 1<<20); err != nil {
		t.Error(err)
	}
	if err := Fits("two laws", 1<<20+1, 1<<20); err == nil || err.Error() !=
		"two laws need 1.01MiB of memory; --memory allows 1MiB" {
		t.Error(err)
	}
}

func TestCount(t *testing.T) {
	for _, c := range []struct {
		n          any
		noun, want string
	}{
		{0, "move", "0 moves"}, {1, "move", "1 move"}, {2, "move", "2 moves"}, {11, "move", "11 moves"},
		{int64(1), "deck", "1 deck"}, {uint64(21), "deck", "21 decks"},
		{OfInt(1), "word", "1 word"}, {OfUint(1 << 60), "word", "1152921504606846976 words"},
		{"26,26", "equal card", "26,26 equal cards"},
		{1, "mismatch", "1 mismatch"}, {2, "mismatch", "2 mismatches"}, {3, "guess", "3 guesses"},
		{1, "shelf", "1 shelf"}, {10, "shelf", "10 shelves"},
	} {
		if got := Count(c.n, c.noun); got != c.want {
			t.Errorf("%v %s: %q, want %q", c.n, c.noun, got, c.want)
		}
	}
}

// A price is said in words, without powers of ten below a million years.
func TestSpan(t *testing.T) {
	for seconds, want := range map[float64]string{
		0.04: "0.04 s", 9.94: "9.9 s", 94.3: "94 s", 119.9: "120 s", 120: "2 minutes", 7199: "120 minutes", 7200: "2 hours", 3e8 * 365 * 86400: "3e+08 years",
	} {
		if got := Span(seconds); got != want {
			t.Errorf("%v seconds: %s, want %s", seconds, got, want)
		}
	}
}

// Errors repeat little of what is too long, and less of what is no text.
func TestBrief(t *testing.T) {
	for s, want := range map[string]string{
		"": "", "12 cards": "12 cards", strings.Repeat("7", 60): strings.Repeat("7", 60), strings.Repeat("7", 61): strings.Repeat("7", 60) + "...",
		"\x7fELF": "\x7fELF", "\x7fELF" + strings.Repeat("\x00", 50): "\x7fELF" + strings.Repeat("\x00", 8) + "...", strings.Repeat("é", 20) + "\xff": "éééééé...",
	} {
		if got := Brief(s); got != want {
			t.Errorf("%q becomes %q, want %q", s, got, want)
		}
	}
}

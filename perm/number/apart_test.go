package number

import (
	"slices"
	"testing"
)

// Commas are those of thousands only where they cannot separate two numbers.
func TestApart(t *testing.T) {
	for text, want := range map[string][]string{
		"52, 54 104": {"52", "54", "104"}, "1,000,000": {"1,000,000"}, "1,000 52": {"1,000", "52"}, "100,200": {"100", "200"},
		"52,054": {"52,054"}, "1,234,567": {"1", "234", "567"}, "1,00": {"1", "00"}, "1000,000,0": {"1000", "000", "0"},
		"1,000..2,000": {"1,000..2,000"}, "52,2..60": {"52", "2..60"}, "2..1,000": {"2..1,000"}, ",": nil, "": nil,
	} {
		if got := Apart(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]int64{"1,000,000": 1e6, "12,345": 12345, "1": 1} {
		if got, err := ParseInt("n", text, 0, 1e9); err != nil || got != want {
			t.Errorf("%q: %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"1,00", "1000,000", ",000", "1,000,", "-1,000", "1,,000", "1,000e3"} {
		if got, err := ParseInt("n", text, -1e9, 1e9); err == nil {
			t.Errorf("%q is read as %d", text, got)
		}
	}
	if a, b, err := ParseRange("n", "5...1,000", 1, 1e6); err != nil || a != 5 || b != 1000 {
		t.Error(a, b, err)
	}
	if _, _, err := ParseRange("n", "5....7", 1, 1e6); err == nil {
		t.Error("four points are no range")
	}
}

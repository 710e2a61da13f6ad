package number

import "testing"

func TestParseSize(t *testing.T) {
	for s, want := range map[string]uint64{"8GiB": 8 << 30, "512M": 512 << 20, "1e9": 1e9, "3 kb": 3 << 10, "2^20": 1 << 20, "7b": 7} {
		if got, err := ParseSize("memory", s); err != nil || got != want {
			t.Errorf("%s: %d, %v", s, got, err)
		}
	}
	for _, s := range []string{"", "0", "-1G", "GiB", "1e9x", "1e30", "9999999T"} {
		if got, err := ParseSize("memory", s); err == nil {
			t.Errorf("%q: %d", s, got)
		}
	}
}

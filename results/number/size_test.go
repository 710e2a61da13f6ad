package number

import "testing"

func TestParseSize(t *testing.T) {
	for s, want := range map[string]uint64{"8GiB": 8 << 30, "512M": 512 << 20, "1e9": 1e9, "3 kb": 3 << 10, "2^20": 1 << 20, "7b": 7, "1.5GiB": 3 << 29, "14.3 GiB": 15354508083, "1.9B": 1} {
		if got, err := ParseSize("memory", s); err != nil || got != want {
			t.Errorf("%s: %d, %v", s, got, err)
		}
	}
	for _, s := range []string{"", "0", "-1G", "GiB", "1e9x", "1e30", "9999999T", "0.5B", "0.0G", ".5G", "1.G", "1.5.5G", "1/2G", "-0.5G"} {
		if got, err := ParseSize("memory", s); err == nil {
			t.Errorf("%q: %d", s, got)
		}
	}
}

func TestSize(t *testing.T) {
	for bytes, want := range map[uint64]string{0: "0B", 1: "1B", 1023: "1023B", 1024: "1KiB", 1025: "1.01KiB", 15355223737: "14.4GiB", 1 << 40: "1TiB"} {
		if got := Size(bytes); got != want {
			t.Errorf("%d bytes: %s, want %s", bytes, got, want)
		}
	}
}

func TestFits(t *testing.T) {
	if err := Fits("two laws", 1<<20, 1<<20); err != nil {
		t.Error(err)
	}
	if err := Fits("two laws", 1<<20+1, 1<<20); err == nil || err.Error() != "two laws need 1.01MiB of memory; --memory allows 1MiB" {
		t.Error(err)
	}
}

func TestDays(t *testing.T) {
	const day = 24 * 3600
	for seconds, want := range map[float64]string{
		1.1 * day: "2 days", 9 * day: "9 days", 91 * day: "100 days", 366 * day: "2 years", 365.25e3 * day: "1000 years", 3e8 * 365.25 * day: "3e+08 years",
	} {
		if got := Days(seconds); got != want {
			t.Errorf("%g days: %s, want %s", seconds/day, got, want)
		}
	}
}

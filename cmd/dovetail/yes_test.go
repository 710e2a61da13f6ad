package main

import (
	"strings"
	"testing"
)

func TestYes(t *testing.T) {
	var no, yes yesFlag
	yes.yes = true
	if no.check("it", 2*longest, 2) != nil || yes.check("it", 1e30, 1) != nil {
		t.Error("a day, or what is confirmed, is refused")
	}
	err := no.check("it", 2*longest+1, 2)
	if err == nil || !strings.Contains(err.Error(), "it would take roughly 2 days with 2 workers") || !strings.Contains(err.Error(), "--yes") {
		t.Error(err)
	}
}

func TestRough(t *testing.T) {
	const day = 24 * 3600
	for seconds, want := range map[float64]string{
		1.1 * day: "2 days", 9 * day: "9 days", 91 * day: "100 days", 366 * day: "2 years", 365.25e3 * day: "1000 years", 3e8 * 365.25 * day: "3e+08 years",
	} {
		if got := rough(seconds); got != want {
			t.Errorf("%g days: %s, want %s", seconds/day, got, want)
		}
	}
}

package main

import (
	"strings"
	"testing"
)

func TestYes(t *testing.T) {
	var no, yes yesFlags
	yes.yes = true
	if no.check("it", 2*longest, 2) != nil || yes.check("it", 1e30, 1) != nil {
		t.Error("a day, or what is confirmed, is refused")
	}
	err := no.check("it", 2*longest+1, 2)
	if err == nil || !strings.Contains(err.Error(), "it would take roughly 2 days with 2 workers") || !strings.Contains(err.Error(), "--yes") {
		t.Error(err)
	}
}

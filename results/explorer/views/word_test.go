package views

import (
	"slices"
	"strings"
	"testing"
)

// The words around a word are all that differ in one letter, each once.
func TestAround(t *testing.T) {
	got := around("HRD", "HRD")
	slices.Sort(got)
	if want := strings.Fields("DRD HDD HHD HRH HRR RRD"); !slices.Equal(got, want) {
		t.Error(got)
	}
}

package longtest

import "testing"

func TestOf(t *testing.T) {
	if got := Of("some", "all"); (got == "all") != On() {
		t.Errorf("%s, with long tests %v", got, On())
	}
}

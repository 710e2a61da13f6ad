package longtest

import (
	"fmt"
	"strings"
	"testing"
)

func TestOf(t *testing.T) {
	if got := Of("some", "all"); (got == "all") != On() {
		t.Errorf("%s, with long tests %v", got, On())
	}
}

// What it says here is what make test ends with.
func TestTools(t *testing.T) {
	for name := range tools {
		t.Run(name, func(t *testing.T) { Needs(t, name) })
	}
}

// A program that there is is found, and one that there is not skips the test with a line that says how to have it.
func TestNeeds(t *testing.T) {
	tools["true"] = tool{[][]string{{"no-such-program"}, {"go", "version"}}, "", ""}
	tools["false"] = tool{[][]string{{"no-such-program"}, {"go", "no-such-command"}}, "something", "make something"}
	t.Cleanup(func() { delete(tools, "true"); delete(tools, "false") })
	if path := Needs(t, "true"); !strings.HasSuffix(path, "go") {
		t.Error(path)
	}
	s := &skipped{TB: t}
	if Needs(s, "false"); s.says != "SKIPPED: no false, so that there was no test of something: make something" {
		t.Errorf("%q", s.says)
	}
}

// skipped notes why it would be skipped.
type skipped struct {
	testing.TB
	says string
}

func (s *skipped) Skipf(format string, args ...any) { s.says = fmt.Sprintf(format, args...) }

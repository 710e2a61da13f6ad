package position

import (
	"strings"
	"testing"
)

func FuzzWord(f *testing.F) {
	a := alphabet(f, 5, "HRD", "literal", "H=hindu(mean=2,sd=1)", "D=deal(piles=2)")
	for _, s := range []string{"HDHRDHH", "", "D", "hrd", "H R", "H\nR", "\u00df", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		w, err := a.Parse(s)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("%q: the error has several lines: %q", s, err)
			}
			return
		}
		if a.Format(w) != s {
			t.Errorf("%q reads back as %q", s, a.Format(w))
		}
		before, core, after := a.Split(w)
		if a.Format(before)+a.Format(core)+a.Format(after) != s || len(a.Core(w)) > len(core) {
			t.Errorf("%q is taken apart into %q, %q and %q", s, a.Format(before), a.Format(core), a.Format(after))
		}
	})
}

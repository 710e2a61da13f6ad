package law

import (
	"strings"
	"testing"
)

func FuzzWord(f *testing.F) {
	a := alphabet(f, 4, "riffle", "deal(piles=2)")
	for _, s := range []string{"ABBA", "", "B", "ab", "A B", "A\nB", "\u00df", "\xff"} {
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
		back := ""
		for _, l := range w {
			back += string(a.Letters[l].Name)
		}
		if back != s {
			t.Errorf("%q reads back as %q", s, back)
		}
	})
}

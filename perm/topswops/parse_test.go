package topswops

import (
	"slices"
	"strings"
	"testing"
)

// A deck is refused in one line, or it is one: each card once.
func FuzzParseDeck(f *testing.F) {
	for _, s := range []string{"3 1 2", "3,1,2", "1", "", "2 2", "0 1", "1 x", "1\n2", "\t1,, 2\r", "999999999999999999999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		deck, err := ParseDeck(s)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("%q: the error has several lines: %q", s, err)
			}
			return
		}
		slices.Sort(deck)
		for i, v := range deck {
			if v != i+1 {
				t.Errorf("%q is taken for a deck", s)
			}
		}
	})
}

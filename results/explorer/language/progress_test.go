package language

import (
	"slices"
	"testing"

	"dovetail/results"
)

// What is told never goes back, whichever part it is of, and the best that was found stays for its part.
func TestOnward(t *testing.T) {
	var at results.Progress
	for _, p := range []results.Progress{
		{Share: 0.4, Seconds: 3, Left: 5, Best: []string{"a"}}, {Share: 0.1, Seconds: 1, Left: 9}, {Share: 0.5, Seconds: 4},
		{Best: []string{"b"}},
	} {
		next := Onward(at, p)
		if next.Share < at.Share || next.Seconds < at.Seconds || len(next.Best) < len(at.Best) || next.Left != p.Left ||
			p.Best != nil && !slices.Equal(next.Best, p.Best) {
			t.Errorf("%+v, then %+v: %+v", at, p, next)
		}
		at = next
	}
	if at.Share != 0.5 || at.Seconds != 4 {
		t.Errorf("%+v", at)
	}
	if at = Onward(at, results.Progress{Part: "f9"}); at.Best != nil || at.Share != 0.5 {
		t.Errorf("what another part has found is shown: %+v", at)
	}
}

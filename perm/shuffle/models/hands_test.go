package models

import (
	"testing"

	"dovetail/perm/shuffle/riffles"
)

// What is said of a riffle without its law is what its law says.
func TestInAnyOrder(t *testing.T) {
	for _, d := range Describe() {
		for _, spec := range Variations(d.Name) {
			m, err := Parse(spec)
			if err != nil || m.Check(12) != nil {
				continue
			}
			laws := riffles.Interleavings(m, 12)
			if want := len(laws) == 1 && laws[0].Drops == nil; riffles.InAnyOrder(m, 12) != want {
				t.Errorf("%s: %t, want %t", spec, !want, want)
			}
			n := riffles.MaxInterleaved + 1
			large := len(laws) == 1 && laws[0].Drops == nil && laws[0].Switch == 0
			if got := riffles.Interleavings(m, n); riffles.InAnyOrder(m, n) != large || (len(got) == 1) != large {
				t.Errorf("%s with %d cards: %t, want %t", spec, n, !large, large)
			}
			if n = riffles.MaxCut + 1; riffles.InAnyOrder(m, n) || riffles.Interleavings(m, n) != nil {
				t.Errorf("%s with %d cards", spec, n)
			}
		}
	}
}

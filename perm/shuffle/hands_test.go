package shuffle

import "testing"

// What is said of a riffle without its law is what its law says.
func TestInAnyOrder(t *testing.T) {
	for _, d := range Describe() {
		for _, spec := range Variations(d.Name) {
			m, err := Parse(spec)
			if err != nil || m.Check(12) != nil {
				continue
			}
			laws := Interleavings(m, 12)
			if want := len(laws) == 1 && laws[0].Drops == nil; InAnyOrder(m, 12) != want {
				t.Errorf("%s: %t, want %t", spec, !want, want)
			}
			if InAnyOrder(m, MaxInterleaved+1) {
				t.Errorf("%s with %d cards", spec, MaxInterleaved+1)
			}
		}
	}
}

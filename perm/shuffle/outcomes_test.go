package shuffle

import (
	"fmt"
	"math/big"
	"testing"

	"dovetail/perm"
)

// Outcomes that are known in advance are those that Support comes to.
func TestOutcomes(t *testing.T) {
	specs := []string{"wash", "inverse(of=wash)", "inverse(of=ashuffle(a=2))", "riffle"}
	for a := 1; a <= 8; a++ {
		specs = append(specs, fmt.Sprintf("ashuffle(a=%d)", a))
	}
	for _, spec := range specs {
		m, err := Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		for n := 1; n <= 7; n++ {
			seen := map[string]bool{}
			m.Support(n, 64, func(p perm.Perm, _ *big.Int) bool {
				seen[fmt.Sprint(p)] = true
				return true
			})
			known := Outcomes(m, n)
			if spec == "riffle" {
				if known != nil {
					t.Errorf("%s: %v", spec, known)
				}
			} else if known.Int64() != int64(len(seen)) {
				t.Errorf("%s at n=%d: %v outcomes, %d seen", spec, n, known, len(seen))
			}
			if IsUniform(m) != (spec == "wash" || spec == "inverse(of=wash)") {
				t.Errorf("%s: uniform %v", spec, IsUniform(m))
			}
		}
	}
}

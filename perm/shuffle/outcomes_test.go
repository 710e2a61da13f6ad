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

// The probability of every outcome is a multiple of 1/Denominator.
func TestDenominators(t *testing.T) {
	const bits = 400
	for _, spec := range []string{
		"riffle", "cut", "cut(law=binomial)", "top", "wash", "ashuffle(a=3)", "faro(kind=in)", "deal(piles=2)", "human",
		"human(low=-1/2,high=3/4,double=2/7)", "inverse(of=riffle)",
		"hindu(size=uniform,min=1,max=3)", "hindu(size=uniform,min=2,max=3)", "hindu(size=uniform,min=2,max=4)",
	} {
		m, err := Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		for n := 2; n <= 6; n++ {
			if m.Check(n) != nil {
				continue
			}
			den := m.(Rational).Denominator(n)
			if den == nil {
				t.Fatalf("%s has no denominator", spec)
			}
			sums := map[string]*big.Int{}
			m.Support(n, bits, func(p perm.Perm, w *big.Int) bool {
				key := fmt.Sprint(p)
				if sums[key] == nil {
					sums[key] = new(big.Int)
				}
				sums[key].Add(sums[key], w)
				return true
			})
			half := new(big.Int).Lsh(big.NewInt(1), bits-1)
			for p, w := range sums {
				parts := w.Mul(w, den)
				whole := new(big.Int).Add(parts, half)
				whole.Rsh(whole, bits).Lsh(whole, bits)
				if off := parts.Sub(parts, whole); off.BitLen() > bits/2 {
					t.Fatalf("%s at n=%d: %s has no whole number of parts of 1/%v", spec, n, p, den)
				}
			}
		}
	}
}

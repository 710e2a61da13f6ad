package shuffle

import (
	"math/big"
	"testing"

	"dovetail/perm"
)

// One riffle makes at most two rising sequences, and every permutation with at
// most two is one: 2^n - n in all, the identity from n+1 cuts and each other
// from one.
func TestRiffleRisingSequences(t *testing.T) {
	for n := 1; n <= 10; n++ {
		seen := map[string]int{}
		(&Riffle{}).Support(n, uint(n), func(p perm.Perm, _ *big.Int) bool {
			if r := p.RisingSequences(); r > 2 {
				t.Fatalf("n=%d: a riffle leaves %d rising sequences: %v", n, r, p)
			}
			key := make([]byte, n)
			for i, j := range p {
				key[i] = byte(j)
			}
			seen[string(key)]++
			return true
		})
		if want := 1<<n - n; len(seen) != want {
			t.Errorf("n=%d: %d permutations, not %d", n, len(seen), want)
		}
	}
}

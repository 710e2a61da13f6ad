package riffles

import (
	"math/big"
	"testing"

	"dovetail/perm/shuffle/fixed"
)

// P(i, j) = 1/a sum_s P(Bin(j-1, (s+1)/a) + Bin(n-j, s/a) = i-1), term by term.
func TestAShuffleClosedForm(t *testing.T) {
	const bits = 128
	for _, a := range []int{1, 2, 3, 4, 10, 100} {
		for _, n := range []int{1, 2, 5, 12, 17} {
			law := NewAShuffle(a).Law(n, bits)
			all := new(big.Int).Exp(big.NewInt(int64(a)), big.NewInt(int64(n)), nil)
			for i := 1; i <= n; i++ {
				for j := 1; j <= n; j++ {
					sum := new(big.Int)
					for s := range a {
						for k := max(0, i-1-(n-j)); k <= min(i-1, j-1); k++ {
							term := binomialTerm(j-1, k, s+1, a)
							sum.Add(sum, term.Mul(term, binomialTerm(n-j, i-1-k, s, a)))
						}
					}
					want := fixed.Ratio(sum, all, bits)
					if want.Sub(want, law.At(i-1, j-1)).CmpAbs(big.NewInt(law.Slack)) > 0 {
						t.Fatalf("a=%d n=%d P(%d, %d) is off by %v units", a, n, i, j, want)
					}
				}
			}
		}
	}
}

// binomialTerm is C(m, k) share^k (a-share)^(m-k).
func binomialTerm(m, k, share, a int) *big.Int {
	p := new(big.Int).Exp(big.NewInt(int64(share)), big.NewInt(int64(k)), nil)
	p.Mul(p, new(big.Int).Exp(big.NewInt(int64(a-share)), big.NewInt(int64(max(0, m-k))), nil))
	return p.Mul(p, new(big.Int).Binomial(int64(m), int64(k)))
}

package riffle

import (
	"math"
	"math/big"
	"testing"

	"dovetail/perm"
)

// checkEntropy holds Entropy against the definition in floating point.
func checkEntropy(t *testing.T, where string, l law, s *Shuffle, a *big.Int) {
	t.Helper()
	want := 0.0
	uniform := new(big.Rat).SetFrac(big.NewInt(1), factorial(l.n))
	l.ratios(func(_ perm.Perm, ratio *big.Rat) {
		x, _ := ratio.Float64()
		p, _ := new(big.Rat).Mul(ratio, uniform).Float64()
		if p > 0 {
			want += p * math.Log2(x)
		}
	})
	lo, hi := s.Entropy(a, within(1e-14))
	low, _ := lo.Float64()
	high, _ := hi.Float64()
	if want < low-1e-12 || want > high+1e-12 {
		t.Errorf("%sentropy deficit %v is not in [%v, %v]", where, want, low, high)
	}
}

// within decides once the interval is narrow enough.
func within(width float64) func(lo, hi *big.Rat) bool {
	most := new(big.Rat).SetFloat64(width)
	return func(lo, hi *big.Rat) bool { return new(big.Rat).Sub(hi, lo).Cmp(most) <= 0 }
}

package fixed

import (
	"math"
	"math/big"
	"testing"
)

// The normal distribution function against the standard library's erfc.
func TestNormal(t *testing.T) {
	d := NewNormal(100)
	for x := -9.0; x <= 9; x += 0.125 {
		got, _ := new(big.Float).SetMantExp(new(big.Float).SetInt(d.CDF(new(big.Rat).SetFloat64(x))), -100).Float64()
		want := math.Erfc(-x/math.Sqrt2) / 2
		// Rounding x/sqrt(2) alone moves erfc by up to x^2 2^-53 of itself.
		if math.Abs(got-want) > 3e-16*(1+x*x)*want+1e-30 {
			t.Errorf("Phi(%v) = %v, want %v", x, got, want)
		}
	}
}

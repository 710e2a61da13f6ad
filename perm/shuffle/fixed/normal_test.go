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

// floating is Phi(x) by the same series in floating point of twice the bits and more.
func floating(x *big.Rat, bits uint) *big.Int {
	prec := 2*bits + 128
	series := func(x *big.Rat) *big.Float {
		term := new(big.Float).SetPrec(prec).SetRat(x)
		square, sum := new(big.Float).Mul(term, term), new(big.Float).SetPrec(prec)
		for i := int64(0); ; i++ {
			part := new(big.Float).SetPrec(prec).Quo(term, new(big.Float).SetInt64(2*i+1))
			sum.Add(sum, part)
			if part.Sign() == 0 || part.MantExp(nil) < -int(bits)-64 {
				return sum
			}
			term.Mul(term, square).Quo(term, new(big.Float).SetInt64(-2*(i+1)))
		}
	}
	infinity := series(tailBelow(bits + 64))
	sum := series(x)
	sum.Quo(sum, infinity.Add(infinity, infinity)).Add(sum, big.NewFloat(0.5))
	units, _ := sum.SetMantExp(sum, int(bits)).Int(nil)
	return units
}

// Sums of words against floating point: sizes of packets, which are fractions of small numbers, and others.
func TestNormalOfWords(t *testing.T) {
	for _, bits := range []uint{64, 220, 1024} {
		d := NewNormal(bits)
		xs := []*big.Rat{big.NewRat(1, 1<<50), big.NewRat(-12345678901, 9876543211), new(big.Rat).SetFloat64(-math.Pi)}
		for k := int64(-60); k <= 420; k += 37 { // (k/10 + 1/2 - 10) / (5/3)
			xs = append(xs, big.NewRat(3*(k-95), 50))
		}
		for _, x := range xs {
			if new(big.Rat).Abs(x).Cmp(d.Reach) > 0 {
				continue // 0 or 1, where the series in floating point has no digits left
			}
			got, want := d.CDF(x), floating(x, bits)
			if new(big.Int).Sub(got, want).CmpAbs(big.NewInt(1)) > 0 {
				t.Errorf("Phi(%v) in %d bits is %v, not %v", x, bits, got, want)
			}
		}
	}
}

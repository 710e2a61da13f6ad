package mersenne

import (
	"math/big"
	"testing"

	"dovetail/perm/modular"
	"dovetail/perm/must"
)

func TestFactorTo128(t *testing.T) {
	for k := uint64(1); k <= exponents; k++ {
		f := must.Have(Factor(t.Context(), k))(t)
		product := big.NewInt(1)
		for _, p := range f.Primes {
			if !p.ProbablyPrime(5) {
				t.Errorf("2^%d - 1: %s is not prime", k, p)
			}
			product.Mul(product, p)
		}
		if product.Cmp(power(k)) != 0 || len(f.Composites) > 0 {
			t.Errorf("2^%d - 1: %s, left %s", k, f.Primes, f.Composites)
		}
	}
}

func TestParts(t *testing.T) {
	for k := uint64(1); k <= 400; k++ {
		product := big.NewInt(1)
		for _, p := range parts(k) {
			product.Mul(product, p)
		}
		if product.Cmp(power(k)) != 0 {
			t.Fatalf("the parts of 2^%d - 1 multiply to %s", k, product)
		}
	}
}

// TestCurves holds the curves alone to products of primes near 2^40 and 2^45.
func TestCurves(t *testing.T) {
	for _, pair := range [][2]int64{{1099511627791, 35184372088891}, {1099511627803, 1099511627791}} {
		n := new(big.Int).Mul(big.NewInt(pair[0]), big.NewInt(pair[1]))
		if d, err := ecm(t.Context(), n); err != nil || d == nil || new(big.Int).Rem(n, d).Sign() != 0 {
			t.Errorf("%s: %v", n, d)
		}
	}
}

// TestModuli walks through all small odd moduli.
func TestModuli(t *testing.T) {
	byOrder := map[uint64][]uint64{}
	const limit = 1 << 14
	for m := uint64(1); m < limit; m += 2 {
		o := modular.NaiveOrder(2, m)
		byOrder[o] = append(byOrder[o], m)
	}
	for k := uint64(1); k <= 60; k++ {
		f := must.Have(Factor(t.Context(), k))(t)
		moduli := must.Have(f.Moduli())(t)
		for i, m := range byOrder[k] {
			if i >= len(moduli) || moduli[i].Cmp(new(big.Int).SetUint64(m)) != 0 {
				t.Fatalf("order %d: modulus %d is missing from %s", k, m, moduli)
			}
		}
		if n := len(byOrder[k]); n < len(moduli) && moduli[n].Cmp(big.NewInt(limit)) < 0 {
			t.Fatalf("order %d: %s is too many", k, moduli[n])
		}
	}
}

func TestRefuses(t *testing.T) {
	for _, k := range []uint64{0, MaxExponent + 1} {
		if _, err := Factor(t.Context(), k); err == nil {
			t.Errorf("exponent %d passed", k)
		}
	}
}

package modular

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"dovetail/perm/must"
)

func TestOrderAgainstNaive(t *testing.T) {
	for m := uint64(1); m <= 20000; m += 2 {
		c := must.Have(Order(2, m))(t)
		if want := NaiveOrder(2, m); c.Order != want {
			t.Fatalf("order of 2 modulo %d: %d, want %d", m, c.Order, want)
		}
	}
	for m := uint64(1); m <= 300; m++ {
		for a := uint64(1); a <= m; a++ {
			c, err := Order(a, m)
			if (err == nil) != (GCD(a, m) == 1) {
				t.Fatalf("order of %d modulo %d: %v", a, m, err)
			}
			if err == nil && c.Order != NaiveOrder(a, m) {
				t.Fatalf("order of %d modulo %d: %d", a, m, c.Order)
			}
		}
	}
}

// TestWieferich holds the two primes with 2^(p-1) = 1 mod p^2 to the orders
// that follow: ord(p^2) = ord(p), then a factor p for each further power.
func TestWieferich(t *testing.T) {
	for m, want := range map[uint64]uint64{
		1093: 364, 1093 * 1093: 364, 1093 * 1093 * 1093: 364 * 1093,
		3511: 1755, 3511 * 3511: 1755, 3 * 1093 * 1093: 364, 1093 * 3511: LCM(364, 1755),
	} {
		c, err := Order(2, m)
		if err != nil || c.Order != want || NaiveOrder(2, m) != want {
			t.Errorf("order of 2 modulo %d: %d, want %d (%v)", m, c.Order, want, err)
		}
		if err := c.Verify(); err != nil {
			t.Error(err)
		}
	}
}

func TestCertificates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.Uint64Range(1, 1<<63-1).Draw(t, "m") | 1
		c := must.Have(Order(2, m))(t)
		must.Do(t, c.Verify())
		c.OrderFactors = c.OrderFactors.LCM(Factors{{1009, 1}}).LCM(Factors{{1013, 2}})
		c.Order = c.OrderFactors.Product()
		if c.Verify() == nil {
			t.Fatalf("a multiple of the order of %d passed", m)
		}
	})
}

// False proofs, each with one thing wrong: 2 has order 10 modulo 341 = 11 * 31, and
// 340 is a multiple of that.
func TestFalseCertificates(t *testing.T) {
	right := Certificate{2, 341, 10, Factors{{11, 1}, {31, 1}}, Factors{{2, 1}, {5, 1}}}
	must.Do(t, right.Verify())
	for what, wrong := range map[string]Certificate{
		"a modulus taken for a prime": {2, 341, 10, Factors{{341, 1}}, Factors{{2, 1}, {5, 1}}},
		"an order taken for a prime":  {2, 341, 10, right.ModulusFactors, Factors{{10, 1}}},
		"factors of another modulus":  {2, 341, 10, Factors{{11, 1}}, right.OrderFactors},
		"factors of another order":    {2, 341, 10, right.ModulusFactors, Factors{{2, 1}}},
		"no power of a prime":         {2, 341, 10, Factors{{11, 1}, {31, 1}, {7, 0}}, right.OrderFactors},
		"a multiple of the order":     {2, 341, 340, right.ModulusFactors, Factors{{2, 2}, {5, 1}, {17, 1}}},
		"a divisor of the order":      {2, 341, 5, right.ModulusFactors, Factors{{5, 1}}},
		"another base":                {3, 341, 10, right.ModulusFactors, right.OrderFactors},
	} {
		if wrong.Verify() == nil {
			t.Errorf("%s passed", what)
		}
	}
}

// Montgomery's products against remainders, for moduli of every size, the largest among
// them.
func TestMontgomery(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := (uint64(1)<<63 - rapid.Uint64Range(1, 1<<62).Draw(t, "below")) >> rapid.IntRange(0, 60).Draw(t, "shift")
		m = max(m|1, 3)
		g := newMontgomery(m)
		x, y := rapid.Uint64Range(0, m-1).Draw(t, "x"), rapid.Uint64Range(0, m-1).Draw(t, "y")
		if got := g.Mul(g.Mul(g.In(x), g.In(y)), 1); got != Mul(x, y, m) {
			t.Fatalf("%d %d modulo %d is %d, want %d", x, y, m, got, Mul(x, y, m))
		}
		if e := rapid.Uint64().Draw(t, "e"); g.Mul(g.Power(g.In(x), e), 1) != Power(x, e, m) {
			t.Fatalf("%d^%d modulo %d", x, e, m)
		}
	})
}

func TestFactor(t *testing.T) {
	for n := uint64(1); n < 5000; n++ {
		checkFactorisation(t, n)
	}
	for _, n := range []uint64{1<<63 - 1, 1<<62 - 57, 3037000493 * 3037000493, 2097143 * 2097143 * 2097143,
		1 << 62, 2147483647 * 2147483629} {
		checkFactorisation(t, n)
	}
	rapid.Check(t, func(t *rapid.T) { checkFactorisation(t, rapid.Uint64Range(1, 1<<63-1).Draw(t, "n")) })
}

func checkFactorisation(t must.TB, n uint64) {
	must.Do(t, checkFactors("number", n, Factor(n)))
}

func TestIsPrime(t *testing.T) {
	for n := uint64(0); n < 100000; n++ {
		if IsPrime(n) != new(big.Int).SetUint64(n).ProbablyPrime(0) {
			t.Fatal(n)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Uint64Range(0, 1<<63-1).Draw(t, "n")
		if IsPrime(n) != new(big.Int).SetUint64(n).ProbablyPrime(0) {
			t.Fatal(n)
		}
	})
}

func BenchmarkOrder(b *testing.B) {
	for b.Loop() {
		if _, err := Order(2, 1<<62+1); err != nil {
			b.Fatal(err)
		}
	}
}

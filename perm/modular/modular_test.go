package modular

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestOrderAgainstNaive(t *testing.T) {
	for m := uint64(1); m <= 20000; m += 2 {
		c, err := Order(2, m)
		if err != nil {
			t.Fatal(err)
		}
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
		c, err := Order(2, m)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Verify(); err != nil {
			t.Fatal(err)
		}
		c.OrderFactors = c.OrderFactors.lcm(Factors{{1009, 1}}).lcm(Factors{{1013, 2}})
		c.Order = c.OrderFactors.Product()
		if c.Verify() == nil {
			t.Fatalf("a multiple of the order of %d passed", m)
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

type fataler interface{ Fatal(...any) }

func checkFactorisation(t fataler, n uint64) {
	if err := checkFactors("number", n, Factor(n)); err != nil {
		t.Fatal(err)
	}
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

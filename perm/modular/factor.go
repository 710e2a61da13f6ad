package modular

import (
	"fmt"
	"slices"
	"strings"
)

// PrimePower is P^E with P prime and E >= 1.
type PrimePower struct {
	P uint64
	E int
}

// Factors is a factorisation: distinct primes, rising. The empty one is 1.
type Factors []PrimePower

// trialLimit is where rho becomes cheaper than dividing.
const trialLimit = 256

// Factor factors n, 1 <= n < 2^63: small primes by division, the rest by rho
// until IsPrime accepts every part.
func Factor(n uint64) Factors {
	var primes []uint64
	for p := uint64(2); p < trialLimit && p*p <= n; p += 1 + p&1 {
		for n%p == 0 {
			primes = append(primes, p)
			n /= p
		}
	}
	primes = split(n, primes)
	slices.Sort(primes)
	var f Factors
	for _, p := range primes {
		if k := len(f); k > 0 && f[k-1].P == p {
			f[k-1].E++
		} else {
			f = append(f, PrimePower{p, 1})
		}
	}
	return f
}

// split appends the primes of n, which is 1 or has no factor 2.
func split(n uint64, primes []uint64) []uint64 {
	switch {
	case n == 1:
		return primes
	case n < trialLimit*trialLimit || IsPrime(n):
		return append(primes, n)
	}
	d := rho(n)
	return split(n/d, split(d, primes))
}

// Product multiplies the powers together.
func (f Factors) Product() uint64 {
	n := uint64(1)
	for _, q := range f {
		for range q.E {
			n *= q.P
		}
	}
	return n
}

// Totient is Euler's function of the product.
func (f Factors) Totient() uint64 {
	n := f.Product()
	for _, q := range f {
		n -= n / q.P
	}
	return n
}

// String writes 2^3 * 5; the empty product is 1.
func (f Factors) String() string {
	if len(f) == 0 {
		return "1"
	}
	var parts []string
	for _, q := range f {
		if q.E == 1 {
			parts = append(parts, fmt.Sprint(q.P))
		} else {
			parts = append(parts, fmt.Sprintf("%d^%d", q.P, q.E))
		}
	}
	return strings.Join(parts, " * ")
}

// lcm is the factorisation of the least common multiple.
func (f Factors) lcm(g Factors) Factors {
	var out Factors
	for len(f) > 0 && len(g) > 0 {
		switch {
		case f[0].P < g[0].P:
			out, f = append(out, f[0]), f[1:]
		case f[0].P > g[0].P:
			out, g = append(out, g[0]), g[1:]
		default:
			out = append(out, PrimePower{f[0].P, max(f[0].E, g[0].E)})
			f, g = f[1:], g[1:]
		}
	}
	return append(append(out, f...), g...)
}

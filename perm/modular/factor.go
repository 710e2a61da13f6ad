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

// rho finds a proper divisor of the odd composite n < 2^63: the sequence
// x -> x^2 + c cycles modulo an unknown prime p of n after about sqrt(p)
// steps, and a difference of two of its terms is then a multiple of p. Brent's
// variant compares with the term at the last power of two and collects the
// differences into one product for each gcd (R. P. Brent, An improved Monte
// Carlo factorization algorithm, 1980). The constants c = 1, 2, 3, ... make it
// the same at every call.
func rho(n uint64) uint64 {
	g := newMontgomery(n)
	for c := uint64(1); ; c++ {
		if d := g.brent(g.In(c)); d != n {
			return d
		}
	}
}

const batch = 128

// brent returns the first divisor above 1 that the sequence with constant c
// meets: n itself when all primes of n meet it together.
func (g montgomery) brent(c uint64) uint64 {
	step := func(x uint64) uint64 {
		x = g.Mul(x, x) + c
		if x >= g.M {
			x -= g.M
		}
		return x
	}
	y := g.In(2)
	for length := 1; ; length *= 2 {
		anchor := y
		for done := 0; done < length; done += batch {
			start, product := y, g.One
			todo := min(batch, length-done)
			for range todo {
				y = step(y)
				product = g.Mul(product, distance(anchor, y))
			}
			if GCD(product, g.M) > 1 {
				return g.firstMeeting(anchor, start, step)
			}
		}
	}
}

// firstMeeting walks a batch again, a gcd at each step.
func (g montgomery) firstMeeting(anchor, y uint64, step func(uint64) uint64) uint64 {
	for {
		y = step(y)
		if d := GCD(distance(anchor, y), g.M); d > 1 {
			return d
		}
	}
}

func distance(a, b uint64) uint64 {
	if a > b {
		return a - b
	}
	return b - a
}

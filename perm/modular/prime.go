package modular

import "math/bits"

// witnesses decide primality below 3.3*10^24, so for every uint64: the first
// twelve primes (Sorenson and Webster, Strong pseudoprimes to twelve prime
// bases, 2015).
var witnesses = [...]uint64{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37}

// IsPrime reports whether n < 2^63 is prime: no chance is involved.
func IsPrime(n uint64) bool {
	if n < 2 {
		return false
	}
	for _, q := range witnesses {
		if n%q == 0 {
			return n == q
		}
	}
	g := newMontgomery(n)
	for _, q := range witnesses {
		if !g.strongProbable(q) {
			return false
		}
	}
	return true
}

// strongProbable reports whether M passes the test of Miller and Rabin: with
// M-1 = d*2^s and d odd, a prime M has base^d = 1 or base^(d*2^i) = -1 for an i < s.
func (g montgomery) strongProbable(base uint64) bool {
	s := bits.TrailingZeros64(g.M - 1)
	x := g.Power(g.In(base), (g.M-1)>>s)
	if x == g.One || x == g.M-g.One {
		return true
	}
	for range s - 1 {
		x = g.Mul(x, x)
		if x == g.M-g.One {
			return true
		}
	}
	return false
}

package modular

import "math/bits"

// Mul is a*b mod m, for a < m.
func Mul(a, b, m uint64) uint64 {
	hi, lo := bits.Mul64(a, b%m)
	_, r := bits.Div64(hi, lo, m)
	return r
}

// Power is a^e mod m by repeated squaring; Power(a, 0, 1) is 0.
func Power(a, e, m uint64) uint64 {
	a %= m
	r := 1 % m
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			r = Mul(r, a, m)
		}
		a = Mul(a, a, m)
	}
	return r
}

// GCD is the greatest common divisor; GCD(a, 0) is a.
func GCD(a, b uint64) uint64 {
	if a == 0 || b == 0 {
		return a | b
	}
	if a < b {
		a, b = b, a
	}
	if a %= b; a == 0 { // one step of Euclid's algorithm brings them to one size
		return b
	}
	shift := bits.TrailingZeros64(a | b)
	a >>= bits.TrailingZeros64(a)
	for b != 0 {
		b >>= bits.TrailingZeros64(b)
		less := min(a, b)
		a, b = less, max(a, b)-less
	}
	return a << shift
}

// LCM is the least common multiple, which must fit 64 bits.
func LCM(a, b uint64) uint64 { return a / GCD(a, b) * b }

// montgomery multiplies modulo an odd m below 2^63 without dividing: x is
// held as x*2^64 mod m, and Mul(x, y) is x*y/2^64 mod m (P. L. Montgomery,
// Modular multiplication without trial division, 1985).
type montgomery struct {
	M   uint64 // the modulus
	Inv uint64 // 1/M mod 2^64
	One uint64 // 2^64 mod M, the form of 1
	sq  uint64 // 2^128 mod M, which brings numbers into the form
}

// newMontgomery prepares the odd modulus m, 1 < m < 2^63.
func newMontgomery(m uint64) montgomery {
	one := -m % m
	return montgomery{M: m, Inv: inverse64(m), One: one, sq: Mul(one, one, m)}
}

// inverse64 is 1/m mod 2^64 for odd m. Newton's step doubles the number of
// right bits, and 3m xor 2 has five of them.
func inverse64(m uint64) uint64 {
	x := 3*m ^ 2
	for range 4 {
		x *= 2 - m*x
	}
	return x
}

// Mul is the product of two numbers in the form, below M.
func (g montgomery) Mul(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x, y)
	q, _ := bits.Mul64(lo*g.Inv, g.M)
	r := hi - q
	if hi < q {
		r += g.M
	}
	return r
}

// In brings x into the form.
func (g montgomery) In(x uint64) uint64 { return g.Mul(x%g.M, g.sq) }

// Power is x^e, with x and the result in the form.
func (g montgomery) Power(x, e uint64) uint64 {
	r := g.One
	for i := bits.Len64(e) - 1; i >= 0; i-- {
		r = g.Mul(r, r)
		if e>>i&1 == 1 {
			r = g.Mul(r, x)
		}
	}
	return r
}

// witnesses decide primality below 3.1*10^23, so for every uint64: the first
// twelve primes (Sorenson and Webster, Strong pseudoprimes to twelve prime
// bases, 2015).
var witnesses = [...]uint64{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37}

// IsPrime reports whether n < 2^63 is prime. The test is deterministic.
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

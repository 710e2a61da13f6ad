package orders

import (
	"math"
	"math/bits"

	"dovetail/perm/modular"
)

// totients find the orders of candidates p. The order divides p-1. It is what remains
// of p-1 when every prime q of p-1 is taken out as long as 2 to the power of the
// quotient is still 1.
//
// The prime 2 needs a test in one case of four only: 2 is a square modulo p
// exactly when p = 1 or 7 modulo 8. For p = 3 or 5 the order keeps the whole
// power of 2 in p-1; for p = 7 it is odd; for p = 1 it divides (p-1)/2.
type totients struct {
	candidates
	small  []smallPrime // primes q tried on every p
	large  []smallPrime // the others, found by a sieve
	rest   []uint64     // odd part of p-1 without the primes found
	listed []uint16
	least  uint64 // of the candidates
	most   uint64
}

type smallPrime struct {
	divisor
	prime uint64
}

// triedPrimes is how many small q are tried on each p rather than found by a
// sieve. Its exact value matters little.
const triedPrimes = 8

func (c *totients) init(primes []uint64) {
	c.candidates.init()
	for i, q := range primes {
		s := smallPrime{newDivisor(q), q}
		if i < triedPrimes {
			c.small = append(c.small, s)
		} else {
			c.large = append(c.large, s)
		}
	}
}

// begin makes room for n candidates, at most 2^16.
func (c *totients) begin(n int) {
	c.p, c.order = resize(c.p, n), resize(c.order, n)
	c.rest, c.listed = resize(c.rest, n), resize(c.listed, n+1)
}

// takeTwo decides the prime 2, as far as p modulo 8 does, and begins with the odd part
// of p-1.
func (c *totients) takeTwo() {
	order, rest := c.order[:len(c.p)], c.rest[:len(c.p)]
	c.least, c.most = ^uint64(0), 0
	for k, p := range c.p {
		c.least, c.most = min(c.least, p), max(c.most, p)
		rest[k] = (p - 1) >> bits.TrailingZeros64(p-1)
		halved := (p>>1 ^ p>>2 ^ 1) & 1 // 1 when p is 1 or 7 modulo 8
		order[k] = (p - 1) >> halved
	}
	s := squarings((c.most - 1) / 4)
	if len(c.p) == 0 || s == 0 || c.most-1 > 2*(c.least-1) {
		for k, p := range c.p {
			if p&7 == 1 {
				c.ask(newQuestion((p-1)/4, p, 2, k))
			}
		}
		return
	}
	b := &c.buckets[s] // for an exponent with one bit less too
	for k, p := range c.p {
		b.put((p-1)/4, p, 2, k)
		if b.n += int(isZero(p&7 ^ 1)); b.n == lanes {
			c.run(s)
		}
	}
}

// takeSmall divides each p-1 by the smallest odd primes.
func (c *totients) takeSmall() {
	for j := range c.small {
		c.takeEach(&c.small[j])
	}
}

// takeEachGo divides each p-1 by q. Candidates that q divides are listed first, to
// avoid mispredicted branches.
func (c *totients) takeEachGo(q *smallPrime) {
	n := 0
	for k, rest := range c.rest {
		c.listed[n] = uint16(k)
		_, short := bits.Sub64(q.last, rest*q.inv, 0)
		n += int(1 - short)
	}
	for _, k := range c.listed[:n] {
		c.take(int(k), q)
	}
}

// take removes q from what is left of p-1 and asks whether the order has it.
func (c *totients) take(k int, q *smallPrime) {
	rest := c.rest[k] * q.inv
	for next := rest * q.inv; next <= q.last; next *= q.inv {
		rest = next
	}
	c.rest[k] = rest
	p := c.p[k]
	e := (p - 1) * q.inv
	s := squarings(e)
	if s == 0 {
		c.askShift(newQuestion(e, p, q.prime, k))
		return
	}
	b := &c.buckets[s] // as ask does, without the call
	b.put(e, p, q.prime, k)
	if b.n++; b.n == lanes {
		c.run(s)
	}
}

// takeRest adds the question for what is left of p-1 when it is one prime.
func (c *totients) takeRest() {
	for k, q := range c.rest {
		if q > 1 {
			p := c.p[k]
			c.ask(newQuestion((p-1)/q, p, q, k))
		}
	}
}

// divisor divides by a fixed odd d without a division: x is a multiple of d
// exactly when x/d mod 2^64 is at most (2^64-1)/d, and is then the quotient
// (T. Granlund and P. L. Montgomery, Division by invariant integers using
// multiplication, 1994).
type divisor struct{ inv, last uint64 }

func newDivisor(d uint64) divisor { return divisor{inverse(d), ^uint64(0) / d} }

// exact is x/d; ok reports whether d divides x.
func (d divisor) exact(x uint64) (q uint64, ok bool) {
	q = x * d.inv
	return q, q <= d.last
}

// oddPrimes are the odd primes up to n, rising.
func oddPrimes(n uint64) []uint64 { return modular.Primes(max(2, n))[1:] }

// isqrt is the integer part of the square root of n < 2^63.
func isqrt(n uint64) uint64 {
	r := uint64(math.Sqrt(float64(n)))
	for r*r > n {
		r--
	}
	for (r+1)*(r+1) <= n {
		r++
	}
	return r
}

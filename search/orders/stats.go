package orders

import (
	"fmt"
	"math/big"
	"math/bits"
)

// Stats are sums over odd moduli m with their orders.
type Stats struct {
	Count               uint64
	Sum                 Sum
	Xor                 uint64 // of m*ord modulo 2^64
	Max, MaxAt          uint64 // the largest order and the least m with it
	Min, MinAt          uint64
	Primes              uint64 // m prime
	PrimitiveRootPrimes uint64 // m prime with ord = m-1
	PrimeSum            Sum    // of the orders of the primes
	Pseudoprimes        uint64 // m composite with ord | m-1
}

// Sum is an exact sum of 64-bit numbers.
type Sum struct{ Hi, Lo uint64 }

// Add adds x.
func (s *Sum) Add(x uint64) { s.add(Sum{0, x}) }

func (s *Sum) add(t Sum) {
	var carry uint64
	s.Lo, carry = bits.Add64(s.Lo, t.Lo, 0)
	s.Hi += t.Hi + carry
}

// subtract takes x back.
func (s *Sum) subtract(x uint64) {
	var borrow uint64
	s.Lo, borrow = bits.Sub64(s.Lo, x, 0)
	s.Hi -= borrow
}

// Big is the sum as an integer.
func (s Sum) Big() *big.Int {
	hi := new(big.Int).SetUint64(s.Hi)
	return hi.Lsh(hi, 64).Add(hi, new(big.Int).SetUint64(s.Lo))
}

// validate refuses sums that are impossible for moduli between from and to. Orders are
// less than their modulus, except for that of 1. The sums may be without extremes.
func (st *Stats) validate(from, to uint64, extremes bool) error {
	least, most := st.Min, st.Max
	if !extremes {
		least, most = 1, to
	}
	at := func(order, m uint64) bool {
		return from <= m && m <= to && m&1 == 1 && 1 <= order && order <= max(m-1, 1)
	}
	atMost := func(s Sum, count, each uint64) bool {
		hi, lo := bits.Mul64(count, each)
		return s.Hi < hi || s.Hi == hi && s.Lo <= lo
	}
	atLeast := func(s Sum, count, each uint64) bool {
		hi, lo := bits.Mul64(count, each)
		return s.Hi > hi || s.Hi == hi && s.Lo >= lo
	}
	within := func(s Sum, count uint64) bool { return atLeast(s, count, least) && atMost(s, count, most) }
	ok := *st == Stats{} ||
		st.Count > 0 && st.Primes <= st.Count && st.Pseudoprimes <= st.Count-st.Primes &&
			st.PrimitiveRootPrimes <= st.Primes &&
			(extremes && st.Min <= st.Max && at(st.Min, st.MinAt) && at(st.Max, st.MaxAt) ||
				!extremes && st.Max|st.MaxAt|st.Min|st.MinAt == 0) &&
			within(st.Sum, st.Count) && within(st.PrimeSum, st.Primes)
	if !ok {
		return fmt.Errorf("impossible sums over %d..%d: %+v", from, to, *st)
	}
	return nil
}

// Merge adds the sums over other moduli. Ties of the extremes go to the least
// modulus, so that the result does not depend on the order of merging.
func (st *Stats) Merge(o Stats) {
	if o.Count > 0 && (st.Count == 0 || o.Max > st.Max || o.Max == st.Max && o.MaxAt < st.MaxAt) {
		st.Max, st.MaxAt = o.Max, o.MaxAt
	}
	if o.Count > 0 && (st.Count == 0 || o.Min < st.Min || o.Min == st.Min && o.MinAt < st.MinAt) {
		st.Min, st.MinAt = o.Min, o.MinAt
	}
	st.Count += o.Count
	st.Sum.add(o.Sum)
	st.Xor ^= o.Xor
	st.Primes += o.Primes
	st.PrimitiveRootPrimes += o.PrimitiveRootPrimes
	st.PrimeSum.add(o.PrimeSum)
	st.Pseudoprimes += o.Pseudoprimes
}

// stats sums over the cells. Going down, the records of order m-1 that primes set on the way up are
// met once.
//
// A prime has ord | m-1, and so has a pseudoprime. For most other moduli the order
// contains a higher power of 2 than e = m-1 does, which saves the division. Then the
// order is 0 modulo twice the power of 2 in e, where e and e-1 differ. The other
// suspects are listed first, to avoid mispredicted branches.
func (c *cells) stats() Stats {
	listed, suspects := &c.listed, uint(0)
	st := Stats{Count: uint64(c.n), Min: ^uint64(0)}
	for i, e := c.n-1, c.modulus(c.n-1)-1; i >= 0; i, e = i-1, e-2 {
		order := c.orders[i]
		st.Sum.Add(order)
		st.Xor ^= e*order + order
		if order >= st.Max {
			st.Max, st.MaxAt = order, e+1
		}
		if order <= st.Min {
			st.Min, st.MinAt = order, e+1
		}
		listed[suspects&(maxCells-1)] = uint16(i)
		if order&(e^(e-1)) != 0 {
			suspects++
		}
	}
	for _, i := range c.listed[:suspects] {
		st.Pseudoprimes += divides(c.orders[i], c.modulus(int(i))-1)
	}
	for _, i := range c.primes {
		order := c.orders[i]
		st.PrimeSum.Add(order)
		st.PrimitiveRootPrimes += isZero(c.modulus(int(i)) - 1 - order)
	}
	st.Primes = uint64(len(c.primes))
	st.Pseudoprimes -= st.Primes
	return st
}

// divides is 1 when a divides b, else 0. Up to 2^53 an integer quotient is
// found exactly in floating point, which divides faster.
func divides(a, b uint64) uint64 {
	var rest uint64
	if b < 1<<53 {
		rest = b - uint64(int64(float64(int64(b))/float64(int64(a))))*a
	} else {
		rest = b % a
	}
	return isZero(rest)
}

// isZero is 1 when x is 0, else 0.
func isZero(x uint64) uint64 { return 1 - (x|-x)>>63 }

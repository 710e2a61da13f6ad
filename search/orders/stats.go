package orders

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"

	"dovetail/perm/elementary"
	"dovetail/perm/mersenne"
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

// adder adds up what streams visit, except the extremes.
type adder struct{ Stats }

func (a *adder) prime(p, order uint64) {
	a.Count++
	a.Sum.Add(order)
	a.Xor ^= p * order
	a.Primes++
	a.PrimeSum.Add(order)
	a.PrimitiveRootPrimes += isZero(p - 1 - order)
}

func (a *adder) composite(m, order uint64) {
	a.Count++
	a.Sum.Add(order)
	a.Xor ^= m * order
	a.Pseudoprimes += divides(order, m-1)
}

func (a *adder) run(b *block, s uint64, first, last int) {
	class := b.class[first:last]
	orders, products := b.order[first:last][:len(class)], b.product[first:last][:len(class)]
	sum, xor := uint64(0), uint64(0)
	for i, c := range class {
		factor := b.factor[c]
		sum += orders[i] * factor
		xor ^= products[i] * (s * factor)
	}
	a.Count += uint64(len(class))
	a.Sum.Add(sum)
	a.Xor ^= xor
}

func (a *adder) change(b *block, s uint64, member int, factor uint64) {
	before := b.factor[b.class[member]]
	a.Sum.subtract(b.order[member] * (before - factor))
	a.Xor ^= b.product[member]*(s*before) ^ b.product[member]*(s*factor)
}

func (a *adder) pseudoprime() { a.Pseudoprimes++ }

// nsCell and nsComposite are about the times, in nanoseconds, for an odd number among which primes
// are sought, with the orders of the primes, and for a composite.
const nsCell, nsComposite = 7, 1

// streamParts cuts the streams of a range into parts of about equal weight, which is in nanoseconds:
// groups of the base, then blocks.
func streamParts(from, to uint64) (parts []part) {
	root := rootOf(to)
	whole := float64(nsCell*float64(to)/2) + float64(nsComposite*float64(to)/2)
	each := max(min(1e8, whole/64), whole/maxPieces)
	base := float64(0.3 * nsComposite * float64(to) / 2)
	count := math.Ceil(base / each)
	first := uint64(3)
	for i := 1.0; i <= count; i++ {
		last := uint64(elementary.Exp(elementary.Log(float64(root)) * i / count))
		if i == count {
			last = root
		}
		if last = (last - 1) | 1; last >= first {
			parts = append(parts, part{first, last, base / count})
			first = last + 2
		}
	}
	p := part{from: root + 2}
	for lo := root + 2; lo <= to; {
		if lo > to/3 && lo < from {
			if p.weight > 0 {
				parts = append(parts, p)
			}
			lo, p = from, part{from: from}
		}
		hi := min(blockEnd(lo), to)
		cells := float64(float64(hi-lo)/2) + 1
		p.to = hi
		p.weight += float64(cells * (nsCell + float64(nsComposite*float64(to)/float64(lo)/elementary.Log(float64(lo)))))
		if p.weight >= each || hi == to {
			parts = append(parts, p)
			p = part{from: hi + 2}
		}
		lo = hi + 2
	}
	return parts
}

// largest is the largest order modulo the odd m in from..to, and the least m with it. An order is
// below its modulus, so the search goes down until no m left can have such an order.
func largest(ctx context.Context, from, to uint64) (order, at uint64, err error) {
	for m := to; m >= from && m > order; m -= 2 {
		if err := ctx.Err(); err != nil {
			return 0, 0, err
		}
		if o := orderOf(m).Product(); o >= order {
			order, at = o, m
		}
	}
	return order, at, nil
}

// smallest is the smallest order modulo the odd m in from..to, and the least m with it. A modulus of
// order k is a divisor of 2^k-1, so it is below 2^k. Where the next such number is beyond the range,
// the divisors of all are listed, until one is within a wide range; in a narrow one all orders are found.
func smallest(ctx context.Context, from, to uint64) (order, at uint64, err error) {
	k := uint64(bits.Len64(from))
	if m := uint64(1)<<k - 1; m <= to {
		return k, m, nil
	}
	const narrow, listed = 1 << 15, 128
	if to-from > max(narrow, to/64) {
		for ; k <= listed; k++ {
			f, err := mersenne.Factor(ctx, k)
			if err != nil {
				return 0, 0, err
			}
			moduli, err := f.Moduli()
			if err != nil || len(f.Composites) > 0 {
				break
			}
			for _, m := range moduli { // rising
				if m.IsUint64() && from <= m.Uint64() && m.Uint64() <= to {
					return k, m.Uint64(), nil
				}
			}
		}
	}
	order = math.MaxUint64
	for m := from; m <= to; m += 2 {
		if err := ctx.Err(); err != nil {
			return 0, 0, err
		}
		if o := orderOf(m).Product(); o < order {
			order, at = o, m
		}
	}
	return order, at, nil
}

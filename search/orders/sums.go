package orders

import (
	"context"
	"math"
	"math/bits"

	"dovetail/perm/elementary"
	"dovetail/perm/mersenne"
)

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
		cells := float64(hi-lo)/2 + 1
		p.to = hi
		p.weight += cells * (nsCell + float64(nsComposite*float64(to)/float64(lo)/elementary.Log(float64(lo))))
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

package orders

import (
	"context"
	"slices"

	"dovetail/perm/modular"
)

// streams is all odd moduli of a range with their orders, sorted by their largest primes rather than
// by size, so that no table of orders is needed.
//
// A composite m is s*p with p its largest prime. If p does not divide s, then
//
//	ord(m) = lcm(ord(s), ord(p)) = ord(p) * ord(s) / gcd(ord(s), ord(p)),
//
// and for one s the p are a stream of consecutive primes. The last factor depends on the exponents in
// ord(p) of the few primes of ord(s) alone (block.go). A prime p needs the primes of p-1 (primes.go).
//
// The primes up to root, at least the square root of the range, are one block, the base. With a larger
// p every odd s up to to/p occurs, and p does not divide it. A composite of primes up to root has a
// second largest prime r, counted with multiplicity; the composites with one r are a group.
type streams struct {
	from, to uint64 // of the moduli, odd
	root     uint64
	primes   []uint64            // odd, up to root
	powers   [][]modular.Factors // the orders of 2 modulo the powers of each prime
	small    []modular.Factors   // the order of 2 modulo 2i+1, up to to/root
	base     block
}

// visitor takes the moduli of streams.
type visitor interface {
	prime(p, order uint64)
	composite(m, order uint64)

	// run takes s times the members first..last-1 of the block, whose classes have factors.
	run(b *block, s uint64, first, last int)

	// change takes s times a member of a run with another factor than that of its class.
	change(b *block, s uint64, member int, factor uint64)

	// pseudoprime counts a modulus of a run whose order divides m-1.
	pseudoprime()
}

// newStreams prepares for the odd moduli from..to.
func newStreams(from, to uint64) *streams {
	e := &streams{from: from, to: to, root: rootOf(to)}
	e.primes = oddPrimes(e.root)
	orders := make([]uint64, len(e.primes))
	for i, p := range e.primes {
		order, more := orderOf(p), modular.Factors{{P: p}}
		powers := []modular.Factors{order}
		orders[i] = order.Product()
		for power := p; power <= to/p; {
			power *= p
			if modular.Power(2, powers[len(powers)-1].Product(), power) != 1 {
				more[0].E++
			}
			powers = append(powers, order.LCM(more))
		}
		e.powers = append(e.powers, powers)
	}
	for s := uint64(1); s <= to/e.root; s += 2 {
		e.small = append(e.small, orderOf(s))
	}
	e.base.fill(e.primes, e.primes, orders, 2*e.root)
	return e
}

// rootOf is the largest prime, or somewhat more, of the base for moduli up to to.
func rootOf(to uint64) uint64 { return max(isqrt(to), kernelFrom) | 1 }

// orderOf is the factorisation of the order of 2 modulo the odd m.
func orderOf(m uint64) modular.Factors {
	c, err := modular.Order(2, m)
	if err != nil {
		panic(err) // an odd modulus in range has an order
	}
	return c.OrderFactors
}

// group visits the k-th prime, and the composites of the base whose second largest prime it is.
func (w *walker) group(ctx context.Context, k int, v visitor) error {
	r := w.primes[k]
	if w.from <= r && r <= w.to {
		v.prime(r, w.powers[k][0].Product())
	}
	s := r
	for j, repeated := range w.powers[k][1:] { // s*r <= to
		g := group{walker: w, k: k, repeated: repeated.Product(), visitor: v}
		if err := g.multiples(ctx, s, w.powers[k][j], k); err != nil {
			return err
		}
		s *= r
	}
	return nil
}

// group is the part of a group in which the power of r, the k-th prime, is one.
type group struct {
	*walker
	visitor
	k        int
	repeated uint64 // the order modulo the next power of r
}

// multiples visits the moduli that are s times one prime, and those of all multiples of s by primes
// before the last. The order of 2 modulo s is given.
func (g *group) multiples(ctx context.Context, s uint64, order modular.Factors, last int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r, value := g.primes[g.k], order.Product()
	if m := s * r; m >= g.from {
		g.composite(m, modular.LCM(value, g.repeated))
	}
	if lo, hi := max(r+2, (g.from+s-1)/s), min(g.root, g.to/s); lo <= hi {
		g.base.stream(s, order, lo, hi, g.visitor)
		g.pseudoprimes(s, value, lo, hi)
	}
	for i, q := range g.primes[:last] {
		if q > g.to/r/s {
			break
		}
		n := s
		for j := 0; q <= g.to/r/n; j++ {
			n *= q
			if err := g.multiples(ctx, n, order.LCM(g.powers[i][j]), i); err != nil {
				return err
			}
		}
	}
	return nil
}

// pseudoprimes finds the m = s*p with a prime p of the base in lo..hi and ord(m) | m-1: p is 1/s
// modulo ord(s).
func (g *group) pseudoprimes(s, order, lo, hi uint64) {
	p, ok := inverseModulo(s, order)
	if !ok {
		return
	}
	if p < lo {
		p += (lo - p + order - 1) / order * order
	}
	for ; p <= hi; p += order {
		if i, ok := slices.BinarySearch(g.primes, p); ok && (s*p-1)%g.base.order[i] == 0 {
			g.pseudoprime()
		}
	}
}

// inverseModulo is 1/a modulo m, from 0 to m-1, if there is one.
func inverseModulo(a, m uint64) (inverse uint64, ok bool) {
	r0, r1, x0, x1 := int64(m), int64(a%m), int64(0), int64(1)
	for r1 != 0 {
		q := r0 / r1
		r0, r1, x0, x1 = r1, r0-q*r1, x1, x0-q*x1
	}
	if x0 < 0 {
		x0 += int64(m)
	}
	return uint64(x0), r0 == 1
}

// multiples visits the composites whose largest prime is in the block of those in lo..hi, all above
// root. The order modulo s*p divides s*p-1 only if that modulo p divides s-1.
func (w *walker) multiples(ctx context.Context, lo, hi uint64, v visitor) error {
	b := &w.block
	for s := max(3, w.from/hi|1); s <= w.to/lo; s += 2 {
		if err := ctx.Err(); err != nil {
			return err
		}
		order := w.small[s/2]
		b.stream(s, order, max(lo, (w.from+s-1)/s), min(hi, w.to/s), v)
		for _, i := range b.rare {
			m := s * b.p[i]
			if w.from <= m && m <= w.to && (s-1)%b.order[i] == 0 && (m-1)%order.Product() == 0 {
				v.pseudoprime()
			}
		}
	}
	return nil
}

// blockCells is the most odd numbers whose primes are one block.
const blockCells = 1 << 20

// walker visits streams, for one goroutine.
type walker struct {
	*streams
	sieve    *primeSieve
	base     block // a copy, as streams write to it
	block    block
	p, order []uint64
}

func (e *streams) walker() *walker {
	w := &walker{streams: e, sieve: newPrimeSieve(e.primes), base: e.base}
	w.base.changed = make([]uint64, len(e.primes))
	return w
}

// visit visits the groups of the primes first..last, or if these are above root the moduli with
// largest primes there.
func (w *walker) visit(ctx context.Context, first, last uint64, v visitor) error {
	if last > w.root {
		for lo := first; lo <= last; {
			hi := min(blockEnd(lo), last)
			if err := w.visitBlock(ctx, lo, hi, v); err != nil {
				return err
			}
			lo = hi + 2
		}
		return nil
	}
	for k, r := range w.primes {
		if first <= r && r <= last {
			if err := w.group(ctx, k, v); err != nil {
				return err
			}
		}
	}
	return nil
}

// blockEnd is the last odd number of a block.
func blockEnd(lo uint64) uint64 { return lo + 2*min(blockCells, lo/4) - 2 }

// visitBlock visits the moduli whose largest primes are in lo..hi.
func (w *walker) visitBlock(ctx context.Context, lo, hi uint64, v visitor) error {
	w.p, w.order = w.p[:0], w.order[:0]
	w.sieve.seek(lo)
	for left := (hi-lo)/2 + 1; left > 0; {
		if err := ctx.Err(); err != nil {
			return err
		}
		n := min(left, segmentCells)
		w.p, w.order = w.sieve.run(int(n), w.p, w.order)
		left -= n
	}
	for i, p := range w.p {
		if w.from <= p && p <= w.to {
			v.prime(p, w.order[i])
		}
	}
	if most := w.to / lo; most >= 3 && len(w.p) > 0 {
		w.block.fill(w.primes, w.p, w.order, most)
		return w.multiples(ctx, lo, hi, v)
	}
	return nil
}
